import type { Fact } from './event.ts'

/** A decision that was refused. `code` names a row of the aggregate's refusals table. */
export interface Refused<C extends string = string> {
  readonly refused: C
  /** Values for the sentence's slots, for example {name: 'Date of birth'}. Never personal data of others. */
  readonly slots?: Readonly<Record<string, string | number>>
  /** Keys of what is to blame (fields, signatories), so that a screen can mark them. */
  readonly at?: readonly string[]
}
export type Decision<E extends Fact, C extends string = string> = readonly E[] | Refused<C>

export function isRefused<E extends Fact, C extends string>(decision: Decision<E, C>): decision is Refused<C> {
  return 'refused' in decision
}

/** HTTP knows these kinds and no other. `busy`: the same may be done in a moment. */
export type RefusalKind = 'invalid' | 'forbidden' | 'conflict' | 'gone' | 'busy'
/** One table an aggregate: code, its kind and its sentence ({slot} marks a slot). */
export type Refusals<C extends string> = { readonly [code in C]: { readonly kind: RefusalKind; readonly says: string } }

/** Context of a fact. */
export interface EvolveMeta {
  readonly time: string
  readonly revision: number
  readonly principal: string
  /**
   * Given by who folds a stretch of facts and keeps only the last state: what this fold has copied, and nobody else holds. It may be
   * written into instead of being copied again. Not where a state in between is kept: it would go on changing.
   */
  readonly copied?: Set<object>
}

/**
 * How one aggregate works: pure functions over facts. A repeated command decides on no new facts.
 * `confidential` names the leaves of a fact that are stored as digests, each with the subject whose key seals it.
 */
export interface Aggregate<S, E extends Fact> {
  readonly initial: S
  evolve(state: S, fact: E, meta: EvolveMeta): S
  readonly codec: FactCodec<E>
  /** The state is plain JSON, so that it may be kept outside of memory. */
  readonly plain?: true
  /** Its own key was destroyed: its removal runs, and from then on it is there for nobody. */
  isGone?(state: S): boolean
}

export interface FactCodec<E extends Fact> {
  /** Current schema version of a type of event. */
  version(type: E['type']): number
  /** Confidential leaves of this fact: path from the event's root and the subject whose key seals it. */
  confidential(fact: E): readonly { readonly path: readonly (string | number)[]; readonly subject: string }[]
  /** Leaves of this type of event that are kept under their digest, next to the log. */
  shared(type: E['type']): readonly (readonly (string | number)[])[]
  /** Brings stored data of any version ever written to the current fact, and checks it. @throws on what no version was. */
  upcast(type: string, version: number, data: object): E
}

/** A refusal's sentence with its slots filled in. */
export function inWords(says: string, slots: Refused['slots'] = {}): string {
  return says.replace(/\{(\w+)\}/g, (whole, slot: string) => (slot in slots ? String(slots[slot]) : whole))
}
