import type { Queries } from '#platform/postgres'
import { areNewer, type Checkpoint } from './checkpoints.ts'
import type { Fault, Projection } from './port.ts'

/** Where one page of events is written: from which checkpoint to which. */
export interface Advance {
  readonly name: string
  readonly from: string
  readonly to: string
  /** Of the events that lie between. */
  readonly streams: readonly string[]
}

/** What a transaction finds when its turn has come. */
export interface Found {
  /** Whether the checkpoint moved. */
  readonly stood: boolean
  /** Those of its streams that had a key destroyed by then: a process that destroys one rewrites rows after it, and that waits for its turn as well. */
  readonly erased: ReadonlySet<string>
}

/**
 * Where read models are kept: rows and checkpoint in one database, so that they move together or not at all. `T` is how
 * rows are written within a transaction.
 */
export interface ProjectionStore<T = Queries> {
  checkpoint(name: string): Promise<Checkpoint | null>
  /** Makes the tables where there are none, or those of an earlier version. Only for the owner. @throws KeptByNewer */
  prepare(projection: Projection<T>, start: string): Promise<Checkpoint>
  /**
   * One transaction: the checkpoint moves first, where it stands at `from`, and holds up every rival until the end. An error of
   * `write` takes everything back.
   */
  advance(at: Advance, write: (tables: T, found: Found) => Promise<void>): Promise<void>
  /** Rewrites rows of a stream in a transaction that never overlaps an `advance` of this projection. */
  rewrite(name: string, stream: string, write: (tables: T) => Promise<void>): Promise<void>
  recordFault(name: string, fault: Fault): Promise<void>
  /** After many new rows. */
  analyse(name: string): Promise<void>
}

/** The tables are those of a later version: a newer program runs next to this one, or did. This one must not rebuild them. */
export class OwnedByNewerVersion extends Error {
  constructor(name: string) {
    super(`the tables of projection ${name} are those of a newer version`)
    this.name = 'KeptByNewer'
  }
}

/** @throws KeptByNewer */
export function refuseNewerVersion(
  found: Pick<Checkpoint, 'version'> | null | undefined,
  { name, version }: { name: string; version: number },
): void {
  if (found && areNewer(found.version, version)) throw new OwnedByNewerVersion(name)
}

/** Somebody else moved the checkpoint: this process is no longer the owner, and its transaction must not be kept. */
export class CheckpointMoved extends Error {
  constructor(name: string) {
    super(`the checkpoint of projection ${name} was moved by another owner`)
    this.name = 'CheckpointMoved'
  }
}

/**
 * Rows and checkpoint together, and only from where this owner left it: one that was thought dead writes nothing.
 * @throws CheckpointMoved
 */
export function advance<T>(
  store: Pick<ProjectionStore<T>, 'advance'>,
  at: Advance,
  write: (tables: T, erased: Found['erased']) => Promise<void>,
): Promise<void> {
  return store.advance(at, async (tables, { stood, erased }) => {
    if (!stood) throw new CheckpointMoved(at.name)
    await write(tables, erased)
  })
}
