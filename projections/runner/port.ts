import type { LogFilter, LoggedEvent } from '#platform/event-log'
import type { Queries } from '#platform/postgres'

/**
 * A read model: tables in a database schema of its own, filled from the log's events alone. Its tables may be dropped
 * at any time and come back the same. `T`: how its rows are written, as its store offers.
 */
export interface Projection<T = Queries> {
  /** Also the name of the database schema its tables live in. */
  readonly name: string
  /**
   * Raise it when the same events would give other rows: the next start then rebuilds the tables. Rows that may be kept in several
   * homes have a thousand of their own for each: from one home to another there is neither newer nor older.
   */
  readonly version: number
  /** Makes the tables. Names stand without a schema: the runner says which. */
  readonly schema: string
  readonly filter: LogFilter
  /** For rows that are kept elsewhere than in its tables: what differs between two schemas' own. */
  readonly compare?: (tables: Queries, live: string, rebuilt: string) => Promise<readonly TableDifference[]>
  /** Indexes of `schema` that only readers need: a rebuild makes them when all rows are there, in one go. */
  readonly indexesForReaders?: readonly string[]
  /** A fresh reader, with nothing in memory. The live projection and a rebuild next to it have one each. */
  open(): Projector<T>
}

/** Rows that are not the same in two makings of a read model. */
export interface TableDifference {
  readonly table: string
  readonly live: number
  readonly rebuilt: number
}

export interface Projector<T = Queries> {
  /**
   * Writes the changes of these events, in order, within the transaction of `tables`, whose search path is the projection's
   * schema. The same events may come again, also in part: the rows must end the same. `erased` streams had a key destroyed,
   * announced or not: nothing of them in memory may come into rows.
   */
  project(events: readonly LoggedEvent[], tables: T, erased?: ReadonlySet<string>): Promise<void>
  /** The first half of `project`, which needs no tables: so that a rebuild reads on while it writes. */
  stage?(events: readonly LoggedEvent[], erased?: ReadonlySet<string>): Promise<(tables: T) => Promise<void>>
  /** Fetches what `stage` will ask for, while it is still busy with the events before. */
  prepare?(events: readonly LoggedEvent[]): Promise<void>
  /** The keys of this stream's confidential values were destroyed: drops its memory and rewrites its rows. */
  forget(stream: string, tables: T): Promise<void>
  /** Drops the memory of a stream that had a key destroyed; null: of all streams, where it is not known which. */
  letGo(stream: string | null): void
}

/** An event that could not be projected. It is never skipped: the projection stops until somebody has looked. */
export interface Fault {
  readonly event: string
  readonly stream: string
  readonly revision: number
  readonly type: string
  /** Name of the error and where it arose; never its words, which may quote what people typed. */
  readonly problem: string
}

export interface ProjectionStatus {
  readonly name: string
  /** standby: another process owns it; stopped: see `fault`. */
  readonly state: 'standby' | 'catching-up' | 'live' | 'stopped'
  readonly position: string
  readonly fault: Fault | null
}
