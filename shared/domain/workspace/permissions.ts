/** Permissions that the specification names (files 1 and 3, section 6), and further abilities. */
export const PERMISSIONS = [
  'can_add_notes',
  'can_auto_insert_initials',
  'can_auto_insert_signature',
  'can_browse',
  'can_configure_communication_channel',
  'can_configure_custom_controls',
  'can_configure_mapping',
  'can_create_document_copies',
  'can_create_templates',
  'can_delete_documents',
  'can_delete_other_users_documents',
  'can_delete_templates',
  'can_do_bulk_actions',
  'can_download_document_csv_data',
  'can_download_document_preview',
  'can_download_fillable_form_with_field_ids',
  'can_download_fillable_form_with_metadata',
  'can_generate_signing_link',
  'can_lock_and_unlock_fields',
  'can_manage_account',
  'can_mark_document_as_complete',
  'can_merge_templates',
  'can_move_documents',
  'can_move_templates',
  'can_read_outbox',
  'can_repeat_fields_across_documents',
  'can_revert_document_status',
  'can_set_up_form_views',
  'can_sign_in_person',
  'can_update_signature_and_initials',
  'can_upload_documents',
  'can_upload_documents_to_pack',
  'can_use_embedded_forms',
  'can_use_field_rules',
  'can_use_reusable_link',
  'can_view_api_details',
  'can_view_bulk_sends',
  'can_view_teams',
  'can_view_template_link_details',
] as const
export type Permission = (typeof PERMISSIONS)[number]
export const isPermission = (name: string): name is Permission => (PERMISSIONS as readonly string[]).includes(name)

/** Deleting others' documents, merging, and account administration are the administrators'. */
const ADMINISTRATORS_ONLY: ReadonlySet<Permission> = new Set<Permission>([
  'can_delete_other_users_documents',
  'can_merge_templates',
  'can_manage_account',
  'can_read_outbox',
])

const ALL: ReadonlySet<Permission> = new Set(PERMISSIONS)
const OF_MEMBERS: ReadonlySet<Permission> = new Set(PERMISSIONS.filter((permission) => !ADMINISTRATORS_ONLY.has(permission)))

export type Role = 'administrator' | 'member'
const DEFAULTS: Readonly<Record<Role, ReadonlySet<Permission>>> = { administrator: ALL, member: OF_MEMBERS }

/**
 * In what a membership differs from the defaults of its role. Only that is stored, so that a permission which a later version adds
 * reaches those who are members already.
 */
export interface PermissionDifferences {
  readonly granted: readonly Permission[]
  readonly withdrawn: readonly Permission[]
}
export const NO_DIFFERENCES: PermissionDifferences = { granted: [], withdrawn: [] }

export function effectivePermissions(role: Role, { granted, withdrawn }: PermissionDifferences): ReadonlySet<Permission> {
  const defaults = DEFAULTS[role]
  if (granted.length === 0 && withdrawn.length === 0) return defaults
  const held = new Set([...defaults, ...granted])
  for (const permission of withdrawn) held.delete(permission)
  return held
}

/**
 * What differs once these are switched: switched back to the role's default, a permission is no difference any more. The result does not
 * depend on the order in which several administrators switch different ones.
 */
export function withSwitched(
  role: Role,
  { granted, withdrawn }: PermissionDifferences,
  switched: Readonly<Partial<Record<Permission, boolean>>>,
): PermissionDifferences {
  const stays = (permission: Permission) => switched[permission] === undefined
  const moved = (on: boolean) => PERMISSIONS.filter((permission) => switched[permission] === on && DEFAULTS[role].has(permission) !== on)
  return { granted: [...granted.filter(stays), ...moved(true)], withdrawn: [...withdrawn.filter(stays), ...moved(false)] }
}

/**
 * When the role changes, withdrawn permissions stay withdrawn: a promotion returns nothing that an administrator removed on purpose. Granted
 * ones go: an administrator holds them anyway, and a demotion leaves nobody more than members have.
 */
export const keptByRoleChange = ({ withdrawn }: PermissionDifferences): PermissionDifferences => ({ granted: [], withdrawn })

/** What administrators choose by one name. */
export const PRESETS = ['viewer', 'preparer', 'administrator'] as const
export type Preset = (typeof PRESETS)[number]
export interface Rights {
  readonly role: Role
  readonly permissions: ReadonlySet<Permission>
}
const RIGHTS_OF: Readonly<Record<Preset, Rights>> = {
  viewer: {
    role: 'member',
    permissions: new Set<Permission>([
      'can_auto_insert_initials',
      'can_auto_insert_signature',
      'can_browse',
      'can_download_document_preview',
      'can_update_signature_and_initials',
      'can_view_bulk_sends',
      'can_view_teams',
    ]),
  },
  preparer: { role: 'member', permissions: OF_MEMBERS },
  administrator: { role: 'administrator', permissions: ALL },
}
export const rightsOfPreset = (preset: Preset): Rights => RIGHTS_OF[preset]

/** The preset that these rights are; null: they were chosen one by one. */
export const presetOf = ({ role, permissions }: Rights): Preset | null =>
  PRESETS.find((preset) => {
    const of = RIGHTS_OF[preset]
    return of.role === role && PERMISSIONS.every((permission) => of.permissions.has(permission) === permissions.has(permission))
  }) ?? null
