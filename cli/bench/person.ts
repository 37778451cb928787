import { Agent, request } from 'node:http'
import { HEADERS } from '#contract/envelope'
import { crossSite, signingSession } from '../demo/client.ts'

export interface Answer {
  readonly status: number
  readonly bytes: Buffer
}
/** Somebody who calls, over connections that stay open, with as little work on this side as can be. */
export interface Person {
  readonly headers: Record<string, string>
  ask(method: string, path: string, body?: Buffer | string, headers?: Record<string, string>): Promise<Answer>
  get<T>(path: string): Promise<T>
  /** With an idempotency key, as the page sends it. */
  post<T>(path: string, body: unknown): Promise<T>
  bytes(path: string): Promise<Buffer>
  close(): void
}

export function person(base: string, headers: Record<string, string> = {}): Person {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const { hostname, port } = new URL(base)
  // The session and the device have one each.
  const cookies = new Map<string, string>()

  const ask: Person['ask'] = (method, path, body, more) =>
    new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      const asked = request({ agent, hostname, port, method, path, headers: { ...headers, ...length, ...more } }, (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('error', reject)
        answer.on('end', () => {
          for (const line of answer.headers['set-cookie'] ?? []) {
            const [name, value] = line.split(';')[0]!.split('=', 2)
            cookies.set(name!, value!)
            headers.cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
          }
          resolve({ status: answer.statusCode ?? 0, bytes: Buffer.concat(parts) })
        })
      })
      asked.on('error', reject)
      asked.end(body)
    })
  async function read<T>(method: string, path: string, asked: Promise<Answer>): Promise<T> {
    const { status, bytes } = await asked
    if (status !== 200) throw new Error(`${method} ${path} was answered with ${status}: ${bytes.toString().slice(0, 300)}`)
    return JSON.parse(bytes.toString()) as T
  }
  return {
    headers,
    ask,
    get: (path) => read('GET', path, ask('GET', path)),
    post: (path, body) => read('POST', path, ask('POST', path, JSON.stringify(body), json())),
    async bytes(path) {
      const { status, bytes } = await ask('GET', path)
      if (status !== 200) throw new Error(`GET ${path} was answered with ${status}`)
      return bytes
    },
    close: () => agent.destroy(),
  }
}

const json = () => ({ 'content-type': 'application/json', [HEADERS.idempotencyKey]: crypto.randomUUID() })

export interface Sender extends Person {
  readonly workspace: string
  readonly user: string
}

export async function firstAccount(base: string): Promise<Sender> {
  const sender = person(base)
  const { csrf_token } = await sender.get<{ csrf_token: string }>('/app/session')
  Object.assign(sender.headers, crossSite(csrf_token))
  const made = await sender.post<{ csrf_token: string; user: { key: string; default_user_account_key: string } }>('/app/first_account', {
    first_name: 'Bench',
    last_name: 'Sender',
    email_address: 'sender@example.com',
    password: crypto.randomUUID(),
  })
  const workspace = made.user.default_user_account_key
  Object.assign(sender.headers, { ...crossSite(made.csrf_token), 'x-user-account-key': workspace })
  return Object.assign(sender, { workspace, user: made.user.key })
}

export interface Signer extends Person {
  readonly sessionToken: string
  readonly consent: string
  readonly revision: number
}

/** A signer with a link, with consent given. */
export async function signerOf(base: string, link: string, document: string, signatory: string): Promise<Signer> {
  const signer = person(base)
  const token = new URL(link).pathname.split('/').at(-1)
  const opened = await signer.post<{ session_token: string; csrf_token: string; revision: number; consent: { version: string } }>(
    '/app/signing_sessions',
    { token },
  )
  Object.assign(signer.headers, { ...crossSite(opened.csrf_token), ...signingSession(opened.session_token) })
  const consent = opened.consent.version
  await signer.post(`/app/documents/${document}/user_accepted_terms/${signatory}`, { consent_version: consent })
  return Object.assign(signer, { sessionToken: opened.session_token, consent, revision: opened.revision })
}
