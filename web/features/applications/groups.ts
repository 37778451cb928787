import type { Permission } from '#domain/workspace'

export const GROUPS = ['documents', 'signing', 'templates', 'workspace'] as const
export type Group = (typeof GROUPS)[number]

/** Under which heading a permission is chosen. */
const GROUP_OF: Readonly<Record<Permission, Group>> = {
  can_auto_insert_initials: 'signing',
  can_auto_insert_signature: 'signing',
  can_configure_communication_channel: 'signing',
  can_configure_custom_controls: 'templates',
  can_configure_mapping: 'templates',
  can_create_document_copies: 'documents',
  can_create_templates: 'templates',
  can_delete_documents: 'documents',
  can_delete_other_users_documents: 'documents',
  can_delete_templates: 'templates',
  can_do_bulk_actions: 'documents',
  can_download_document_csv_data: 'documents',
  can_download_document_preview: 'documents',
  can_download_fillable_form_with_field_ids: 'templates',
  can_download_fillable_form_with_metadata: 'templates',
  can_generate_signing_link: 'signing',
  can_lock_and_unlock_fields: 'templates',
  can_manage_account: 'workspace',
  can_mark_document_as_complete: 'signing',
  can_merge_templates: 'templates',
  can_move_documents: 'documents',
  can_move_templates: 'templates',
  can_read_outbox: 'workspace',
  can_repeat_fields_across_documents: 'documents',
  can_revert_document_status: 'signing',
  can_set_up_form_views: 'templates',
  can_sign_in_person: 'signing',
  can_update_signature_and_initials: 'workspace',
  can_upload_documents: 'documents',
  can_upload_documents_to_pack: 'documents',
  can_use_embedded_forms: 'signing',
  can_use_field_rules: 'templates',
  can_use_reusable_link: 'signing',
  can_view_api_details: 'workspace',
  can_view_bulk_sends: 'workspace',
  can_view_teams: 'workspace',
  can_view_template_link_details: 'templates',
}
export const permissionsIn = (group: Group): readonly Permission[] =>
  (Object.keys(GROUP_OF) as Permission[]).filter((permission) => GROUP_OF[permission] === group)
