import { aggregateOf, streamsWithSameKey } from '#domain/aggregates'
import { ANCHORS_STREAM } from '#domain/anchors'
import {
  type Disclosure,
  EVERYBODY,
  type EventMeta,
  type Fact,
  type FactCodec,
  isWithheld,
  type Json,
  OWN_SUBJECT,
  type StoredEvent,
} from '#domain/kernel'
import { streamOfPack } from '#domain/pack'
import { type ChainHead, disclosuresOf, EventCorrupt, leavesOf, verifyChain } from '#platform/event-codec'
import type { EventLog } from '#platform/event-log'
import type { KeyLookup, SubjectKeys } from '#platform/subject-keys'
import type { AnchorStore, KeptLeaf } from '#processes/anchoring'
import type { Finding } from './findings.ts'

/** What a walk over the log has seen so far. */
export interface Walked {
  /** The last event of each stream. Some 200 bytes a stream: a million streams fit. */
  readonly heads: Map<string, ChainHead>
  /** Packs that a workspace's chain says were deleted for good. */
  readonly deleted: Set<string>
  /** Whose data in each stream was deleted, as it says itself; `EVERYBODY` where all of it was. */
  readonly erased: Map<string, Set<string>>
  /** Subjects whose values are gone from a stream that had a key destroyed, by stream and subject, each with an event that misses them. */
  readonly keyless: Map<string, Gone>
  /** The root of each anchor, by its number, as the chain of anchors has it. */
  readonly roots: Map<number, string>
  /** Where in the stream of anchors an anchor's timestamp stands, by its number. */
  readonly stamps: Map<number, number>
  events: number
  /** How far it has come. */
  position: string
}

interface Gone {
  readonly stream: string
  readonly subject: string
  readonly revision: number
}

export interface EventsDeps {
  readonly log: Pick<EventLog, 'readAll'>
  readonly keys: SubjectKeys
  readonly anchors: AnchorStore
}

export const startOfWalk = (): Walked => ({
  heads: new Map(),
  deleted: new Set(),
  erased: new Map(),
  keyless: new Map(),
  roots: new Map(),
  stamps: new Map(),
  events: 0,
  position: '',
})

const PAGE = 200
/** Of a value that no box is left of, in an event that nobody here knows. */
const SOMEBODY = ''
const WORDS = {
  stream: 'belongs to another stream',
  order: 'is not the next one',
  link: 'does not follow the one before',
  hash: 'was changed',
}

/** The log in its order, on from where the walk stands, a page at a time: each chain, each sealed value, and each anchored place. */
export async function* walkEvents({ log, keys, anchors }: EventsDeps, walked: Walked): AsyncGenerator<readonly Finding[]> {
  // The next page comes while this one is checked. What is deleted meanwhile has neither keys nor anchored places to be held against.
  let ahead = log.readAll(walked.position, PAGE)
  let keylessBefore = walked.keyless.size
  function readOn(after: string): void {
    ahead = log.readAll(after, PAGE)
    keylessBefore = walked.keyless.size
    // Asked for below, or by nobody any more.
    ahead.catch(() => undefined)
  }
  try {
    for (;;) {
      const [page, keyless] = [await ahead, keylessBefore]
      if (!page.atEnd) readOn(page.position)
      const events = page.events.map(({ event }) => event)
      const [lookup, anchored] = await Promise.all([keys.existingAll(subjectsIn(events)), anchors.anchoredAt(events)])
      const findings = [...chains(events, walked), ...(await values(events, lookup, keys, walked)), ...againstAnchors(events, anchored)]
      walked.events += events.length
      for (const event of events) {
        const { type, data, stream, revision } = event
        for (const { stream: of, subject } of erasedBy(event)) walked.erased.set(of, (walked.erased.get(of) ?? new Set()).add(subject))
        if (type === 'PackPermanentlyDeleted') walked.deleted.add(streamOfPack(String(data.pack)))
        if (type === 'HeadsAnchored' && stream === ANCHORS_STREAM) walked.roots.set(Number(data.number), String(data.root))
        if (type === 'AnchorTimestamped' && stream === ANCHORS_STREAM) walked.stamps.set(Number(data.number), revision)
      }
      walked.position = page.position
      yield findings
      if (!page.atEnd) continue
      if (walked.keyless.size === keyless) return yield unasked(walked)
      // What it says of a key that was found destroyed since this page was asked for may stand behind it.
      readOn(page.position)
    }
  } finally {
    // Nothing is asked of a database that is being closed.
    await ahead.catch(() => undefined)
  }
}

/** Each once: a signer's values stand in many events. */
function subjectsIn(events: readonly StoredEvent[]) {
  const all = events.flatMap(({ stream, sealed }) => sealed.map(({ subject }) => ({ stream, subject })))
  return [...new Map(all.map((one) => [`${one.stream} ${one.subject}`, one])).values()]
}

function chains(events: readonly StoredEvent[], { heads }: Walked): readonly Finding[] {
  const findings: Finding[] = []
  for (const event of events) {
    const { stream, revision, hash } = event
    for (const { code } of verifyChain([event], heads.get(stream))) {
      const kind = code === 'hash' ? 'event' : 'chain'
      findings.push({ kind, where: stream, revision, words: `event ${revision} of ${stream} ${WORDS[code]}` })
    }
    heads.set(stream, { revision, hash })
  }
  return findings
}

/** Whose values, in which streams, an event says are gone: of a person all that is theirs goes with their profile. */
function erasedBy({ stream, type, data }: StoredEvent): readonly { readonly stream: string; readonly subject: string }[] {
  const aggregate = aggregateOf(stream)
  const subjects = aggregate?.erases?.({ type, data }) ?? []
  if (subjects !== EVERYBODY) return subjects.map((subject) => ({ stream, subject }))
  return streamsWithSameKey(stream).map((one) => ({ stream: one, subject: EVERYBODY }))
}

/**
 * What is sealed is no part of the chain, so that it can be destroyed: exchanged it does not open, and where it is gone a key of that
 * stream must have been destroyed.
 */
async function values(
  events: readonly StoredEvent[],
  lookup: KeyLookup,
  keys: SubjectKeys,
  { keyless }: Walked,
): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  const whole = new Set<string>()
  for (const event of events) {
    const { stream, revision } = event
    const finding = (words: string): Finding => ({ kind: 'values', where: stream, revision, words })
    const opened = openedOf(event, lookup)
    if (opened === null) findings.push(finding(`the sealed values of event ${revision} of ${stream} were changed`))
    else if (opened.length < leavesIn(event.data) + leavesIn(event.meta)) {
      const gone = goneFrom(event, opened, lookup).filter((subject) => !keyless.has(`${stream} ${subject}`))
      if (gone.length === 0) continue
      if (!whole.has(stream) && (await keys.allOf(stream)) === null) {
        for (const subject of gone) keyless.set(`${stream} ${subject}`, { stream, subject, revision })
      } else {
        whole.add(stream)
        findings.push(finding(`sealed values of event ${revision} of ${stream}, or their key, were removed`))
      }
    }
  }
  return findings
}

/** The subjects whose values it no longer holds completely. */
function goneFrom(event: StoredEvent, opened: readonly Disclosure[], lookup: KeyLookup): readonly string[] {
  const there = new Set(opened.map(([path]) => path.join(' ')))
  const { stream, data, meta, sealed } = event
  const codec = codecFor(event)
  // What is kept under its digest goes with the stream itself.
  const shared = codec?.shared(event.type).map((path) => ({ path, subject: OWN_SUBJECT })) ?? []
  const known = codec === null ? [] : [...shared, ...leavesOf({ type: event.type, data }, meta as unknown as EventMeta, codec)]
  const root = { data, meta } as unknown as Readonly<Record<string, Readonly<Record<string, Json>>>>
  const missed = known.filter(({ path: [part, name] }) => isWithheld(root[String(part)]?.[String(name)]) && !there.has(`${part} ${name}`))
  const subjects = missed.length > 0 ? missed : sealed.filter(({ subject }) => lookup(stream, subject) === null)
  return subjects.length > 0 ? [...new Set(subjects.map(({ subject }) => subject))] : [SOMEBODY]
}

/** Null where nobody here knows whose values such an event has. */
function codecFor({ stream, type, version }: StoredEvent): FactCodec<Fact> | null {
  const codec = aggregateOf(stream)?.codec
  try {
    return codec?.version(type) === version ? codec : null
  } catch {
    return null
  }
}

/** At the end of the log: every key goes after a fact that says for whom, in its own stream or in that of the pack's workspace. */
function unasked({ keyless, erased, deleted }: Walked): readonly Finding[] {
  return [...keyless.values()].flatMap(({ stream, subject, revision }): Finding[] => {
    const whose = erased.get(stream)
    const asked = whose !== undefined && (subject === SOMEBODY || whose.has(subject) || whose.has(EVERYBODY))
    if (asked || deleted.has(stream)) return []
    const words = `a key of ${stream}, of values in event ${revision}, was destroyed, and nobody asked for it`
    return [{ kind: 'values', where: stream, revision, words }]
  })
}

/** The values that can be read; null where what is there does not open, or is another value. */
function openedOf(event: StoredEvent, lookup: KeyLookup): readonly Disclosure[] | null {
  try {
    return disclosuresOf(event, lookup)
  } catch (error) {
    if (!(error instanceof EventCorrupt)) throw error
    return null
  }
}

function leavesIn(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0
  if (isWithheld(value)) return 1
  let leaves = 0
  for (const part of Object.values(value)) leaves += leavesIn(part)
  return leaves
}

/** A chain that was rewritten from some event on is whole in itself: only anchors reveal it. */
function againstAnchors(events: readonly StoredEvent[], anchored: readonly KeptLeaf[]): readonly Finding[] {
  const hashes = new Map(events.map(({ stream, revision, hash }) => [`${stream} ${revision}`, hash]))
  return anchored.flatMap(({ stream, revision, hash }): Finding[] => {
    if (hash === null || hashes.get(`${stream} ${revision}`) === hash) return []
    return [{ kind: 'anchor', where: stream, revision, words: `event ${revision} of ${stream} differs from the anchored one` }]
  })
}
