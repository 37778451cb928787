import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { settledMemory } from './memory.ts'

type Ask = { readonly id: number } & (
  | { readonly do: 'listen' | 'memory' }
  | { readonly do: 'say'; readonly name: string; readonly characters: number }
)

// The yardstick of the live benches: a room, an echo, and nothing else.
const http = createServer()
const io = new Server(http, { serveClient: false })
io.on('connection', (socket) => {
  void socket.join('room')
  socket.on('echo', (text: string, answer: (text: string) => void) => answer(text))
})
process.on('disconnect', () => process.exit(0))
process.on('message', async (ask: Ask) => {
  const tell = (value: number) => process.send?.({ id: ask.id, value })
  if (ask.do === 'listen') http.listen(0, '127.0.0.1', () => tell((http.address() as AddressInfo).port))
  if (ask.do === 'memory') tell(await settledMemory())
  if (ask.do === 'say') {
    const begun = performance.timeOrigin + performance.now()
    io.to('room').emit('news', { name: ask.name, text: 'x'.repeat(ask.characters) })
    tell(begun)
  }
})
