import type { DeclaredAggregate, Fact, Json, RecordedEvent } from '#domain/kernel'
import type { CommandHandler } from '#platform/command-handler'
import type { LoggedEvent } from '#platform/event-log'
import type { Handler, QueueSettings } from '#platform/jobs'
import type { SubjectKeys } from '#platform/subject-keys'

/** Something to be done outside the log. Sent twice under one key, it is done once. */
export interface Effect {
  readonly queue: string
  readonly key: string
  /** Opaque ids only. */
  readonly data: Json
  /** Not before this Unix time in milliseconds. */
  readonly notBefore?: number
}

/** What a process has to know of the aggregate that it follows. */
export type Followed<S, F extends Fact> = Pick<
  DeclaredAggregate<S, F, never, never, never, string>,
  'streams' | 'codec' | 'keyOf' | 'streamNameOf' | 'initial' | 'evolve' | 'isGone'
>

/** What follows from which events of one aggregate: pure, so that a replay asks for the same effects under the same keys. */
export interface Process<S, F extends Fact> {
  readonly name: string
  readonly aggregate: Followed<S, F>
  readonly follows: readonly F['type'][]
  /** `state` is that of the stream as it is now, which may be later than the event. */
  react(event: RecordedEvent<F>, key: string, state: S): readonly Effect[]
}

/** A queue of effects and who carries them out. */
export interface Queue {
  readonly name: string
  readonly handler: Handler
  readonly settings: QueueSettings
}

export interface ReaderDeps {
  readonly keys: SubjectKeys
  readonly handler: Pick<CommandHandler, 'load'>
}

/** The streams on which something may be under way. Processes that name the same ones are swept in one look. */
export interface OpenStreams<Needs> {
  readonly keys: (needs: Needs) => Promise<readonly string[]>
}

/** What follows from one type of event as it is stored, which needs no key. */
export interface StoredReaction {
  readonly streams: readonly string[]
  readonly type: string
  react(event: LoggedEvent): readonly Effect[]
}

export type ProgressKind = 'conversion' | 'sealing'

export interface ProgressNeeds {
  /** Pages done of pages, steps done of steps: for the people who watch now, never stored. */
  progress(pack: string, kind: ProgressKind, document: string, done: number, total: number): void
}
