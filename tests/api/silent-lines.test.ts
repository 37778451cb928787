import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HEADERS } from '#contract/envelope'
import { LIVE } from '#contract/live'
import { type TestServer, testServer } from '#tests/server'
import { listen } from '../support/live-client.ts'

// Longer than making the first account takes on a busy machine.
const SILENT_MS = 3_000
const UNADMITTED = 5

let server: TestServer
beforeAll(async () => {
  server = await testServer({ limits: { silentMs: SILENT_MS, liveAskMs: 500, liveUnadmitted: UNADMITTED } })
})
afterAll(() => server.close())

/** An upload that stops, until the server has given it up. Answers where it can be done again. */
async function givenUp(): Promise<string> {
  const asked = await server.owner.get<{ url: string }>('/app/get_document_upload_url?filename=lease.pdf&size=0.1')
  const { csrf_token } = await server.owner.get<{ csrf_token: string }>('/app/session')
  const { port, hostname, host } = new URL(server.url)
  const line = connect(Number(port), hostname)
  const head = [
    `PUT ${asked.url} HTTP/1.1`,
    `Host: ${host}`,
    `Cookie: ${server.owner.cookie()}`,
    `${HEADERS.crossSite}: ${csrf_token}`,
    'Content-Type: application/pdf',
    'Content-Length: 100000',
  ]
  line.write(`${head.join('\r\n')}\r\n\r\n%PDF-1.7`)
  line.resume()
  await once(line, 'close')
  return asked.url
}

test('an upload that stops is given up, and can be done again', async () => {
  await server.owner.put(await givenUp(), new Uint8Array(1_000))
})

test('a live connection may be silent for longer', async () => {
  const { socket } = await listen(server.url, { cookie: server.owner.cookie() })
  // One after the other: it is silent for longer than both.
  for (let other = 0; other < 2; other++) await givenUp()
  expect(socket.connected).toBe(true)
  socket.close()
})

test('of live connections that nobody was admitted to there are only so many of one address, and none of them stays', async () => {
  const live = `${server.url.replace('http', 'ws')}${LIVE.path}/?EIO=4&transport=websocket`
  let [inside, most] = [0, 0]
  const lines = Array.from({ length: 20 }, (_, at) => {
    const line = new WebSocket(live)
    line.addEventListener('open', () => {
      inside += 1
      most = Math.max(most, inside)
    })
    // Half of them ask, and are refused; the others never say who they are.
    line.addEventListener('message', ({ data }) => String(data).startsWith('0') && at % 2 === 0 && line.send('40'))
    return new Promise<boolean>((resolve) =>
      line.addEventListener('close', ({ code }) => {
        const wasIn = code === 1000 || code === 1005
        if (wasIn) inside -= 1
        resolve(wasIn)
      }),
    )
  })
  const ended = await Promise.all(lines)
  expect(most).toBeLessThanOrEqual(UNADMITTED)
  expect(ended.filter(Boolean).length).toBeGreaterThan(0)
  const { socket } = await listen(server.url, { cookie: server.owner.cookie() })
  expect(socket.connected).toBe(true)
  socket.close()
})
