import { isRefused, type Refused } from '#domain/kernel'
import {
  ACCEPTED_AS_IT_IS,
  ANY_CONTACT,
  decide,
  evolve,
  type PackCommand,
  type PackFact,
  type PackRefusalCode,
  type PackState,
  permits,
  type Who,
} from '#domain/pack'

/** For whom the session decides, with the same functions as the server. */
export interface ModelContext {
  readonly principal: string
  readonly defaultCountry: string
  /** null: nothing is known of permissions here, the server alone tells. */
  readonly who: Who | null
}

export type PackRefused = Refused<PackRefusalCode>

export interface Applied {
  /** The very same state where nothing changed. */
  readonly view: PackState
  /** More changed than the command says: a value elsewhere, or of another box, was removed. */
  readonly took: boolean
}

const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone

export function apply(state: PackState, command: PackCommand, at: number, revision: number, context: ModelContext): Applied | PackRefused {
  const forbidden = context.who ? permits(command, state, context.who) : null
  if (forbidden) return forbidden
  const now = new Date(at).toISOString()
  const { principal, defaultCountry } = context
  // The inputs judge what is typed before it comes here, with fonts and contact lists that this part of the page does not load; the server judges all.
  const decision = decide(command, state, {
    now,
    principal,
    defaultCountry,
    zone: HERE,
    typesetting: ACCEPTED_AS_IT_IS,
    contactLists: ANY_CONTACT,
  })
  if (isRefused(decision)) return decision
  const copied = new Set<object>()
  const view = decision.reduce<PackState>((next, fact) => evolve(next, fact, { time: now, revision, principal, copied }), state)
  return { view, took: decision.length > 1 }
}

/** `copied` as evolve has it: of a stretch whose last state alone is kept. */
export function fold(state: PackState, fact: PackFact, time: string, revision: number, principal: string, copied: Set<object>): PackState {
  return evolve(state, fact, { time, revision, principal, copied })
}
