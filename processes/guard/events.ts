import { ANCHORS_STREAM } from '#domain/anchors'
import { isWithheld, type Json, type StoredEvent } from '#domain/kernel'
import { type ChainHead, disclosuresOf, EventCorrupt, verifyChain } from '#platform/event-codec'
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
  /** Streams that say that somebody's data in them was deleted. */
  readonly erased: Set<string>
  /** Streams of which a key was destroyed, each with an event whose values went with it. */
  readonly keyless: Map<string, number>
  /** Where in the stream of anchors an anchor's timestamp stands, by its number. */
  readonly stamps: Map<number, number>
  events: number
  /** How far it has come. */
  position: string
}

export interface EventsDeps {
  readonly log: Pick<EventLog, 'readAll'>
  readonly keys: SubjectKeys
  readonly anchors: AnchorStore
}

export const startOfWalk = (): Walked => ({
  heads: new Map(),
  deleted: new Set(),
  erased: new Set(),
  keyless: new Map(),
  stamps: new Map(),
  events: 0,
  position: '',
})

const PAGE = 200
const ERASURES: ReadonlySet<string> = new Set(['PersonErased', 'ProfileErased'])
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
      for (const { type, data, stream, revision } of events) {
        if (ERASURES.has(type)) walked.erased.add(stream)
        if (type === 'PackPermanentlyDeleted') walked.deleted.add(`pack-${String(data.pack)}`)
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
    else if (opened < leavesIn(event.data) + leavesIn(event.meta)) {
      if (keyless.has(stream)) continue
      if (!whole.has(stream) && (await keys.allOf(stream)) === null) keyless.set(stream, revision)
      else {
        whole.add(stream)
        findings.push(finding(`sealed values of event ${revision} of ${stream}, or their key, were taken away`))
      }
    }
  }
  return findings
}

/** At the end of the log: every key goes after a fact that says for whom, in its own stream or in that of the pack's workspace. */
function unasked({ keyless, erased, deleted }: Walked): readonly Finding[] {
  return [...keyless].flatMap(([stream, revision]): Finding[] => {
    if (erased.has(stream) || deleted.has(stream)) return []
    const words = `a key of ${stream}, of values in event ${revision}, was destroyed, and nobody asked for it`
    return [{ kind: 'values', where: stream, revision, words }]
  })
}

/** How many values can be read; null where what is there does not open, or is another value. */
function openedOf(event: StoredEvent, lookup: KeyLookup): number | null {
  try {
    return disclosuresOf(event, lookup).length
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

/** A chain that was written anew from some event on is whole in itself: only what was anchored tells. */
function againstAnchors(events: readonly StoredEvent[], anchored: readonly KeptLeaf[]): readonly Finding[] {
  const hashes = new Map(events.map(({ stream, revision, hash }) => [`${stream} ${revision}`, hash]))
  return anchored.flatMap(({ stream, revision, hash }): Finding[] => {
    if (hash === null || hashes.get(`${stream} ${revision}`) === hash) return []
    return [{ kind: 'anchor', where: stream, revision, words: `event ${revision} of ${stream} is another one than was anchored` }]
  })
}
