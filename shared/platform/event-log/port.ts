import { MAX_APPEND_BYTES, type StoredEvent } from '#domain/kernel'

/** The expected revision of a stream that has no events yet. */
export const NO_EVENTS = -1n
/** The position before the first event of the log. */
export const START = ''
export { MAX_APPEND_BYTES }

/** An event with its place among all events. Positions are opaque: store them, hand them back, compare by `compare`. */
export interface LoggedEvent {
  readonly position: string
  readonly event: StoredEvent
}
export interface Appended {
  /** Revision of the last event of the append. */
  readonly revision: bigint
  readonly position: string
}
/** Which events: any of the prefixes (where given) and any of the types (where given). */
export interface LogFilter {
  readonly streamPrefixes?: readonly string[]
  readonly types?: readonly string[]
}
export interface LogPage {
  readonly events: readonly LoggedEvent[]
  /** Everything the filter wants up to here is in the page: the place to read on from. */
  readonly position: string
  /** Nothing was there beyond `position` when the page was read. */
  readonly atEnd: boolean
}
/** The last revision of each stream that has grown beyond some position; at least that, where the stream was removed since. */
export interface StreamRevisions {
  readonly streams: ReadonlyMap<string, number>
  /** Everything up to here is in `streams`. */
  readonly position: string
  /** False: so much has come that some of it is left out. */
  readonly complete: boolean
}
export interface SubscribeOptions {
  /** Exclusive; `START` for everything. */
  readonly after: string
  readonly filter?: LogFilter
  /** Events read at a time. */
  readonly pageSize?: number
  /** In order, one at a time, each awaited. One that throws is given again after a pause: nothing is skipped. */
  onEvent(logged: LoggedEvent): void | Promise<void>
  /**
   * All events up to here were handled: the place to store. Called after each page and awaited, so that a reader may
   * collect a page in `onEvent` and write it together with the position here. One that throws is called again.
   */
  onCheckpoint?(position: string): void | Promise<void>
  /** Once, when the end of the log is reached for the first time. */
  onCaughtUp?(): void | Promise<void>
  /** A read or a handler failed and is tried again. */
  onTrouble?(error: unknown): void
}
export interface Subscription {
  /** Resolves when the handler that is running has ended. Not to be awaited inside a handler. */
  stop(): Promise<void>
}

/** Streams of events and their one order. Every adapter passes tests/conformance/event-log. */
export interface EventLog {
  /**
   * Appends all events or none. `expected` is the stream's current revision, `NO_EVENTS` for an empty stream. The
   * same event ids with the same expectation give the original result again and write nothing: only ids are
   * compared, so a retry must send identical bytes.
   * @throws RevisionConflict, DuplicateEventId, AppendTooLarge, StreamRemoved: nothing was written
   * @throws OutcomeUnknown: perhaps written; send the identical events again
   */
  append(stream: string, expected: bigint, events: readonly StoredEvent[]): Promise<Appended>
  /** At most `limit` events of a stream from a revision on, in order; none for a stream that is not there. */
  read(stream: string, from: bigint, limit: number): Promise<readonly StoredEvent[]>
  /** The order of all streams. @throws PositionPastEnd when the log ends before `after` (an older copy was restored) */
  readAll(after: string, limit: number, filter?: LogFilter): Promise<LogPage>
  /** Which streams have grown, without their events: the cheap way to know whether an earlier read is current. @throws PositionPastEnd */
  grownSince(after: string): Promise<StreamRevisions>
  subscribe(options: SubscribeOptions): Subscription
  /**
   * Takes a stream out for good: it reads as empty, and nothing can be appended to it ever again. The positions of all
   * other events stay as they are, and so does the end of the log, also when the stream's event was the last one. A
   * reader that has read some of its events keeps those and gets no more, in another process as soon as that is
   * notified. Again, or for a stream that never was, it changes nothing else.
   */
  remove(stream: string): Promise<void>
  /** Takes a stream out for good that has no event yet, so that it never gets one. False, and nothing is changed, where it has some. */
  removeUnborn(stream: string): Promise<boolean>
  /** Position of the last event, `START` for an empty log. */
  head(): Promise<string>
  /** Negative when a comes before b, 0 when they are the same place. */
  compare(a: string, b: string): number
  /** Ends subscriptions and waits for the appends under way. */
  close(): Promise<void>
}

/** A rival was first: nothing was written. */
export class RevisionConflict extends Error {
  readonly stream: string
  readonly expected: bigint
  readonly actual: bigint
  constructor(stream: string, expected: bigint, actual: bigint) {
    super(`${stream} is at revision ${actual}, not ${expected}`)
    this.name = 'RevisionConflict'
    this.stream = stream
    this.expected = expected
    this.actual = actual
  }
}

/** The connection was lost before the answer: the append may have been written. */
export class OutcomeUnknown extends Error {
  constructor(stream: string, cause: unknown) {
    super(`whether the append to ${stream} was written is not known`, { cause })
    this.name = 'OutcomeUnknown'
  }
}

/** An event id that stands elsewhere in the log. Ids are made once and never reused: a mistake of the caller. */
export class DuplicateEventId extends Error {
  constructor(stream: string) {
    super(`an event id of the append to ${stream} is already used elsewhere`)
    this.name = 'DuplicateEventId'
  }
}

/** The stream was taken out for good; a new one under its name would look like the old one with another past. */
export class StreamRemoved extends Error {
  constructor(stream: string) {
    super(`${stream} was removed for good`)
    this.name = 'StreamRemoved'
  }
}

export class AppendTooLarge extends Error {
  constructor(stream: string, bytes: number) {
    super(`an append of ${bytes} bytes to ${stream} is over the limit of ${MAX_APPEND_BYTES}`)
    this.name = 'AppendTooLarge'
  }
}

export class PositionPastEnd extends Error {
  constructor(after: string, head: string) {
    super(`the log ends at ${head || 'its start'}, before ${after}: was an older copy restored?`)
    this.name = 'PositionPastEnd'
  }
}
