import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { wallClock } from './live/crowd.ts'
import type { Received, ReceiversAsk } from './webhooks.ts'

// Endpoints of somebody else's. They answer at once, but for the first, which never does.
const urls: string[] = []
const times = new Map<string, number>()
const last = new Map<string, number>()
let count = 0
let outOfOrder = 0
let onRequest: () => void = () => undefined

process.on('disconnect', () => process.exit(0))
process.on('message', async (ask: ReceiversAsk) => {
  if (ask.do === 'open') while (urls.length < ask.count) urls.push(await open(urls.length === 0))
  if (ask.do === 'forget') {
    times.clear()
    last.clear()
    count = 0
    outOfOrder = 0
  }
  while (ask.do === 'received' && count < ask.count) {
    await new Promise<void>((done) => {
      onRequest = done
    })
  }
  process.send?.({ urls, times, count, outOfOrder } satisfies Received)
})

async function open(isDead: boolean): Promise<string> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (isDead) return
      const at = wallClock()
      response.writeHead(204).end()
      const { position, data } = JSON.parse(Buffer.concat(parts).toString()) as { position: number; data: { document: { key: string } } }
      const { key } = data.document
      if ((last.get(key) ?? 0) > position) outOfOrder++
      last.set(key, position)
      times.set(key, at)
      count++
      onRequest()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}
