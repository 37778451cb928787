import type { ChangeScope } from './change-scopes.ts'
import type { CommandName } from './commands.ts'
import { type Refused, refuse } from './refuse.ts'
import type { PackState } from './state.ts'

/**
 * The grounds of decisions that a person takes on what is on the screen, and that others' changes could make wrong.
 * Finishing a signature is not among them: it carries the digest of the very view that was signed, which says more.
 */
const GROUNDS: Partial<Readonly<Record<CommandName, readonly ChangeScope[]>>> = {
  RequestSignatures: ['lifecycle', 'documents', 'fields', 'values', 'signatories', 'settings', 'appendices'],
  RevertToSetup: ['lifecycle', 'signing'],
  MarkAsComplete: ['lifecycle', 'signing'],
  TrashPack: ['lifecycle', 'signing'],
  RestorePack: ['lifecycle'],
}

/**
 * Whether something this command rests on has moved since the revision on which it was decided. A visit, a mail that
 * went out or somebody's save elsewhere is no reason to ask again.
 */
export function staleRefusal(state: PackState, command: CommandName, seen: number): Refused | null {
  const { moved } = state
  if (moved === null) return null
  const at = (GROUNDS[command] ?? []).filter((ground) => (moved[ground] ?? -1) > seen)
  return at.length === 0 ? null : refuse('revision-changed', { at })
}
