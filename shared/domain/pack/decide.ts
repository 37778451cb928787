import type { CommandName, PackCommand } from './commands.ts'
import { decideAppendices } from './decide/appendices.ts'
import { after, type Deciders, type DecisionContext, type PackDecision } from './decide/context.ts'
import { decideDocuments } from './decide/documents.ts'
import { decideErasure } from './decide/erasure.ts'
import { decideFields } from './decide/fields.ts'
import { decideFilling } from './decide/filling.ts'
import { decideLifecycle } from './decide/lifecycle.ts'
import { decideNotes } from './decide/notes.ts'
import { decideNotifications } from './decide/notifications.ts'
import { decidePlacing } from './decide/placing.ts'
import { decideRequests } from './decide/requests.ts'
import { decideSealing } from './decide/sealing.ts'
import { decideSettingUp } from './decide/setting-up.ts'
import { decideSettings } from './decide/settings.ts'
import { decideSignatories } from './decide/signatories.ts'
import { decideSigning } from './decide/signing.ts'
import { decideVisits } from './decide/visits.ts'
import type { PackFact } from './events/index.ts'
import { outOfPhase } from './phases.ts'
import { isRepeated } from './repeated.ts'
import type { PackState } from './state.ts'

export type { DecisionContext, PackDecision } from './decide/context.ts'

const deciders: Deciders = {
  ...decideLifecycle,
  ...decideDocuments,
  ...decidePlacing,
  ...decideFields,
  ...decideFilling,
  ...decideNotes,
  ...decideSignatories,
  ...decideSettings,
  ...decideAppendices,
  ...decideRequests,
  ...decideNotifications,
  ...decideSigning,
  ...decideSettingUp,
  ...decideVisits,
  ...decideSealing,
  ...decideErasure,
}

/** Every command that a pack understands. */
export const COMMANDS = Object.keys(deciders) as readonly CommandName[]

/**
 * What follows from a command, or why it is refused. Whether this actor may ask for it is the policy's question.
 * A command that was decided before decides on no new facts.
 */
export function decide(command: PackCommand, state: PackState, context: DecisionContext): PackDecision {
  if (isRepeated(command, state)) return []
  const refused = outOfPhase(command.do, state)
  if (refused) return refused
  // The lookup gives the decider of this very command: what the compiler cannot follow.
  const decider = deciders[command.do] as (command: PackCommand, state: PackState, context: DecisionContext) => PackDecision
  return decider(command, state, context)
}

/** Commands one after the other, each on what those before it led to: all of them, or the first refusal. */
export function decideInTurn(commands: readonly PackCommand[], from: PackState, context: DecisionContext): PackDecision {
  let state = from
  const facts: PackFact[] = []
  for (const command of commands) {
    const decision = decide(command, state, context)
    if ('refused' in decision) return decision
    facts.push(...decision)
    state = after(state, decision, context)
  }
  return facts
}
