import type { PackCommand } from '../commands.ts'
import type { PackFact } from '../events/index.ts'
import type { PackState } from '../state.ts'
import type { DecisionContext, PackDecision } from './context.ts'
import { replication } from './replication.ts'
import { withVisibility } from './visibility.ts'

/**
 * The decision and what follows from it in the same append: values are copied, conditions show and hide. Each may lead to the other,
 * until nothing is left to do.
 */
export function withConsequences(
  command: PackCommand,
  facts: readonly PackFact[],
  state: PackState,
  context: DecisionContext,
): PackDecision {
  const following = replication(state, context)
  let decided = facts
  for (let before = 0; before < decided.length; ) {
    const copied = [...decided, ...following(decided, decided.slice(before))]
    // Only the first round may be refused: what follows changes no condition and removes no field.
    if (before > 0 && copied.length === decided.length) break
    const shown = withVisibility(command, copied, state, context)
    if ('refused' in shown) return shown
    before = decided.length
    decided = shown
  }
  return decided
}
