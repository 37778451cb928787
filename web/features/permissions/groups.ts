import type { Permission } from '#domain/workspace'

export const GROUPS = ['documents', 'signing', 'templates', 'downloads', 'links', 'workspace'] as const
export type Group = (typeof GROUPS)[number]

/** Under which heading a permission is shown; in this order. */
const GROUP_OF: Readonly<Record<Permission, Group>> = {
  can_upload_documents: 'documents',
  can_upload_documents_to_pack: 'documents',
  can_create_document_copies: 'documents',
  can_do_bulk_actions: 'documents',
  can_move_documents: 'documents',
  can_delete_documents: 'documents',
  can_delete_other_users_documents: 'documents',
  can_lock_and_unlock_fields: 'documents',
  can_use_field_rules: 'documents',
  can_add_notes: 'documents',
  can_repeat_fields_across_documents: 'documents',
  can_revert_document_status: 'signing',
  can_mark_document_as_complete: 'signing',
  can_sign_in_person: 'signing',
  can_generate_signing_link: 'signing',
  can_configure_communication_channel: 'signing',
  can_auto_insert_signature: 'signing',
  can_auto_insert_initials: 'signing',
  can_create_templates: 'templates',
  can_delete_templates: 'templates',
  can_move_templates: 'templates',
  can_merge_templates: 'templates',
  can_download_document_preview: 'downloads',
  can_download_document_csv_data: 'downloads',
  can_download_fillable_form_with_metadata: 'downloads',
  can_download_fillable_form_with_field_ids: 'downloads',
  can_use_reusable_link: 'links',
  can_view_template_link_details: 'links',
  can_use_embedded_forms: 'links',
  can_set_up_form_views: 'links',
  can_configure_mapping: 'links',
  can_configure_custom_controls: 'links',
  can_view_api_details: 'links',
  can_browse: 'workspace',
  can_manage_account: 'workspace',
  can_view_teams: 'workspace',
  can_view_bulk_sends: 'workspace',
  can_read_outbox: 'workspace',
  can_update_signature_and_initials: 'workspace',
}
export const permissionsIn = (group: Group): readonly Permission[] =>
  (Object.keys(GROUP_OF) as Permission[]).filter((permission) => GROUP_OF[permission] === group)
