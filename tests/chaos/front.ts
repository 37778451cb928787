import { once } from 'node:events'
import { type Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Front {
  readonly url: string
  /** What stands behind it, in turn; a port that is out gets nothing new. */
  readonly behind: { readonly port: number; out: boolean }[]
  /** Requests that were answered by nobody. */
  readonly lost: { readonly path: string; readonly why: string }[]
  close(): Promise<void>
}

/**
 * A reverse proxy as stands before several processes with the role `api`: one after the other in turn, and the next one where a
 * connection is refused, or breaks under a request that has an idempotency key.
 */
export async function openFront(): Promise<Front> {
  const behind: Front['behind'] = []
  const lost: { path: string; why: string }[] = []
  let next = 0

  async function pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of asked) parts.push(part as Buffer)
    const body = Buffer.concat(parts)
    const usable = behind.filter(({ out }) => !out)
    const inTurn = usable.map((_, at) => usable[(next + at) % usable.length]!)
    next++
    let why = 'nobody is there'
    for (const { port } of inTurn) {
      try {
        return await forward(port, asked, body, answer)
      } catch (error) {
        why = (error as NodeJS.ErrnoException).code ?? String(error)
        // Perhaps it was done: under a key it may be asked for again, and is done once.
        if (why !== 'ECONNREFUSED' && !asked.headers['idempotency-key']) break
        if (answer.headersSent) break
      }
    }
    lost.push({ path: asked.url ?? '', why })
    if (answer.headersSent) answer.destroy()
    else answer.writeHead(502, { 'content-type': 'application/json' }).end(JSON.stringify({ success: false, code: 'front', message: why }))
  }

  const server = createServer((asked, answer) => void pass(asked, answer).catch(() => answer.destroy()))
  // Never closed from this side while somebody may be about to use it.
  server.keepAliveTimeout = 600_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behind,
    lost,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const NO_AGENT: false | Agent = false

function forward(port: number, asked: IncomingMessage, body: Buffer, answer: ServerResponse): Promise<void> {
  return new Promise((done, failed) => {
    // A connection of its own for each: one that is kept could be closed at the very moment it is used again.
    const on = request({ host: '127.0.0.1', port, method: asked.method, path: asked.url, headers: asked.headers, agent: NO_AGENT })
    on.setTimeout(30_000, () => on.destroy(new Error('no answer')))
    on.once('error', failed)
    on.once('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.once('error', failed).once('aborted', () => failed(new Error('cut off')))
      response.pipe(answer)
      response.once('end', () => done())
    })
    on.end(body)
  })
}
