import type { z } from 'zod'
import type { permissionsOfAccount } from '#contract/session'
import { PERMISSIONS, type Permission } from '#domain/workspace'

/** What concerns people and their teams; everything else is about documents. */
const ABOUT_PEOPLE: ReadonlySet<Permission> = new Set<Permission>([
  'can_browse',
  'can_manage_account',
  'can_read_outbox',
  'can_update_signature_and_initials',
  'can_view_api_details',
  'can_view_bulk_sends',
  'can_view_teams',
])

/** Each permission by name. */
export function permissionRecordsOf(held: ReadonlySet<string>): z.output<typeof permissionsOfAccount> {
  const flags = (about: boolean) =>
    Object.fromEntries(PERMISSIONS.filter((name) => ABOUT_PEOPLE.has(name) === about).map((name) => [name, held.has(name)]))
  return { document_permissions: flags(false), user_profile_permissions: flags(true) }
}
