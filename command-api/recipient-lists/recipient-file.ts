import { mayChangeRecipientLists, workspaceOfRecipientLists } from '#domain/recipient-lists'
import type { FileRow } from '#platform/files'
import type { Caller } from '../edge/caller.ts'

/** The file was announced for a recipient list that they may change. */
export function isRecipientFile(caller: Caller, file: FileRow): boolean {
  const workspace = workspaceOfRecipientLists(file.pack)
  if (workspace === null || caller.as === 'nobody' || caller.as === 'signer') return false
  return caller.memberships.some((membership) => membership.workspace === workspace && mayChangeRecipientLists(membership))
}
