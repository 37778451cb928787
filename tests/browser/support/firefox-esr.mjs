#!/usr/bin/env node
// Firefox as it is installed, for Playwright: what it asks for and this version does not know yet is answered here, and
// everything else is passed on as it is.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { WebSocket, WebSocketServer } from 'ws'

const NOT_YET = new Set(['emulation.setMediaFeaturesOverride'])
const LISTENING = /WebDriver BiDi listening on (ws:\/\/\S+)/

const firefox = spawn(process.env.FIREFOX ?? '/usr/bin/firefox-esr', process.argv.slice(2), { stdio: ['ignore', 'inherit', 'pipe'] })
firefox.on('exit', (code) => process.exit(code ?? 1))
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => firefox.kill(signal))
createInterface({ input: firefox.stderr }).on('line', (line) => {
  const address = LISTENING.exec(line)?.[1]
  if (!address) return console.error(line)
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('listening', () => console.error(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}`))
  server.on('connection', (ours, { url }) => {
    const theirs = new WebSocket(`${address}${url === '/' ? '/session' : url}`, { maxPayload: 1 << 28 })
    const opened = new Promise((resolve) => theirs.on('open', resolve))
    ours.on('message', async (bytes) => {
      const text = String(bytes)
      const { id, method } = JSON.parse(text)
      if (NOT_YET.has(method)) return ours.send(JSON.stringify({ type: 'success', id, result: {} }))
      await opened
      theirs.send(text)
    })
    theirs.on('message', (bytes) => ours.send(String(bytes)))
    ours.on('close', () => theirs.close())
    theirs.on('close', () => ours.close())
  })
})
