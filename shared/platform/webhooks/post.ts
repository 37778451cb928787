import http from 'node:http'
import https from 'node:https'
import type { Timers } from '#platform/ports'
import { type Destinations, ForbiddenDestination } from './destinations.ts'

export interface Answer {
  readonly status: number
  /** Its first kilobyte. */
  readonly text: string
  /** As the receiver sent it. */
  readonly retryAfter: string | null
}
export type NoAnswer = 'timed-out' | 'unreachable' | 'forbidden'
export type Posted = Answer | { readonly failed: NoAnswer }

export interface Post {
  (url: string, headers: Readonly<Record<string, string>>, body: string): Promise<Posted>
  close(): void
}

const TIMEOUT_MS = 15_000
const MOST_TEXT_BYTES = 1024
const MOST_HEADER_BYTES = 16_384

/** Sends a body to an address that is checked where it is connected to. Follows no redirect and reads one kilobyte of the answer. */
export function webhookPost({ destinations, timers }: { readonly destinations: Destinations; readonly timers: Timers }): Post {
  const options = { keepAlive: true, timeout: 30_000 }
  const agents = { 'http:': new http.Agent(options), 'https:': new https.Agent(options) }

  function once(url: URL, headers: Readonly<Record<string, string>>, body: string, isFresh: boolean): Promise<Posted | 'stale'> {
    const { promise, resolve } = Promise.withResolvers<Posted | 'stale'>()
    const isEncrypted = url.protocol === 'https:'
    const request = (isEncrypted ? https : http).request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      agent: isFresh ? false : agents[isEncrypted ? 'https:' : 'http:'],
      lookup: destinations.lookup,
      maxHeaderSize: MOST_HEADER_BYTES,
    })
    const cancel = timers.after(TIMEOUT_MS, () => {
      resolve({ failed: 'timed-out' })
      request.destroy()
    })
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      let size = 0
      const done = () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(chunks).subarray(0, MOST_TEXT_BYTES).toString('utf8').replaceAll('\0', ''),
          retryAfter: response.headers['retry-after'] ?? null,
        })
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        size += chunk.length
        if (size < MOST_TEXT_BYTES) return
        done()
        response.destroy()
      })
      // What the receiver decided stands in the status: half an answer is one.
      response.on('close', done)
    })
    request.on('error', (error: NodeJS.ErrnoException) => {
      // The receiver closed a connection that was kept open, before anything of this request came there.
      if (request.reusedSocket && error.code === 'ECONNRESET') resolve('stale')
      else resolve({ failed: error instanceof ForbiddenDestination ? 'forbidden' : 'unreachable' })
    })
    request.end(body)
    return promise.finally(cancel)
  }

  async function post(address: string, headers: Readonly<Record<string, string>>, body: string): Promise<Posted> {
    const url = new URL(address)
    try {
      destinations.check(url)
    } catch {
      return { failed: 'forbidden' }
    }
    const posted = await once(url, headers, body, false)
    if (posted !== 'stale') return posted
    const again = await once(url, headers, body, true)
    return again === 'stale' ? { failed: 'unreachable' } : again
  }
  return Object.assign(post, {
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  })
}
