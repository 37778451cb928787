import { type Decision, type DecisionContext, type DeclaredAggregate, decideInTurn, evolved, type Fact } from '#domain/kernel'

/** When whatever is given happened, and what is decided on it. */
export const NOW = '2026-03-02T09:00:00.000Z'

type With<X extends DecisionContext> = Partial<DecisionContext> & Omit<X, keyof DecisionContext>

/** Given these facts of an aggregate, when somebody asks for this, then … Without `who` the policy is not asked. */
export function given<S, E extends Fact, C, W, X extends DecisionContext, R extends string>(
  aggregate: DeclaredAggregate<S, E, C, W, X, R>,
  ...facts: readonly E[]
) {
  const moment = { now: NOW, principal: 'process:test' }
  const state = evolved(aggregate, { state: aggregate.initial, revision: -1 }, facts, moment)
  return {
    state,
    when(
      command: C,
      who: W | null = null,
      { context, key = '' }: { readonly context?: With<X>; readonly key?: string } = {},
    ): Decision<E, R> {
      const principal = who !== null && typeof who === 'object' && 'user' in who ? `user:${who.user}` : moment.principal
      const on = { key, state, revision: facts.length - 1 }
      return decideInTurn(aggregate, [command], on, who, { ...moment, principal, ...context } as unknown as X)
    },
  }
}
