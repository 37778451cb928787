import { ANCHORS_STREAM } from '#domain/anchors'
import type { StoredEvent } from '#domain/kernel'
import { type ChainHead, disclosuresOf, EventCorrupt, verifyChain } from '#platform/event-codec'
import type { EventLog } from '#platform/event-log'
import type { SubjectKeys } from '#platform/subject-keys'
import type { AnchorStore } from '#processes/anchoring'
import type { Finding } from './findings.ts'

/** What a walk over the log has seen so far. */
export interface Walked {
  /** The last event of each stream. Some 200 bytes a stream: a million streams fit. */
  readonly heads: Map<string, ChainHead>
  /** Packs that a workspace's chain says were deleted for good. */
  readonly deleted: Set<string>
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

const PAGE = 200
const WORDS = {
  stream: 'belongs to another stream',
  order: 'is not the next one',
  link: 'does not follow the one before',
  hash: 'was changed',
}

/** The log in its order, on from where the walk stands, a page at a time: each chain, each sealed value, and each anchored place. */
export async function* walkEvents({ log, keys, anchors }: EventsDeps, walked: Walked): AsyncGenerator<readonly Finding[]> {
  for (;;) {
    const page = await log.readAll(walked.position, PAGE)
    const events = page.events.map(({ event }) => event)
    const findings = [...chains(events, walked), ...(await values(events, keys)), ...(await againstAnchors(events, anchors))]
    walked.events += events.length
    for (const { type, data, stream, revision } of events) {
      if (type === 'PackPermanentlyDeleted') walked.deleted.add(`pack-${String(data.pack)}`)
      if (type === 'AnchorTimestamped' && stream === ANCHORS_STREAM) walked.stamps.set(Number(data.number), revision)
    }
    walked.position = page.position
    yield findings
    if (page.atEnd) return
  }
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

async function values(events: readonly StoredEvent[], keys: SubjectKeys): Promise<readonly Finding[]> {
  const lookup = await keys.existingAll(events.flatMap((event) => event.sealed.map(({ subject }) => ({ stream: event.stream, subject }))))
  return events.flatMap((event): Finding[] => {
    try {
      disclosuresOf(event, lookup)
      return []
    } catch (error) {
      if (!(error instanceof EventCorrupt)) throw error
      const { stream, revision } = event
      return [{ kind: 'values', where: stream, revision, words: `the sealed values of event ${revision} of ${stream} were changed` }]
    }
  })
}

/** A chain that was written anew from some event on is whole in itself: only what was anchored tells. */
async function againstAnchors(events: readonly StoredEvent[], anchors: AnchorStore): Promise<readonly Finding[]> {
  const hashes = new Map(events.map(({ stream, revision, hash }) => [`${stream} ${revision}`, hash]))
  return (await anchors.anchoredAt(events)).flatMap(({ stream, revision, hash }): Finding[] => {
    if (hash === null || hashes.get(`${stream} ${revision}`) === hash) return []
    return [{ kind: 'anchor', where: stream, revision, words: `event ${revision} of ${stream} is another one than was anchored` }]
  })
}
