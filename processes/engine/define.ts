import type { Fact } from '#domain/kernel'
import type { OpenStreams, Process, Queue, ReaderDeps, StoredReaction } from './process.ts'
import { openedReader, type Reader, storedReader } from './read.ts'

/** All that the engine knows of a process. `Needs`: what it takes of the program, named by itself. */
export interface DeclaredProcess<in Needs> {
  readonly name: string
  readonly reader: (deps: ReaderDeps) => Reader
  readonly queues: (needs: Needs) => readonly Queue[]
  /** What is asked for again after a stop or a takeover; null where nothing is. */
  readonly sweep: { readonly open: OpenStreams<Needs>; readonly process: Process<unknown, Fact> } | null
}

/** A process that follows the events of an aggregate as they read, with the state that they led to. */
export function defineProcess<S, F extends Fact, Needs, Open = unknown>({
  process,
  queues,
  sweep,
}: {
  readonly process: Process<S, F>
  readonly queues: (needs: Needs) => readonly Queue[]
  readonly sweep?: OpenStreams<Open>
}): DeclaredProcess<Needs & Open> {
  // What it folds and reacts to is its own affair.
  const erased = process as unknown as Process<unknown, Fact>
  return {
    name: process.name,
    reader: (deps) => openedReader(deps, process),
    queues,
    sweep: sweep ? { open: sweep, process: erased } : null,
  }
}

/** A process to which events say enough as they are stored; of several aggregates, perhaps. */
export function defineStoredProcess<Needs>({
  name,
  reactions,
  queues,
}: {
  readonly name: string
  readonly reactions: readonly StoredReaction[]
  readonly queues: (needs: Needs) => readonly Queue[]
}): DeclaredProcess<Needs> {
  return { name, reader: () => storedReader(name, reactions), queues, sweep: null }
}

export type NeedsOf<P extends readonly DeclaredProcess<never>[]> = {
  [I in keyof P]: P[I] extends DeclaredProcess<infer N> ? (needs: N) => void : never
}[number] extends (needs: infer All) => void
  ? All
  : never
