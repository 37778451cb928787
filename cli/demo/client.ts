import { HEADERS } from '#contract/envelope'

/** The server said no. */
export class Refused extends Error {
  readonly code: string
  readonly status: number
  constructor(status: number, code: string, message: string) {
    super(message)
    this.name = 'Refused'
    this.status = status
    this.code = code
  }
}

type Answer = { readonly success: boolean; readonly code?: string; readonly message?: string } & Record<string, unknown>

/** Calls of one person: an account holder by cookie, or a signer by the session of a signing link. */
export interface Client {
  get<T = Answer>(path: string): Promise<T>
  post<T = Answer>(path: string, body: unknown): Promise<T>
  put(url: string, bytes: Uint8Array, type?: string): Promise<void>
  delete<T = Answer>(path: string): Promise<T>
  bytes(path: string): Promise<Uint8Array>
  /** Headers that every further call carries. */
  remember(headers: Record<string, string>): void
  /** The cookie header that a connection of another kind needs. */
  cookie(): string
}

/** `signal` ends the calls that are under way. */
export function client(base: string, signal?: AbortSignal): Client {
  const kept: Record<string, string> = {}
  const cookies = new Map<string, string>()

  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  async function reach(method: string, path: string, body?: BodyInit, type?: string): Promise<Response> {
    const headers: Record<string, string> = { ...kept }
    if (cookies.size > 0) headers.cookie = cookieHeader()
    if (type) headers['content-type'] = type
    const answer = await fetch(new URL(path, base), {
      method,
      headers,
      redirect: 'manual',
      ...(signal ? { signal } : {}),
      ...(body === undefined ? {} : { body }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [name, value] = line.split(';')[0]!.split('=')
      cookies.set(name!, value ?? '')
    }
    return answer
  }
  async function read<T>(answer: Response): Promise<T> {
    const body = (await answer.json().catch(() => ({ success: false, message: `the server answered ${answer.status}` }))) as Answer
    if (!body.success) throw new Refused(answer.status, body.code ?? 'unknown', body.message ?? `the server answered ${answer.status}`)
    return body as T
  }
  return {
    get: async (path) => read(await reach('GET', path)),
    post: async (path, body) => read(await reach('POST', path, JSON.stringify(body), 'application/json')),
    async put(url, bytes, type = 'application/pdf') {
      const answer = await reach('PUT', url, bytes as BodyInit, type)
      if (!answer.ok) await read(answer)
    },
    delete: async (path) => read(await reach('DELETE', path)),
    async bytes(path) {
      const answer = await reach('GET', path)
      if (!answer.ok) return read(answer)
      return new Uint8Array(await answer.arrayBuffer())
    },
    remember: (headers) => Object.assign(kept, headers),
    cookie: cookieHeader,
  }
}

export const crossSite = (token: string) => ({ [HEADERS.crossSite]: token })
export const signingSession = (token: string) => ({ [HEADERS.session]: token })

/** What a signing link opens, as far as every caller needs it. */
export interface SigningSession {
  readonly document_key: string
  readonly session_token: string
  readonly csrf_token: string
  readonly consent: { readonly version: string }
}

/** Opens the session of a signing link; every further call of this client is made in it. */
export async function openSigning<T extends SigningSession>(signer: Client, link: string): Promise<T> {
  const opened = await signer.post<T>('/app/signing_sessions', { token: new URL(link).pathname.split('/').at(-1) })
  signer.remember({ ...crossSite(opened.csrf_token), ...signingSession(opened.session_token) })
  return opened
}
