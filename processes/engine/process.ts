import type { Json, RecordedEvent } from '#domain/kernel'
import type { PackFact, PackFactType, PackState } from '#domain/pack'
import type { Handler, QueueSettings } from '#platform/jobs'

/** Something to be done outside the log. Sent twice under one key, it is done once. */
export interface Effect {
  readonly queue: string
  readonly key: string
  /** Opaque ids only. */
  readonly data: Json
  /** Not before this Unix time in milliseconds. */
  readonly notBefore?: number
}

/** What follows from which events: pure, so that a replay asks for the same effects under the same keys. */
export interface Process {
  readonly name: string
  readonly follows: readonly PackFactType[]
  /** `state` is the pack as it is now, which may be later than the event. */
  react(event: RecordedEvent<PackFact>, pack: string, state: PackState): readonly Effect[]
}

/** A queue of effects and who carries them out. */
export interface Queue {
  readonly name: string
  readonly handler: Handler
  readonly settings: QueueSettings
}

/** A process with its hands. */
export interface ProcessPart {
  readonly process: Process
  readonly queues: readonly Queue[]
}
