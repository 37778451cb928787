import {
  canonicalise,
  type Disclosure,
  digestOfLeaf,
  hashOfEvent,
  isWithheld,
  type Json,
  type JsonObject,
  type StoredEvent,
} from '#domain/kernel'
import type { Problem } from './report.ts'
import { isStep, type Steps } from './steps.ts'

/** The name of the history among a sealed file's attachments. */
export const HISTORY_NAME = 'paraph-history.jsonl'
export const HISTORY_TYPE = 'application/jsonl'

/** An event as it stands in a sealed file: as stored but for its boxes, with what this file's pages show of it. */
export type AttachedEvent = Omit<StoredEvent, 'sealed'> & { readonly disclosed?: readonly Disclosure[] }

/** The lines of the attached file: each the canonical text of one event. */
export function writeHistory(events: readonly AttachedEvent[]): string {
  return events
    .map(({ id, stream, revision, type, version, data, meta, prev, hash, disclosed = [] }) => {
      const event = { id, stream, revision, type, version, data, meta, prev, hash }
      return `${canonicalise((disclosed.length > 0 ? { ...event, disclosed } : event) as unknown as Json)}\n`
    })
    .join('')
}

export interface ReadHistory {
  readonly events: readonly AttachedEvent[]
  readonly problems: readonly Problem[]
}

const MEMBERS = ['data', 'disclosed', 'hash', 'id', 'meta', 'prev', 'revision', 'stream', 'type', 'version']
export const eventNumber = (revision: number) => `event ${revision + 1}`

/** Reads and checks an attached history, and tells what share of that is done. Never throws. */
export function* readHistory(bytes: Uint8Array): Steps<ReadHistory> {
  let lines: string[]
  try {
    lines = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes).split('\n')
  } catch {
    return { events: [], problems: [{ code: 'history', where: 'history', message: 'The attached history is not text.' }] }
  }
  const problems: Problem[] = []
  if (lines.pop() !== '') problems.push({ code: 'history', where: 'history', message: 'The attached history is cut off.' })
  const events: AttachedEvent[] = []
  for (const [at, line] of lines.entries()) {
    const event = eventIn(line)
    if (event) events.push(event)
    else
      problems.push({ code: 'event', where: eventNumber(at), message: `Line ${at + 1} of the history is not an event as it was written.` })
    if (isStep(at)) yield at / lines.length / 2
  }
  problems.push(...(yield* chainProblems(events)), ...events.flatMap(leafProblems))
  return { events, problems }
}

function eventIn(line: string): AttachedEvent | null {
  try {
    const value = JSON.parse(line) as Json
    if (canonicalise(value) !== line || typeof value !== 'object' || value === null || Array.isArray(value)) return null
    const event = value as unknown as AttachedEvent
    const texts = [event.id, event.stream, event.type, event.prev, event.hash]
    const objects = [event.data, event.meta]
    const right =
      Object.keys(event).every((key) => MEMBERS.includes(key)) &&
      texts.every((one) => typeof one === 'string') &&
      objects.every((one) => typeof one === 'object' && one !== null && !Array.isArray(one)) &&
      Number.isSafeInteger(event.revision) &&
      Number.isSafeInteger(event.version) &&
      (event.disclosed === undefined || Array.isArray(event.disclosed))
    return right ? event : null
  } catch {
    return null
  }
}

/** What is wrong with the chain, said as what must have happened to it. */
function* chainProblems(events: readonly AttachedEvent[]): Steps<Problem[]> {
  const problems: Problem[] = []
  const say = (code: Problem['code'], revision: number, message: string) =>
    problems.push({ code, where: eventNumber(revision), message: `${capital(eventNumber(revision))} ${message}` })
  const seen = new Set<number>()
  const there = new Set(events.map(({ revision }) => revision))
  const last = Math.max(-1, ...there)
  for (let revision = 0; revision <= last && problems.length < 20; revision++) {
    if (!there.has(revision)) say('event-missing', revision, 'is missing from the history.')
  }
  const hashes = new Set(events.map(({ hash }) => hash))
  const shuffled = there.size === events.length && there.size === last + 1
  for (const [at, event] of events.entries()) {
    const { revision, prev } = event
    const before = events[at - 1]
    const again = seen.has(revision)
    seen.add(revision)
    // The one before was changed and given a new hash, or this one was put in its place.
    const strayed = before?.revision === revision - 1 && prev !== before.hash && !hashes.has(prev)
    if (event.stream !== events[0]!.stream) say('event-added', revision, 'belongs to another history.')
    else if (!hashIsRight(event)) say('event', revision, 'was changed: it does not have its hash.')
    else if (again) say('event-added', revision, 'stands there twice: one of them was added.')
    else if (revision !== at && shuffled) say('event-order', revision, 'is not in its place.')
    else if (strayed) say('event', revision - 1, 'is not the one that the next event followed.')
    else if (revision === 0 && prev !== '') say('event-missing', 0, 'follows one that is missing.')
    if (isStep(at)) yield (1 + at / events.length) / 2
  }
  return problems
}

function leafProblems(event: AttachedEvent): Problem[] {
  const wrong = (event.disclosed ?? []).some((disclosure) => !isRight(event, disclosure))
  if (!wrong) return []
  const where = eventNumber(event.revision)
  return [{ code: 'disclosure', where, message: `A value shown in ${where} is not the one that was recorded.` }]
}

/** Whether the stored event has, where the disclosure says, a leaf with its digest. */
export function isRight(event: Pick<StoredEvent, 'data' | 'meta'>, disclosure: unknown): disclosure is Disclosure {
  if (!Array.isArray(disclosure) || disclosure.length !== 3) return false
  const [path, salt, value] = disclosure as [unknown, unknown, Json]
  if (!Array.isArray(path) || typeof salt !== 'string') return false
  let leaf: Json | undefined = { data: event.data, meta: event.meta } as JsonObject
  for (const step of path as (string | number)[]) {
    if (typeof leaf !== 'object' || leaf === null || !Object.hasOwn(leaf, step)) return false
    leaf = (leaf as Record<string | number, Json>)[step]
  }
  try {
    return isWithheld(leaf) && leaf.$ === digestOfLeaf(salt, value)
  } catch {
    return false
  }
}

function hashIsRight(event: AttachedEvent): boolean {
  try {
    return hashOfEvent(event) === event.hash
  } catch {
    return false
  }
}
const capital = (words: string) => words.slice(0, 1).toUpperCase() + words.slice(1)
