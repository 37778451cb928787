import type { CommandName, PackCommand } from './commands.ts'
import { withConsequences } from './decide/consequences.ts'
import type { DecisionContext, PackDecision } from './decide/context.ts'
import { deciders } from './decide/deciders.ts'
import { tooLate } from './expiry.ts'
import { outOfPhase } from './phases.ts'
import { isRepeated } from './repeated.ts'
import type { PackState } from './state.ts'

export type { DecisionContext, PackDecision } from './decide/context.ts'

export const COMMANDS = Object.keys(deciders) as readonly CommandName[]

/**
 * What follows from a command, or why it is refused. Whether this actor may ask for it is the policy's question.
 * A command that was decided before decides on no new facts.
 */
export function decide(command: PackCommand, state: PackState, context: DecisionContext): PackDecision {
  if (isRepeated(command, state)) return []
  const refused = outOfPhase(command.do, state) ?? tooLate(command, state, context.now)
  if (refused) return refused
  // The lookup gives the decider of this very command: what the compiler cannot follow.
  const decider = deciders[command.do] as (command: PackCommand, state: PackState, context: DecisionContext) => PackDecision
  const decided = decider(command, state, context)
  return 'refused' in decided ? decided : withConsequences(command, decided, state, context)
}
