import { z } from 'zod'
import { ANSWER_MS, HEADERS, refusal } from '#contract/envelope'
import { wordsOf } from '../messages/index.ts'
import { requestBegins } from './busy.ts'
import { currentIdentity } from './identity.ts'
import { newKey } from './keys.ts'
import { HttpOffline, HttpRefused } from './refused.ts'
import { notifyTrouble, troublesOf } from './troubles.ts'

export interface CallOptions {
  /** Sent as `{"data": …}`: the specification's "form body data". */
  readonly data?: unknown
  /** Sent as it is, for calls whose body is not `data`. */
  readonly body?: unknown
  readonly query?: Readonly<Record<string, string | number | boolean | null | undefined>>
  readonly signal?: AbortSignal
  /** The same key for every attempt at one command; made here where none is given. */
  readonly idempotencyKey?: string
  /** A refusal for lack of a session is the caller's to handle: nobody is sent to the login page. */
  readonly ignoreUnauthorised?: boolean
  /** How often it is sent again, the same, while the server cannot be reached or does not know its outcome. */
  readonly retries?: number
  /** The caller sends it again until it is answered: that it failed this time is no news for anybody. */
  readonly retriedByCaller?: boolean
  /** The caller keeps it until it is answered, beyond the end of the page: lost with its connection, it comes again. */
  readonly comesAgain?: boolean
  /** It goes out although the page is closed in the same moment. At most 64 kB. */
  readonly outlivesPage?: boolean
  /** Nobody waits for it: a poll, a save whose state stands next to the title. No loading indicator shows it. */
  readonly quiet?: boolean
  /** The first attempt, where it was begun before this was loaded. */
  readonly begun?: Promise<Response> | null
}

/** A refusal without words, as from something that stands between. */
const saysNo = z.looseObject({ success: z.literal(false) })
const RETRIES = 2
const RETRY_STEP_MS = 300
const UNKNOWN = 503

const withQuery = (path: string, query: CallOptions['query']): string => {
  const set = Object.entries(query ?? {}).flatMap(([name, value]) => (value === undefined || value === null ? [] : [[name, String(value)]]))
  return set.length === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(set)}`
}

/** By the specification some changes are asked for by GET: those have a key. */
const isChange = (method: string, { idempotencyKey }: CallOptions): boolean => method !== 'GET' || idempotencyKey !== undefined

export function headersOf(method: string, options: CallOptions): Record<string, string> {
  const { crossSite, session, workspace, appVersion } = currentIdentity()
  return {
    accept: 'application/json',
    ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    ...(isChange(method, options) ? { [HEADERS.idempotencyKey]: options.idempotencyKey ?? newKey() } : {}),
    ...(options.comesAgain ? { [HEADERS.comesAgain]: 'true' } : {}),
    // Calls that change state by GET keep their path (readings 23) and need the token like any other.
    ...(crossSite ? { [HEADERS.crossSite]: crossSite } : {}),
    ...(session ? { [HEADERS.session]: session } : {}),
    ...(workspace ? { [HEADERS.workspace]: workspace } : {}),
    [HEADERS.timeZone]: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(appVersion ? { [HEADERS.appVersion]: appVersion } : {}),
  }
}

async function reach(url: string, init: RequestInit & { readonly method: string }, options: CallOptions): Promise<Response> {
  const { retries = RETRIES, retriedByCaller = false, begun } = options
  for (let attempt = 0; ; attempt++) {
    const isLast = attempt >= retries
    try {
      const response = await answerTo(url, init, attempt === 0 ? begun : null)
      notifyTrouble({ kind: 'online' })
      // Whether it was done is not known, or not all of it was in time: the same again goes on with it. What is only read has no haste.
      if (isLast || response.status !== UNKNOWN || !isChange(init.method, options)) return response
    } catch (thrown) {
      if (init.signal?.aborted) throw thrown
      if (isLast) {
        if (!retriedByCaller) notifyTrouble({ kind: 'offline' })
        throw new HttpOffline()
      }
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_STEP_MS * (attempt + 1)))
  }
}

function answerTo(url: string, init: RequestInit, begun: CallOptions['begun']): Promise<Response> {
  const line = new AbortController()
  const givenUp = new Promise<never>((_, reject) => line.signal.addEventListener('abort', () => reject(line.signal.reason)))
  const callOff = () => line.abort(init.signal?.reason)
  if (init.signal?.aborted) callOff()
  init.signal?.addEventListener('abort', callOff, { once: true })
  // A phone that changed its network hears nothing more on its old line.
  const silence = setTimeout(() => line.abort(new HttpOffline()), ANSWER_MS)
  const asked = begun ?? fetch(url, { ...init, signal: line.signal })
  return Promise.race([asked, givenUp]).finally(() => clearTimeout(silence))
}

async function call<S extends z.ZodType>(method: string, path: string, schema: S, options: CallOptions): Promise<z.output<S>> {
  const ends = options.quiet ? null : requestBegins()
  try {
    return await ask(method, path, schema, options)
  } finally {
    ends?.()
  }
}

async function ask<S extends z.ZodType>(method: string, path: string, schema: S, options: CallOptions): Promise<z.output<S>> {
  const body = options.data !== undefined ? { data: options.data } : (options.body ?? {})
  const response = await reach(
    withQuery(path, options.query),
    {
      method,
      headers: headersOf(method, options),
      credentials: 'same-origin',
      redirect: 'manual',
      ...(options.outlivesPage ? { keepalive: true } : {}),
      ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
      ...(options.signal ? { signal: options.signal } : {}),
    },
    options,
  )
  const words = wordsOf('http')
  const answer: unknown = await response.json().catch(() => null)
  const refused = refusal.safeParse(answer)
  const troubles = troublesOf(
    {
      status: response.status,
      redirected: response.type === 'opaqueredirect',
      message: refused.success ? refused.data.message : null,
      redirectUrl: refused.success ? (refused.data.redirect_url ?? null) : null,
      serverVersion: response.headers.get(HEADERS.currentAppVersion),
    },
    currentIdentity().appVersion,
    options.ignoreUnauthorised ?? false,
  )
  for (const trouble of troubles) if (trouble.kind !== 'server-error' || !options.retriedByCaller) notifyTrouble(trouble)
  if (refused.success) {
    const { code, message, at, redirect_url } = refused.data
    throw new HttpRefused(code, message, response.status, at ?? [], redirect_url ?? null)
  }
  if (saysNo.safeParse(answer).success && response.status < 500) throw new HttpRefused('unexplained', words('generic'), response.status)
  if (!response.ok) throw new HttpRefused('server-error', words('server_error'), response.status)
  const read = schema.safeParse(answer)
  if (!read.success) throw new HttpRefused('unreadable-answer', words('unreadable'), response.status)
  return read.data
}

/** The server's calls. Each resolves with the answer as its schema reads it, or throws HttpRefused or HttpOffline. */
export const http = {
  get: <S extends z.ZodType>(path: string, schema: S, options: CallOptions = {}) => call('GET', path, schema, options),
  post: <S extends z.ZodType>(path: string, schema: S, options: CallOptions = {}) =>
    call('POST', path, schema, { idempotencyKey: newKey(), ...options }),
  put: <S extends z.ZodType>(path: string, schema: S, options: CallOptions = {}) =>
    call('PUT', path, schema, { idempotencyKey: newKey(), ...options }),
  del: <S extends z.ZodType>(path: string, schema: S, options: CallOptions = {}) =>
    call('DELETE', path, schema, { idempotencyKey: newKey(), ...options }),
}
