import { setTimeout as wait } from 'node:timers/promises'
import { type Client, client, crossSite, openSigning, Refused } from '../../cli/demo/client.ts'
import { newId, SENDER, type View } from '../support/prepared.ts'
import type { ReceivedMail, TestMailServer } from '../support/smtp.ts'

/** People's trouble: how often a call had to be made again, by its answer. */
export type Trouble = Map<string, number>

export interface Patience {
  readonly url: string
  readonly trouble: Trouble
  /** After this a waiting caller gives up, and the run has failed: never, while there are faults. */
  readonly deadline: () => number
}

export async function until<T>(ask: () => Promise<T>, holds: (answer: T) => boolean, { deadline }: Patience): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (holds(answer)) return answer
    if (performance.now() > deadline()) throw new Error(`still not so: ${JSON.stringify(answer).slice(0, 300)}`)
    await wait(50)
  }
}

/** A client like the page: it sends unacknowledged calls again under the same key, until they are acknowledged. */
export function patient(of: Client, { trouble, deadline }: Patience): Client {
  async function insist<T>(words: string, call: () => Promise<T>): Promise<T> {
    of.remember({ 'idempotency-key': newId() })
    for (let pause = 50; ; pause = Math.min(pause * 2, 1_000)) {
      try {
        return await call()
      } catch (error) {
        const why = reason(error)
        if (why === null) throw new Error(`${words}: ${(error as Error).message}`, { cause: error })
        trouble.set(why, (trouble.get(why) ?? 0) + 1)
        if (performance.now() > deadline()) throw new Error(`${words}: still ${why}`)
        await wait(pause)
      }
    }
  }
  return {
    ...of,
    get: (path) => insist(`GET ${path}`, () => of.get(path)),
    post: (path, body) => insist(`POST ${path}`, () => of.post(path, body)),
    put: (path, bytes, type) => insist(`PUT ${path}`, () => of.put(path, bytes, type)),
    bytes: (path) => insist(`GET ${path}`, () => of.bytes(path)),
  }
}

/** Null where the answer was a decision and asking again is no use. */
function reason(error: unknown): string | null {
  if (!(error instanceof Refused)) return error instanceof TypeError ? 'no connection' : null
  if (error.status === 429) return 'too many requests'
  return error.status >= 500 ? `${error.status} ${error.code}` : null
}

let people = 0
/** An address of their own for each, as behind a proxy: limits count by address. */
function somewhere(): Record<string, string> {
  people++
  return { 'x-forwarded-for': `10.${(people >> 16) & 255}.${(people >> 8) & 255}.${people & 255}` }
}

export interface Person {
  /** The same person, in the same session, at another screen. */
  client(): Client
  /** At a screen that gives up at the first refusal. */
  impatient(): Client
}

/** The first account of an empty installation. */
export async function firstPerson(patience: Patience): Promise<Person> {
  const first = client(patience.url)
  first.remember(somewhere())
  const asked = patient(first, patience)
  const { csrf_token } = await asked.get<{ csrf_token: string }>('/app/session')
  first.remember(crossSite(csrf_token))
  const made = await asked.post<{ csrf_token: string; user: { default_user_account_key: string } }>('/app/first_account', SENDER)
  function impatient(): Client {
    const screen = client(patience.url)
    screen.remember({
      ...somewhere(),
      ...crossSite(made.csrf_token),
      'x-user-account-key': made.user.default_user_account_key,
      cookie: first.cookie(),
    })
    return screen
  }
  return { impatient, client: () => patient(impatient(), patience) }
}

/** A stranger with open calls. */
export function anybody(patience: Patience): Client {
  const screen = client(patience.url)
  screen.remember(somewhere())
  return patient(screen, patience)
}

/** A signer with this link, with their session open. */
export async function signerBy(link: string, patience: Patience): Promise<{ readonly client: Client; readonly consent: string }> {
  const asked = anybody(patience)
  const opened = await openSigning(asked, link)
  return { client: asked, consent: opened.consent.version }
}

export const viewOf = (account: Client, pack: string) => account.get<View>(`/app/documents/${pack}/view`)

/** Mails to somebody, each once: what came twice is the same one by its Message-ID. */
export function mailsTo(mails: TestMailServer, address: string): readonly ReceivedMail[] {
  const found = new Map<string, ReceivedMail>()
  for (const mail of mails.received) {
    if (mail.to.includes(address)) found.set(/^Message-ID: (.*)$/im.exec(mail.content)?.[1] ?? mail.content, mail)
  }
  return [...found.values()]
}

/** The link that a mail asks with; null where it asks for nothing. */
export function linkIn({ content }: ReceivedMail): string | null {
  const plain = content.replace(/=\n/g, '').replace(/=3D/gi, '=')
  return /http:\/\/127\.0\.0\.1:\d+\/sign\/[\w-]+/.exec(plain)?.[0] ?? null
}
