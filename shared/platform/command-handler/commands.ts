import {
  type Decision,
  type DecisionContext,
  type DeclaredAggregate,
  decideInTurn,
  type Fact,
  isRefused,
  type RecordedEvent,
  type Refused,
} from '#domain/kernel'
import type { Command, CommandHandler, Outcome } from './command.ts'

/** What decisions of an aggregate rest on beyond their moment; nothing for most. */
type More<X extends DecisionContext> = Omit<X, keyof DecisionContext>
type Context<X extends DecisionContext> = keyof More<X> extends never
  ? { readonly context?: Partial<DecisionContext> }
  : { readonly context: More<X> & Partial<DecisionContext> }

type Ask<S, E extends Fact, X extends DecisionContext, R extends string> = Context<X> &
  Pick<Command<S, E, R>, 'origin' | 'idempotency' | 'beforeAppend'> & {
    /** Whose stream. */
    readonly key: string
  }
type Asked<S, E extends Fact, C, W, X extends DecisionContext, R extends string> = Ask<S, E, X, R> & {
  /** Who asks, for the policy; null where it was asked before, about all of them together. */
  readonly who: W | null
  /** All of them are one append. As a function: seen from the state that they will be decided on. */
  readonly commands: readonly C[] | ((state: S) => readonly C[] | Refused<R>)
}
type Decided<S, E extends Fact, X extends DecisionContext, R extends string> = Ask<S, E, X, R> & {
  decide(state: S, revision: number, context: X): Decision<E, R>
}

/** How commands reach the streams of one kind of aggregate, and who only wants to know reads them. */
export interface Commands<S, E extends Fact, C, W, X extends DecisionContext, R extends string> {
  /** Policy, decision, one append, once for each idempotency key. */
  perform(asked: Asked<S, E, C, W, X, R>): Promise<Outcome<S, E, R>>
  /** The same, where the facts are no mere sum of commands: it asks the policy itself. */
  record(decided: Decided<S, E, X, R>): Promise<Outcome<S, E, R>>
  /** Whether it would be refused now. Writes nothing. */
  refusalOf(asked: Asked<S, E, C, W, X, R>): Promise<Refused<R> | null>
  load(key: string, options?: Parameters<CommandHandler['load']>[2]): Promise<S>
  history(key: string): Promise<readonly RecordedEvent<E>[]>
}

export function commandsOf<S, E extends Fact, C, W, X extends DecisionContext, R extends string>(
  aggregate: DeclaredAggregate<S, E, C, W, X, R>,
  handler: CommandHandler,
): Commands<S, E, C, W, X, R> {
  const contextOf = ({ context, origin }: Ask<S, E, X, R>, now: string) =>
    ({ now, principal: origin.actor.principal, ...context }) as unknown as X

  function decided(asked: Asked<S, E, C, W, X, R>, state: S, revision: number, now: string): Decision<E, R> {
    const { key, who, commands } = asked
    const planned = typeof commands === 'function' ? commands(state) : commands
    return 'refused' in planned ? planned : decideInTurn(aggregate, planned, { key, state, revision }, who, contextOf(asked, now))
  }
  const handle = (ask: Ask<S, E, X, R>, decide: Command<S, E, R>['decide']) =>
    handler.handle<S, E, R>({ ...ask, stream: aggregate.streamNameOf(ask.key), aggregate, decide })

  return {
    perform: (asked) => handle(asked, (state, revision, now) => decided(asked, state, revision, now)),
    record: (ask) => handle(ask, (state, revision, now) => ask.decide(state, revision, contextOf(ask, now))),
    async refusalOf(asked) {
      const { state, revision } = await handler.load(aggregate.streamNameOf(asked.key), aggregate)
      const decision = decided(asked, state, revision, handler.now())
      return isRefused(decision) ? decision : null
    },
    load: async (key, options) => (await handler.load(aggregate.streamNameOf(key), aggregate, options)).state,
    history: (key) => handler.history(aggregate.streamNameOf(key), aggregate),
  }
}
