import type { z } from 'zod'
import type { Aggregate, Decision, Refusals, Refused } from './decider.ts'
import { codecOf, type EventDefinition } from './define.ts'
import type { Fact } from './event.ts'

type Table<E extends Fact> = Readonly<Record<E['type'], EventDefinition<z.ZodObject>>>

/** What every decision may know of its moment. It reads no clock of its own. */
export interface DecisionContext {
  /** UTC, ISO 8601 with milliseconds. */
  readonly now: string
  readonly principal: string
}

/** The key of the account holder whom the log names as a principal; null for everybody and everything else. */
export const userOfPrincipal = (principal: string): string | null =>
  principal.startsWith('user:') ? principal.slice('user:'.length) : null

/** Who asks, where an aggregate needs to know no more: an account holder, an application of a workspace, or the installation itself. */
export type Principal =
  /** `inSupport`: somebody of the installation acts as them. */
  | { readonly as: 'user'; readonly user: string; readonly inSupport?: true }
  | { readonly as: 'application'; readonly application: string; readonly workspace: string; readonly permissions: ReadonlySet<string> }
  | { readonly as: 'installation' }

/** What an aggregate's commands may do, and what follows from them. */
export interface Rules<S, E extends Fact, C, W, X extends DecisionContext, R extends string> {
  /** May this one ask for this now? null: yes. `key` is that of the stream. */
  permits(command: C, state: S, who: W, key: string): Refused<R> | null
  /** A command that was decided before decides on no new facts. */
  decide(command: C, state: S, context: X): Decision<E, R>
}

/** All values of a stream, about any person. */
export const EVERYBODY = 'everybody'

/** All that the program knows of one kind of aggregate, said once. */
export interface Declaration<S, E extends Fact, C, W, X extends DecisionContext, R extends string>
  extends Omit<Aggregate<S, E>, 'codec'>,
    Rules<S, E, C, W, X, R> {
  /** In a sentence: 'a pack'. */
  readonly called: string
  /** What the names of its streams begin with; what follows is the key of whose stream it is. */
  readonly streams: readonly [string, ...string[]]
  readonly events: Table<E>
  readonly refusals: Refusals<R>
  /** Whose key that of a stream is; left out: its own, or that of nobody. What belongs to a team is taken out with it, a person's own goes with them. */
  readonly keyedBy?: 'workspace' | 'user'
  /** The key says who somebody is, as the digest of an address does: it stands in no trace. */
  readonly hasSecretKeys?: true
  /** Whose values in the stream are gone for good by this fact: their keys are destroyed after it. */
  erases?(fact: E): readonly string[] | typeof EVERYBODY
}
export interface DeclaredAggregate<S, E extends Fact, C, W, X extends DecisionContext, R extends string>
  extends Aggregate<S, E>,
    Omit<Declaration<S, E, C, W, X, R>, keyof Aggregate<S, E>> {
  streamNameOf(key: string): string
  isGone(state: S): boolean
  /** Null for a stream of another kind. */
  keyOf(stream: string): string | null
}

export function defineAggregate<S, E extends Fact, C, W, X extends DecisionContext, R extends string>(
  of: Declaration<S, E, C, W, X, R>,
): DeclaredAggregate<S, E, C, W, X, R> {
  const { streams, events, called } = of
  return {
    isGone: () => false,
    ...of,
    codec: codecOf<E>(events, called),
    streamNameOf: (key) => `${streams[0]}${key}`,
    keyOf(stream) {
      const prefix = streams.find((one) => stream.startsWith(one))
      return prefix === undefined ? null : stream.slice(prefix.length)
    },
  }
}

/** Where a stream stands. */
export interface Standing<S> {
  readonly state: S
  readonly revision: number
}

/** The state once these facts, too, are true. `copied` is what one run of folds has copied already, see `EvolveMeta`. */
export function evolved<S, E extends Fact>(
  { evolve }: Pick<Aggregate<S, E>, 'evolve'>,
  { state, revision }: Standing<S>,
  facts: readonly E[],
  { now, principal }: DecisionContext,
  copied = new Set<object>(),
): S {
  return facts.reduce((next, fact, at) => evolve(next, fact, { time: now, revision: revision + at + 1, principal, copied }), state)
}

/**
 * Commands in turn, each decided on what those before it led to: all of their facts, or the first refusal.
 * @param who null where the policy was asked before, about all of them together
 */
export function decideInTurn<S, E extends Fact, C, W, X extends DecisionContext, R extends string>(
  aggregate: Rules<S, E, C, W, X, R> & Pick<Aggregate<S, E>, 'evolve'>,
  commands: readonly C[],
  from: Standing<S> & { readonly key: string },
  who: W | null,
  context: X,
): Decision<E, R> {
  const facts: E[] = []
  const copied = new Set<object>()
  let { state } = from
  for (const [at, command] of commands.entries()) {
    const refused = who === null ? null : aggregate.permits(command, state, who, from.key)
    if (refused) return refused
    const decision = aggregate.decide(command, state, context)
    if ('refused' in decision) return decision
    const isLast = at === commands.length - 1
    if (!isLast) state = evolved(aggregate, { state, revision: from.revision + facts.length }, decision, context, copied)
    facts.push(...decision)
  }
  return facts
}
