import type { StoredEvent } from '#domain/kernel'
import {
  DuplicateEventId,
  type EventLog,
  type LoggedEvent,
  MAX_APPEND_BYTES,
  OutcomeUnknown,
  RevisionConflict,
  START,
  StreamRemoved,
} from './port.ts'

/** Where a copy stands: everything up to `source` in the one log is there up to `destination` in the other. */
export interface CopyPlace {
  readonly source: string
  readonly destination: string
  readonly events: number
}
export interface CopyDeps {
  readonly from: EventLog
  readonly to: EventLog
  /** From where to go on; null at the beginning. */
  readonly begin: CopyPlace | null
  /** Kept durably before the next page is copied: a copy that was broken off goes on from here. */
  reached(place: CopyPlace): Promise<void>
  /** Streams that an event says were taken out for good: they must be so in the other log too. */
  removedBy(event: StoredEvent): string | null
  pause(attempt: number): Promise<void>
}

const PAGE = 500
const ATTEMPTS = 10
/** Well under what one append may have, with what JSON and the wire add. */
const MOST_BYTES = MAX_APPEND_BYTES / 2

/**
 * Copies a log event by event, in its one order, as it stands: ids, bytes and hashes. A page that was copied before a crash is
 * sent again and changes nothing. Nothing may be appended to either log meanwhile. @throws CopyDiffers where something was
 */
export async function copyLog({ from, to, begin, reached, removedBy, pause }: CopyDeps): Promise<CopyPlace> {
  async function put(run: readonly StoredEvent[]): Promise<string> {
    const [first] = run as [StoredEvent]
    try {
      return (await surely(() => to.append(first.stream, BigInt(first.revision) - 1n, run), pause)).position
    } catch (error) {
      if (!isTaken(error)) throw error
      if (run.length === 1) throw new CopyDiffers(placeOf(first), 'does not follow what is in the new log')
    }
    // Its beginning may be there from a copy before, which ended within what is now one run.
    let destination = START
    for (const event of run) destination = await put([event])
    return destination
  }

  let place = begin ?? { source: START, destination: START, events: 0 }
  for (;;) {
    const { events, position, atEnd } = await from.readAll(place.source, PAGE)
    let { destination } = place
    for (const run of runsOf(events)) {
      destination = await put(run)
      for (const event of run) {
        const removed = removedBy(event)
        if (removed !== null) await surely(() => to.remove(removed), pause)
      }
    }
    if (events.length > 0 || position !== place.source) {
      place = { source: position, destination, events: place.events + events.length }
      await reached(place)
    }
    if (atEnd) return place
  }
}

/** Events that follow each other in one stream go together: the order of all stays. */
function* runsOf(events: readonly LoggedEvent[]): Generator<readonly StoredEvent[]> {
  let run: StoredEvent[] = []
  let bytes = 0
  for (const { event } of events) {
    const size = Buffer.byteLength(JSON.stringify(event))
    if (run.length > 0 && (run[0]!.stream !== event.stream || bytes + size > MOST_BYTES)) {
      yield run
      run = []
      bytes = 0
    }
    run.push(event)
    bytes += size
  }
  if (run.length > 0) yield run
}

async function surely<T>(work: () => Promise<T>, pause: (attempt: number) => Promise<void>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof OutcomeUnknown) || attempt === ATTEMPTS - 1) throw error
      await pause(attempt)
    }
  }
}

/** Something else stands there, or what comes before it is missing. */
function isTaken(error: unknown): boolean {
  return error instanceof RevisionConflict || error instanceof DuplicateEventId || error instanceof StreamRemoved
}

/** Two logs that should say the same do not. */
export class CopyDiffers extends Error {
  constructor(where: string, why: string) {
    super(`the copy is not the same: ${where} ${why}`)
    this.name = 'CopyDiffers'
  }
}

/**
 * Reads both logs from their beginning, side by side: the same events in the same order, each chain whole. Trusts nothing that the
 * copying remembered. Answers how many there are. @throws CopyDiffers
 */
export async function compareLogs(
  one: Pick<EventLog, 'readAll'>,
  other: Pick<EventLog, 'readAll'>,
  isWhole: (event: StoredEvent, after: { readonly revision: number; readonly hash: string } | undefined) => boolean,
): Promise<{ readonly events: number; readonly streams: number }> {
  const heads = new Map<string, { revision: number; hash: string }>()
  const [left, right] = [eventsOf(one), eventsOf(other)]
  for (let events = 0; ; events++) {
    const [a, b] = [await left.next(), await right.next()]
    if (a.done && b.done) return { events, streams: heads.size }
    if (a.done || b.done)
      throw new CopyDiffers(placeOf((a.done ? b : a).value!), a.done ? 'is not in the old log' : 'is not in the new log')
    const [mine, theirs] = [a.value, b.value]
    if (mine.stream !== theirs.stream || mine.revision !== theirs.revision || mine.id !== theirs.id || mine.hash !== theirs.hash) {
      throw new CopyDiffers(placeOf(mine), `stands where the other has ${placeOf(theirs)}`)
    }
    // Of both: a stored hash says nothing of the bytes stored next to it.
    for (const event of [mine, theirs]) {
      if (!isWhole(event, heads.get(event.stream))) throw new CopyDiffers(placeOf(event), 'does not fit into its chain')
    }
    heads.set(mine.stream, { revision: mine.revision, hash: mine.hash })
  }
}

async function* eventsOf(log: Pick<EventLog, 'readAll'>): AsyncGenerator<StoredEvent, undefined> {
  for (let after = START; ; ) {
    const page = await log.readAll(after, PAGE)
    for (const { event } of page.events) yield event
    if (page.atEnd) return undefined
    after = page.position
  }
}

const placeOf = ({ stream, revision }: StoredEvent) => `event ${revision} of ${stream}`
