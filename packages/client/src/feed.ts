import type { Calls } from './calls.ts'
import type { Http } from './http.ts'

type FeedEvent = Calls['GET /app/feed']['answer'][number]
/** A lifecycle event, as CloudEvents 1.0 writes it. `GET /openapi.json` lists the types and what `data` holds. */
export type FeedEntry = Exclude<FeedEvent, { type: 'entry.withheld' }> & {
  /** Store this together with what the entry led to: from here the feed goes on. */
  readonly at: FeedPosition
}
export interface FeedPosition {
  readonly position: number
  readonly chain: string
}

export interface FeedOptions {
  /** Left out: from the first entry that is kept. Without a chain the first entry is taken as it comes. */
  readonly after?: { readonly position: number; readonly chain?: string } | undefined
  readonly types?: readonly string[] | undefined
  readonly document?: string | undefined
  readonly template?: string | undefined
  /** Ends when there is nothing more for now. Otherwise it waits for what comes next. */
  readonly once?: boolean | undefined
  readonly signal?: AbortSignal
}

/** An entry is missing, or differs from the published one. */
export class FeedBroken extends Error {
  override readonly name = 'FeedBroken'
  readonly position: number
  constructor(position: number, words: string) {
    super(`The feed is not complete at position ${position}: ${words}.`)
    this.position = position
  }
}

const WAIT_SECONDS = 20
const LIMIT = 1_000

/**
 * The entries of a workspace after a position, in order and each once. Checks that none is missing and none was changed, whether it is
 * shown or withheld. @throws FeedBroken
 */
export async function* readFeed(http: Http, options: FeedOptions): AsyncGenerator<FeedEntry, void, undefined> {
  const { types, document: document_key, template: template_key, once = false, signal } = options
  let at = options.after
  for (;;) {
    const query = {
      after: at?.position,
      chain: at?.chain,
      limit: LIMIT,
      wait: once ? 0 : WAIT_SECONDS,
      types: types?.join(),
      document_key,
      template_key,
    }
    const answer = await http('GET', '/app/feed', { query, signal })
    const events = (await answer.json()) as readonly FeedEvent[]
    for (const event of events) {
      const position = await checked(event, at)
      at = position
      if (event.type !== 'entry.withheld') yield { ...event, at: position }
    }
    if (once && events.length < LIMIT) return
  }
}

async function checked(event: FeedEvent, after: FeedOptions['after']): Promise<FeedPosition> {
  const { position, previous, chain } = event
  if (after && position !== after.position + 1) throw new FeedBroken(after.position + 1, `the next entry is ${position}`)
  if (after?.chain !== undefined && previous !== after.chain) throw new FeedBroken(position, 'it does not follow from the entry before')
  if (event.type === 'entry.withheld') return next(event, event.commitment)
  const { id, type, version, subject, time, digest, salt, data } = event
  if (salt !== undefined && (await sha256(`${salt}\n${canonical(data)}`)) !== digest) throw new FeedBroken(position, 'its data was changed')
  return next({ position, previous, chain }, await sha256([id, type, version, subject, time, digest].join('\n')))
}

async function next({ position, previous, chain }: Pick<FeedEvent, 'position' | 'previous' | 'chain'>, commitment: string) {
  if ((await sha256([previous, position, commitment].join('\n'))) !== chain) throw new FeedBroken(position, 'its chain does not hold')
  return { position, chain }
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/** RFC 8785, for what stands in an entry: text, whole numbers, lists, objects with plain names. */
function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join()}}`
}
