import {
  effectivePermissions,
  isPermission,
  NO_DIFFERENCES,
  PERMISSIONS,
  type Permission,
  type Preset,
  type Rights,
  rightsOfPreset,
} from '#domain/workspace'
import type { Member, RightsChange } from './calls.ts'

type Held = Pick<Member, 'is_admin' | 'permissions'>

/** What a member may do; null where this reader is not shown it. */
export function rightsOf({ is_admin, permissions }: Held): Rights | null {
  if (permissions === null) return null
  const flags = { ...permissions.document_permissions, ...permissions.user_profile_permissions }
  return {
    role: is_admin ? 'administrator' : 'member',
    permissions: new Set(
      Object.keys(flags)
        .filter((name) => flags[name])
        .filter(isPermission),
    ),
  }
}

/** The reader's own, as their session has them. */
export const ownRights = ({ is_admin, permissions }: { readonly is_admin: boolean; readonly permissions: readonly string[] }): Rights => ({
  role: is_admin ? 'administrator' : 'member',
  permissions: new Set(permissions.filter(isPermission)),
})

/** Those that differ from what the role has. */
export function differing({ role, permissions }: Rights): ReadonlySet<Permission> {
  const defaults = effectivePermissions(role, NO_DIFFERENCES)
  return new Set(PERMISSIONS.filter((permission) => defaults.has(permission) !== permissions.has(permission)))
}

const each = (held: ReadonlySet<Permission>) => Object.fromEntries(PERMISSIONS.map((permission) => [permission, held.has(permission)]))
/** Everything that a preset says, of the role too. */
export function asPreset(preset: Preset): RightsChange {
  const { role, permissions } = rightsOfPreset(preset)
  return { is_admin: role === 'administrator', permissions: each(permissions) }
}
/** What the role has by default. */
export const asRole = ({ role }: Rights): RightsChange => ({ permissions: each(effectivePermissions(role, NO_DIFFERENCES)) })

export function withChange({ role, permissions }: Rights, { is_admin, permissions: switched }: RightsChange): Rights {
  const held = PERMISSIONS.filter((permission) => switched[permission] ?? permissions.has(permission))
  return { role: is_admin === undefined ? role : is_admin ? 'administrator' : 'member', permissions: new Set(held) }
}
