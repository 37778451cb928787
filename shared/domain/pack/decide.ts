import type { CommandName, PackCommand } from './commands.ts'
import { decideAppendices } from './decide/appendices.ts'
import type { Deciders, DecisionContext, PackDecision } from './decide/context.ts'
import { decideDocuments } from './decide/documents.ts'
import { decideErasure } from './decide/erasure.ts'
import { decideExpiry } from './decide/expiry.ts'
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
import { tooLate } from './expiry.ts'
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
  ...decideExpiry,
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
  const refused = outOfPhase(command.do, state) ?? tooLate(command, state, context.now)
  if (refused) return refused
  // The lookup gives the decider of this very command: what the compiler cannot follow.
  const decider = deciders[command.do] as (command: PackCommand, state: PackState, context: DecisionContext) => PackDecision
  return decider(command, state, context)
}
