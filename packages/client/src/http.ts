/** What the server refused, in its words and with its code. */
export class ParaphError extends Error {
  override readonly name = 'ParaphError'
  readonly status: number
  readonly code: string
  /** Of a feed: the first position that is kept, or the last that there is. */
  readonly position: number | null
  constructor(status: number, { code, message, position }: { code?: string; message?: string; position?: number }) {
    super(message ?? `the server answered ${status}`)
    this.status = status
    this.code = code ?? 'unknown'
    this.position = position ?? null
  }
}

export interface HttpOptions {
  readonly url: string
  /** Of the application. */
  readonly key: string
  readonly secret: string
  readonly fetch?: typeof fetch
  readonly pause?: (ms: number) => Promise<void>
}

export interface Request {
  readonly query?: Readonly<Record<string, unknown>> | undefined
  /** JSON, or bytes as they are. */
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}
export type Http = (method: string, path: string, request?: Request) => Promise<Response>

const TRIES = 8
const FIRST_PAUSE_MS = 250
/** The server decides nothing for a request that waited longer (docs/integrating.md, "Sending again"). */
const ANSWER_MS = 30_000
/** Perhaps it was done: sent again under the same key, it is done once. */
const AGAIN = new Set([429, 502, 503, 504])

/** Sends a request until it is answered. Everything that changes something carries one idempotency key, the same at each try. */
export function httpOf({ url, key, secret, fetch = globalThis.fetch, pause = paused }: HttpOptions): Http {
  const authorization = `Basic ${btoa(`${encodeURIComponent(key)}:${encodeURIComponent(secret)}`)}`
  return async (method, path, { query = {}, body, signal } = {}) => {
    const at = new URL(path, url)
    for (const [name, value] of Object.entries(query)) if (value !== undefined) at.searchParams.set(name, String(value))
    const isBytes = body instanceof Uint8Array
    const headers: Record<string, string> = { authorization, 'idempotency-key': crypto.randomUUID() }
    if (body !== undefined) headers['content-type'] = isBytes ? 'application/octet-stream' : 'application/json'
    const sent = body === undefined ? {} : { body: isBytes ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body) }
    for (let attempt = 1; ; attempt++) {
      const within = isBytes ? [] : [AbortSignal.timeout(ANSWER_MS)]
      const ends = AbortSignal.any([...within, ...(signal ? [signal] : [])])
      const answer = await fetch(at, { method, headers, redirect: 'manual', signal: ends, ...sent }).catch((error: unknown) => {
        if (attempt === TRIES || signal?.aborted) throw error
        return null
      })
      if (answer?.ok) return answer
      if (answer && (attempt === TRIES || !AGAIN.has(answer.status))) {
        throw new ParaphError(answer.status, (await answer.json().catch(() => ({}))) as object)
      }
      const asked = Number(answer?.headers.get('retry-after') ?? 0) * 1_000
      await pause(Math.max(asked, FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random() / 2)))
    }
  }
}

const paused = (ms: number) => new Promise<void>((over) => setTimeout(over, ms))
