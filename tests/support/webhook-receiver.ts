import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly id: string
  readonly type: string
  readonly document: string | undefined
  readonly body: string
  readonly headers: Record<string, string>
}
type Answering = (request: IncomingMessage, response: ServerResponse, received: Received) => void

/** An endpoint of somebody else's. It answers 204 until the test sets another answer. */
export async function webhookReceiver() {
  const received: Received[] = []
  let answer: Answering = (_request, response) => response.writeHead(204).end()
  let listeners: (() => void)[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      const { type, data } = JSON.parse(body) as { type: string; data?: { document?: { key: string } } }
      const one = { id: headers['webhook-id']!, type, document: data?.document?.key, body, headers }
      received.push(one)
      answer(request, response, one)
      for (const tell of listeners.splice(0)) tell()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    answers(next: Answering) {
      answer = next
    },
    /** Resolves once the received requests look so. */
    async until(isSo: (received: readonly Received[]) => boolean): Promise<readonly Received[]> {
      while (!isSo(received)) await new Promise<void>((done) => listeners.push(done))
      return received
    },
    typesOf: (document: string) => received.filter((one) => one.document === document).map(({ type }) => type),
    async close() {
      listeners = []
      server.closeAllConnections()
      await new Promise<void>((done) => server.close(() => done()))
    },
  }
}
export type WebhookReceiver = Awaited<ReturnType<typeof webhookReceiver>>
