import type { PackCommand } from '#domain/pack'
import type { Pace, SaveCall } from './pending.ts'

/** A change that no answer has come for, as it waits in the browser. */
export interface KeptChange {
  readonly command: PackCommand
  readonly pace: Pace
  /** When it was made, by this computer's clock. */
  readonly at: number
  /** As a pending change has it: later changes do not replace it. */
  readonly took?: boolean
}
/** A call that may have arrived: it goes out again as it is, under the same key. */
export interface KeptCall extends SaveCall {
  /** Which of the changes it carries. */
  readonly of: readonly number[]
}
export interface Kept {
  readonly changes: readonly KeptChange[]
  /** In the order in which they go out, before anything else. */
  readonly calls: readonly KeptCall[]
  /** In its turn a page also says what went out; see `Earlier`. */
  readonly sent?: Sent
}
/** Of each property of each record: when what went out last was made. */
export type Sent = Readonly<Record<string, number>>
/** What other pages of this person have done by the time a page has its turn. */
export interface Earlier {
  /** What is older than this and still waits somewhere was overtaken. */
  readonly sent: Sent
  /** Taken over by pages that wait for their turn themselves. They may have arrived: what is newer comes after them. */
  readonly calls: readonly SaveCall[]
}

/**
 * What a page keeps in the browser so that a reload, a crash or a closed tab loses nothing. It holds what the person
 * typed and nothing secret: no token, no password.
 */
export interface Outbox {
  /**
   * Sends the changes that closed pages of this person left behind: now, and from then on in turn, so that they go out
   * before anything that was made later on another page. `gone` tells that there may be something to take a turn for.
   */
  inherit(take: (kept: Kept) => void, gone: () => void): Promise<void>
  /** Replaces what this page keeps. false: the browser would not store it, or not all of it, so only this page holds it. */
  keep(kept: Kept): Promise<boolean>
  /** Runs the task while no other page of this person sends anything for this pack. What the dead left is here before. */
  inTurn(task: (earlier: Earlier) => Promise<void>): Promise<void>
  /** The session is over: what it leaves behind is another page's. */
  close(): void
}

export const NOTHING_KEPT: Kept = { changes: [], calls: [] }
export const NOTHING_EARLIER: Earlier = { sent: {}, calls: [] }

export const MOST_KEPT = 2_000

/** The oldest of more are kept: together they are a state that did exist. The very same object where all of it fits. */
export function bounded(kept: Kept): Kept {
  if (kept.changes.length <= MOST_KEPT) return kept
  return { ...kept, changes: kept.changes.slice(0, MOST_KEPT), calls: kept.calls.filter(({ of }) => of.every((at) => at < MOST_KEPT)) }
}
