import type { RecordedEvent, StoredEvent } from '#domain/kernel'
import { codec, evolve, initial, type PackFact, type PackState, redactForFileHolder, streamOfPack } from '#domain/pack'
import type { Attachment } from '#pdf/signature'
import { type AttachedEvent, HISTORY_NAME, HISTORY_TYPE, writeHistory } from '#pdf/verification'
import { disclosuresOf, EventCorrupt, openEvents } from '#platform/event-codec'
import { type EventLog, pagesOf } from '#platform/event-log'
import type { SubjectKeys } from '#platform/subject-keys'

export interface HistoryDeps {
  readonly log: Pick<EventLog, 'read'>
  readonly keys: Pick<SubjectKeys, 'existingAll' | 'onDestroyed'>
}
export interface AttachedHistory {
  readonly attachment: Attachment
  readonly count: number
  /** The hash of the last event attached. */
  readonly head: string
}

/**
 * A document's history up to and with the stamping of its pages in this attempt, as it is attached to its sealed file:
 * events as stored, with the values that the file's pages show. null where the stamping is not in the log.
 */
export async function historyOf(
  deps: HistoryDeps,
  pack: string,
  stamping: { readonly document: string; readonly attempt: number },
): Promise<AttachedHistory | null> {
  const all = await storedEvents(deps, pack)
  const end = all.findLastIndex(
    ({ type, data }) => type === 'DocumentStamped' && data.document === stamping.document && data.attempt === stamping.attempt,
  )
  const last = all[end]
  if (!last) return null
  const attached = await attachedEvents(deps, all.slice(0, end + 1), stamping.document)
  return {
    count: attached.length,
    head: last.hash,
    attachment: {
      name: HISTORY_NAME,
      bytes: new TextEncoder().encode(writeHistory(attached)),
      mimeType: HISTORY_TYPE,
      description: 'The history of this document: one event a line, each with the hash of the one before it',
      relationship: 'Data',
    },
  }
}

/** The history so far, as a holder of the file may read it: its pages show no more than it carries. */
export async function historySoFar(deps: HistoryDeps, pack: string, document: string): Promise<readonly AttachedEvent[]> {
  return attachedEvents(deps, await storedEvents(deps, pack), document)
}

async function attachedEvents({ keys }: HistoryDeps, events: readonly StoredEvent[], document: string): Promise<AttachedEvent[]> {
  // Each is looked at by itself where it is opened; a file with a broken chain would be sealed and never verify.
  const stray = events.find(({ prev }, at) => prev !== (events[at - 1]?.hash ?? ''))
  if (stray) throw new EventCorrupt(stray, 'it does not follow the one before it')
  const recorded = await openEvents(events, codec, keys, 'facts')
  const shown = redactForFileHolder(recorded, stateAfter(recorded), document)
  // Only what is shown is opened once more, for its salts.
  const disclosedEvents = events.filter(({ revision }) => shown.has(revision))
  const lookup = await keys.existingAll(disclosedEvents.flatMap(({ stream, sealed }) => sealed.map(({ subject }) => ({ stream, subject }))))
  return events.map((event): AttachedEvent => {
    const paths = shown.get(event.revision)?.map((path) => path.join('/'))
    return paths ? { ...event, disclosed: disclosuresOf(event, lookup).filter(([path]) => paths.includes(path.join('/'))) } : event
  })
}

function stateAfter(recorded: readonly RecordedEvent<PackFact>[]): PackState {
  const copied = new Set<object>()
  return recorded.reduce<PackState>(
    (before, { fact, meta, revision }) => evolve(before, fact, { time: meta.time, revision, principal: meta.actor.principal, copied }),
    initial,
  )
}

async function storedEvents({ log }: HistoryDeps, pack: string): Promise<StoredEvent[]> {
  const events: StoredEvent[] = []
  for await (const page of pagesOf(log, streamOfPack(pack), 0n)) events.push(...page)
  return events
}
