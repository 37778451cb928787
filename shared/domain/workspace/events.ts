import { z } from 'zod'
import { event, type FactsOf, sealed } from '#domain/kernel'
import { isPermission } from './permissions.ts'

const id = z.uuid()
/** A permission that only a later version knows changes nothing in this one. */
const permissions = z.array(z.string()).transform((names) => names.filter(isPermission))

export const EVENTS = {
  WorkspaceCreated: event(1, { workspace: id, creator: id, personal: z.boolean(), name: sealed(z.string()) }),
  WorkspaceRenamed: event(1, { name: sealed(z.string()) }),
  /** `member` is the membership's own key; the same user joining again gets another. */
  MemberAdded: event(1, { member: id, user: id, administrator: z.boolean() }),
  MemberMadeAdministrator: event(1, { member: id }),
  MemberMadeOrdinary: event(1, { member: id }),
  /**
   * What an administrator switched: `granted` beyond the role's defaults, `withdrawn` from them, and `reset`, which follow the defaults
   * again. What is not named stays as it was.
   */
  MemberPermissionsChanged: event(1, { member: id, granted: permissions, withdrawn: permissions, reset: permissions }),
  MemberRemoved: event(1, { member: id, because: z.enum(['removed', 'left']) }),
  /** Who takes over what `member`, who leaves or is removed with the same append, had begun here. */
  SuccessorChosen: event(1, { member: id, user: id, successor: id }),
  /** Whether signers see that the sender looks at the document too. */
  SenderPresenceSwitched: event(1, { on: z.boolean() }),
  /** Whether it is recorded what signers look at on the page. */
  VisitRecordingSwitched: event(1, { on: z.boolean() }),
  /** After how many years finished documents, and after how many days what is in the trash, are deleted for good; null: never. */
  RetentionChanged: event(1, { years: z.int().min(1).max(100).nullable(), trashDays: z.int().min(1).max(3650).nullable() }),
  /** While it holds, nothing deletes this pack: neither its creator nor the retention. The reason goes with the pack. */
  LegalHoldPlaced: event(1, { pack: id, reason: sealed(z.string()) }, 'pack'),
  LegalHoldLifted: event(1, { pack: id }),
  /**
   * The creator of the pack is notified that it will be deleted for good, not before `on`. `since` is the start of the period: when it was
   * put into the trash, or ended. A pack that was taken out of the trash and put there again is announced again.
   */
  DeletionAnnounced: event(1, { pack: id, because: z.enum(['retention', 'trash']), since: z.iso.datetime(), on: z.iso.datetime() }),
  /** It belongs to `to` from then on. No hold can be placed on it here any more, and nothing here deletes it. */
  PackMovedOut: event(1, { pack: id, to: id }),
  PackMovedIn: event(1, { pack: id, from: id }),
  /** All that is left of a pack whose keys, stream and files were destroyed. */
  PackPermanentlyDeleted: event(1, { pack: id }),
}
export type WorkspaceFact = FactsOf<typeof EVENTS>

/** After these somebody may do other things in the workspace than before, or sees it under another name. */
export const CHANGES_RIGHTS: ReadonlySet<string> = new Set<WorkspaceFact['type']>([
  'WorkspaceCreated',
  'WorkspaceRenamed',
  'MemberAdded',
  'MemberMadeAdministrator',
  'MemberMadeOrdinary',
  'MemberPermissionsChanged',
  'MemberRemoved',
])
