import { type Decision, evolved, type DecisionContext as KernelContext } from '#domain/kernel'
import type { CommandName, CommandOf } from '../commands.ts'
import type { ContactConfig } from '../contacts.ts'
import type { PackFact } from '../events/index.ts'
import { evolve } from '../evolve.ts'
import type { PackRefusalCode } from '../refusals.ts'
import type { PackState } from '../state.ts'
import type { Typesetting } from '../typesetting.ts'

/** The inputs of a decision besides the command: it reads no clock and no configuration of its own. */
export interface DecisionContext extends KernelContext, ContactConfig {
  readonly typesetting: Typesetting
  /** IANA time zone of the person who acts. Absent: not known, and days are taken in UTC. */
  readonly zone?: string
}
export type PackDecision = Decision<PackFact, PackRefusalCode>
export type Deciders<N extends CommandName = CommandName> = {
  readonly [K in N]: (command: CommandOf<K>, state: PackState, context: DecisionContext) => PackDecision
}

/** The state once these facts are true: later facts of one decision often rest on earlier ones. */
export function after(state: PackState, facts: readonly PackFact[], context: DecisionContext): PackState {
  return evolved({ evolve }, { state, revision: 0 }, facts, context)
}
