import { createHmac } from 'node:crypto'
import type { Actor, Aggregate, Decision, Fact, RecordedEvent, Refused } from '#domain/kernel'
import type { SubjectKey } from '#platform/subject-keys'
import type { CommandRefusal } from './refusals.ts'
import type { ReadBarrier } from './stream-heads.ts'

/** Who asked, in which request, from where: recorded with every event of the command. */
export interface CommandOrigin {
  readonly actor: Actor
  readonly correlation: string
  readonly causation: string
  readonly address?: string
  readonly agent?: string
  /** Why they act on behalf of another. */
  readonly reason?: string
  /** Whether anybody may still wait for the answer; left out, somebody does. Asked before each decision, and recorded nowhere. */
  isWaitedFor?(): boolean
  /** Whether who asked may still ask; left out, that was found before. Looked up just before each append, and recorded nowhere. */
  isAdmitted?(): Promise<boolean>
}

/**
 * The client has given up by now and perhaps asked again, perhaps of another process, and acted on that answer since. Nothing
 * was decided.
 */
export class RequestAbandoned extends Error {
  constructor() {
    super('nobody waits for this any more')
    this.name = 'RequestAbandoned'
  }
}

/** The right to ask ended while the request ran: nothing was appended. */
export class NoLongerAdmitted extends Error {
  constructor() {
    super('the right to ask for this ended meanwhile')
    this.name = 'NoLongerAdmitted'
  }
}

/** The request's key and the digest of the request: the same request again gives its first result and changes nothing. */
export interface Idempotency {
  readonly id: string
  readonly digest: string
}

export interface Command<S, E extends Fact, C extends string> {
  readonly stream: string
  readonly aggregate: Aggregate<S, E>
  /** Pure; called again with a newer state when a rival was first. `revision` is -1 before the first event, `now` is when it is decided. */
  decide(state: S, revision: number, now: string): Decision<E, C>
  readonly origin: CommandOrigin
  readonly idempotency?: Idempotency
  /** Runs before each attempt to append, for what must be findable first (the key index). What it does may be repeated. */
  beforeAppend?(facts: readonly E[]): Promise<void>
}

export interface Done<S, E extends Fact> {
  readonly ok: true
  /** Revision of the command's last event; of the stream where the command decided on nothing. */
  readonly revision: number
  /** Where its last event stands in the log; null when nothing was appended now. */
  readonly position: string | null
  readonly state: S
  /** The command's events, also when it is a repetition. */
  readonly events: readonly RecordedEvent<E>[]
  /** This request had been carried out before. */
  readonly repeated: boolean
}
export type Outcome<S, E extends Fact, C extends string> = Done<S, E> | Refused<C | CommandRefusal>

export interface CommandHandler {
  /** UTC, ISO 8601: what decisions and events are dated by. */
  now(): string
  /** Now, for `since`: taken when a request arrives, never kept for later ones. */
  moment(): ReadBarrier
  /**
   * Carries out a command: one decision, one append, or nothing at all.
   * @throws NoLongerAdmitted in place of an append
   * @throws RequestAbandoned in place of a decision that comes too late
   * @throws OutcomeUnknown when the log could not be reached for long; the same command with its idempotency key may be sent again
   */
  handle<S, E extends Fact, C extends string>(command: Command<S, E, C>): Promise<Outcome<S, E, C>>
  /**
   * The state as the log has it now; at revision -1 where there are no events. With `since` it holds everything
   * acknowledged before that moment by any process, and one look at the log serves everything a request loads.
   * With `atLeast` a warm state that has seen that revision is good enough and nothing is read. The log is strongly consistent: a lower revision in the
   * answer means that the one asked for does not exist.
   */
  load<S, E extends Fact>(
    stream: string,
    aggregate: Aggregate<S, E>,
    options?: { readonly atLeast?: number; readonly since?: ReadBarrier },
  ): Promise<{ readonly state: S; readonly revision: number }>
  /** All events of the stream, opened as far as the keys allow. */
  history<S, E extends Fact>(stream: string, aggregate: Aggregate<S, E>): Promise<readonly RecordedEvent<E>[]>
}

/**
 * Identifies a request, in place of its digest: with the log, or a sealed file with its history, an attacker could test guesses
 * at the written text against the digest itself. Events of earlier versions have that.
 */
export function requestTag(streamKey: SubjectKey, digest: string): string {
  return createHmac('sha256', streamKey).update(`request ${digest}`).digest('base64url')
}
