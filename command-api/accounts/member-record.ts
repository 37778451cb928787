import type { z } from 'zod'
import type { userAccount } from '#contract/workspace'
import type { TeamCaller } from '../edge/caller.ts'
import { permissionRecordsOf } from '../edge/permission-records.ts'
import type { MemberRow } from './members.ts'

/** A membership, as this reader may see it. */
export function memberRecordOf(row: MemberRow, reader: TeamCaller): z.input<typeof userAccount> {
  const { key, workspace, workspaceName, isPersonal, user, isAdmin, permissions, fullName, email } = row
  const manages = reader.memberships.some((own) => own.workspace === workspace && own.permissions.has('can_manage_account'))
  return {
    key,
    account_key: workspace,
    account_name: workspaceName,
    is_personal_account: isPersonal,
    is_admin: isAdmin,
    permissions: manages || user === reader.user ? permissionRecordsOf(permissions) : null,
    user: { key: user, full_name: fullName, email_address: email },
  }
}
