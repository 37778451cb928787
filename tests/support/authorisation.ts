import type { LIVE_MESSAGES } from '#contract/live'
import type { Permission } from '#domain/workspace'
import { PASSWORD, STRANGERS, type State, type Things, WHO, type Who } from './authorisation-world.ts'
import { newId, type Prepared } from './prepared.ts'

const EVERYBODY: readonly Who[] = WHO
const PROGRAMS: readonly Who[] = ['application', 'astray', 'ended']
const ADMIN: readonly Who[] = ['admin']
const TEAM: readonly Who[] = ['member', 'admin']
/** Accounts, about what is their own. */
const ACCOUNTS: readonly Who[] = ['outsider', 'intruder', 'removed', ...TEAM]
/** The same, in the workspace that they name. */
const MEMBERS: readonly Who[] = ['outsider', ...TEAM]
const SIGNERS: readonly Who[] = ['other', 'itself']
const READERS: readonly Who[] = [...SIGNERS, ...TEAM]
const ITSELF: readonly Who[] = ['itself']

export interface Row {
  readonly may: readonly Who[]
  /** Permissions that a team's caller needs for it, each of them; nothing else. */
  readonly needs?: readonly Permission[]
  readonly of?: State
  /** What stands in the path, where it is not the document, the workspace or the signer. */
  readonly keys?: (things: Things, made: Prepared) => Readonly<Record<string, string>>
  readonly query?: (things: Things, made: Prepared) => Readonly<Record<string, string>>
  readonly body?: (things: Things, made: Prepared) => unknown
  /** What the first who may is answered, where it is not 200. */
  readonly gets?: number
  /** Done once, there is nothing left for the others who may. */
  readonly once?: true
  /** Ends the session that asks: tried by somebody who is not needed afterwards. */
  readonly ends?: true
  /** They are answered as if it were done: of what they may do it to, there is nothing. */
  readonly idle?: readonly Who[]
  /** Only people may, of those who act for a team. */
  readonly isOfPeople?: boolean
  /** The target of a secret in the request is shown to anybody with the secret. */
  readonly bySecret?: true
  /** Serves what is the chosen workspace's only, also where its path names a thing. */
  readonly byChosen?: true
}

const data = (value: object) => () => ({ data: value })
const temporary = (type: string, permission: Permission): Row => ({
  may: TEAM,
  needs: [permission],
  of: 'setup',
  query: () => ({ document_temp_download_type: type }),
})

const FIELD_RULE = newId()
const FORM_ENTRY = newId()
const CUSTOM_FIELD = newId()
/** Each at a place of its own: fields may not overlap. */
const aNote = (document: string) => ({
  ...{ uuid: newId(), document_key: document, type: 'note', page: 0, data: 'Seen' },
  ...{ x: 20 + 60 * (Math.floor(notes / 25) % 9), y: 500 + 11 * (notes++ % 25), width: 50, height: 10 },
})
let notes = 0
const MANAGING: readonly Permission[] = ['can_view_bulk_sends', 'can_do_bulk_actions', 'can_upload_documents']
const ofBulkSend = (row: Partial<Row>): Row => ({
  may: TEAM,
  needs: MANAGING,
  byChosen: true,
  keys: ({ bulkSend }) => ({ key: bulkSend }),
  ...row,
})

/** Every call of the program. Those who may are asked in this order, so that what takes away comes last. */
export const CALLS: Readonly<Record<string, Row | readonly Row[]>> = {
  // First: once the document they lent the device for has ended, in a call below, so has this.
  'POST /app/session/take_back': { may: ['handed'], body: () => ({ password: PASSWORD }) },
  // Who somebody is.
  'GET /app/session': { may: EVERYBODY },
  'POST /app/session': { may: EVERYBODY, ends: true, body: () => ({ email_address: 'otto@example.com', password: PASSWORD }) },
  'DELETE /app/session': { may: WHO.filter((who) => who !== 'nobody' && who !== 'handed' && !PROGRAMS.includes(who)), ends: true },
  'POST /app/session/hand_over': {
    may: ['admin', 'member'],
    ends: true,
    once: true,
    body: ({ inPersonLink }) => ({ signing_link: inPersonLink }),
  },
  'POST /app/signing_sessions': { may: EVERYBODY, bySecret: true, body: ({ signingLink }) => ({ token: signingLink.split('/').at(-1) }) },
  'POST /app/first_account': {
    may: [],
    body: () => ({ first_name: 'A', last_name: 'B', email_address: `${newId()}@example.com`, password: PASSWORD }),
  },
  'POST /app/password_resets': { may: EVERYBODY, body: () => ({ email_address: `${newId()}@example.com` }) },
  'GET /app/password_resets/{token}': { may: [], keys: () => ({ token: 'made-up-token' }) },
  'POST /app/password_resets/{token}': { may: [], keys: () => ({ token: 'made-up-token' }), body: () => ({ password: PASSWORD }) },
  'GET /app/management/ensure_logged_in': { may: EVERYBODY },
  'GET /app/admin_sms_sender/ensure_logged_in': { may: EVERYBODY },
  'GET /app/user': { may: ACCOUNTS },
  'POST /app/user': { may: ACCOUNTS, body: data({ accepted_terms_with_checkbox: true, terms_url: 'https://terms.example' }), gets: 409 },
  'GET /app/user/user_accounts': { may: ['astray', ...ACCOUNTS] },
  'GET /app/user/sessions': { may: ACCOUNTS },
  'DELETE /app/user/sessions/{key}': { may: ADMIN, once: true, keys: ({ spareSession }) => ({ key: spareSession }) },
  'POST /app/support_access': { may: [], body: data({ email_address: 'tove@example.com', reason: 'She asked', minutes: 60 }) },
  'DELETE /app/support_access/{key}': { may: ['support', ...ACCOUNTS], keys: () => ({ key: newId() }) },
  'GET /app/user/profile_deletion': { may: ACCOUNTS },
  'GET /app/user/signatures': { may: ACCOUNTS },
  'POST /app/image_upload_success': { may: ADMIN, once: true, body: ({ uploads }) => ({ file_key: uploads.picture }) },
  'GET /app/get_signature_upload_url': { may: MEMBERS, needs: ['can_update_signature_and_initials'] },
  'POST /app/signature_upload_success': {
    may: ADMIN,
    needs: ['can_update_signature_and_initials'],
    once: true,
    body: ({ uploads }) => ({ file_key: uploads.signature }),
  },
  'GET /text_to_image_blob': { may: MEMBERS, needs: ['can_update_signature_and_initials'], query: () => ({ text: 'Someone' }) },
  'POST /base64_to_image_blob/': { may: MEMBERS, needs: ['can_update_signature_and_initials'], body: ({ png }) => ({ image: png }) },

  // Programs of a workspace.
  'GET /app/applications/': { may: MEMBERS, needs: ['can_view_api_details'] },
  'POST /app/applications/': { may: MEMBERS, needs: ['can_view_api_details'], body: data({ name: 'Another' }) },
  'PUT /app/applications/{key}': {
    may: ADMIN,
    needs: ['can_view_api_details'],
    keys: ({ application }) => ({ key: application }),
    body: data({ name: 'Renamed' }),
  },
  'PUT /app/applications/{key}/webhook': {
    may: ADMIN,
    needs: ['can_view_api_details'],
    keys: ({ application }) => ({ key: application }),
    body: data({ url: 'https://planner.example/hooks' }),
  },
  'GET /app/applications/{key}/webhook': {
    may: ADMIN,
    needs: ['can_view_api_details'],
    keys: ({ application }) => ({ key: application }),
  },
  'POST /app/applications/{key}/webhook/rotate_secret': {
    may: ADMIN,
    needs: ['can_view_api_details'],
    keys: ({ application }) => ({ key: application }),
    body: data({}),
  },
  'POST /app/applications/{key}/webhook/test': {
    may: ADMIN,
    needs: ['can_view_api_details'],
    keys: ({ application }) => ({ key: application }),
  },
  'POST /app/applications/{key}/webhook/replay': {
    may: ADMIN,
    needs: ['can_view_api_details'],
    keys: ({ application }) => ({ key: application }),
    body: data({ position: 0 }),
  },
  'GET /app/applications/{key}/deliveries': {
    may: ADMIN,
    needs: ['can_view_api_details'],
    keys: ({ application }) => ({ key: application }),
  },
  'POST /app/applications/{key}/deliveries/{delivery}/retry': {
    may: ADMIN,
    needs: ['can_view_api_details'],
    keys: ({ application }) => ({ key: application, delivery: newId() }),
    gets: 404,
  },
  'DELETE /app/applications/{key}/webhook': {
    may: ADMIN,
    needs: ['can_view_api_details'],
    keys: ({ application }) => ({ key: application }),
  },
  'GET /app/event_subscriptions/': {
    may: TEAM,
    needs: ['can_view_api_details'],
    query: ({ workspace }) => ({ entity_key: workspace }),
  },
  'POST /app/event_subscriptions/{key}': {
    may: TEAM,
    needs: ['can_view_api_details'],
    keys: ({ workspace }) => ({ key: workspace }),
    body: data({ keys: ['document.completed'] }),
  },
  'DELETE /app/applications/{key}': {
    may: ADMIN,
    needs: ['can_view_api_details'],
    once: true,
    keys: ({ application }) => ({ key: application }),
  },
  'POST /app/oauth/token': { may: ['astray', 'application'], body: () => ({ grant_type: 'client_credentials' }) },

  // A workspace.
  'GET /app/accounts/{key}': { may: TEAM },
  'POST /app/accounts/': { may: ACCOUNTS, isOfPeople: true, body: data({ key: 'new', name: 'A new one' }) },
  'POST /app/accounts/{key}': { may: ADMIN, needs: ['can_manage_account'], body: data({ name: 'Renamed' }) },
  'GET /app/accounts/{key}/user_accounts': { may: TEAM, needs: ['can_view_teams'] },
  'GET /app/accounts/{key}/user_accounts/{user_account}/begun': {
    may: ADMIN,
    needs: ['can_manage_account'],
    keys: ({ memberKey }) => ({ user_account: memberKey }),
  },
  'POST /app/accounts/{key}/add_user_account': {
    may: ADMIN,
    needs: ['can_manage_account'],
    body: () => ({ data: { first_name: 'Nina', last_name: 'New', email_address: `${newId()}@example.com`, is_admin: false } }),
  },
  'POST /app/accounts/{key}/update_user_account': {
    may: ADMIN,
    needs: ['can_manage_account'],
    body: ({ memberKey }) => ({ data: { user_account_key: memberKey, is_admin: false } }),
  },
  'POST /app/accounts/{key}/update_user_account_permissions': {
    may: ADMIN,
    needs: ['can_manage_account'],
    body: ({ memberKey }) => ({
      data: { user_account_key: memberKey, permissions: { user_profile_permissions: { can_view_teams: true } } },
    }),
  },
  'POST /app/accounts/{key}/update_account_settings': {
    may: ADMIN,
    needs: ['can_manage_account'],
    body: data({ show_sender_presence: true }),
  },
  'GET /app/accounts/{key}/former_members': { may: ADMIN, needs: ['can_manage_account'] },
  'POST /app/accounts/{key}/delete_profile': {
    may: ADMIN,
    needs: ['can_manage_account'],
    once: true,
    body: ({ formerUser }) => ({ data: { user_key: formerUser } }),
  },
  'GET /app/accounts/{key}/guard': { may: ADMIN, needs: ['can_manage_account'] },
  'POST /app/accounts/{key}/guard': { may: ADMIN, needs: ['can_manage_account'] },
  'GET /app/accounts/{key}/anchors': { may: ADMIN, needs: ['can_manage_account'] },
  'GET /app/accounts/{key}/export': { may: ADMIN, needs: ['can_manage_account'] },
  'GET /app/accounts/{key}/keeping': { may: TEAM },
  'POST /app/accounts/{key}/keeping': { may: ADMIN, needs: ['can_manage_account'], body: data({ trash_days: 90 }) },
  'POST /app/accounts/{key}/person_data': { may: ADMIN, needs: ['can_manage_account'], body: data({ contact: 'x@example.com' }) },
  'GET /app/outbox': { may: ['outsider', ...ADMIN], needs: ['can_read_outbox'] },
  'POST /app/outbox/{key}/reveal': { may: ADMIN, needs: ['can_read_outbox'], keys: ({ mail }) => ({ key: mail }) },

  // Notifications, and what raises them.
  'GET /app/notifications': { may: ACCOUNTS },
  'POST /app/notifications/{key}': { may: ADMIN, keys: ({ notification }) => ({ key: notification }) },
  'POST /app/notifications/mark_all_as_read': { may: ACCOUNTS, body: () => ({}) },
  'GET /app/notification_rules': { may: TEAM, query: (_, { pack }) => ({ entity_key: pack }) },
  'POST /app/notification_rules/add_update_notification_rule': {
    may: TEAM,
    body: (_, { pack }) => ({ data: { action: 'notify', event: 'not-signed', entity_key: pack, countdown_seconds: 86_400 } }),
  },
  'DELETE /app/notification_rules/delete_notification_rule/{key}': { may: TEAM, once: true, keys: ({ rule }) => ({ key: rule }) },

  // Lists.
  'GET /app/documents': { may: MEMBERS },
  'GET /app/search/documents': { may: MEMBERS },
  'GET /app/user_defined_attributes': { may: MEMBERS },
  // What programs follow.
  'GET /app/feed': { may: MEMBERS, needs: ['can_view_api_details'] },
  'GET /app/feed/position': { may: MEMBERS, needs: ['can_view_api_details'] },
  'GET /app/contact_lists/get_contacts_by_query': { may: MEMBERS },
  'GET /app/contact_lists': { may: MEMBERS },
  'POST /app/contact_lists': { may: MEMBERS, once: true, body: () => ({ data: { name: `Clients ${newId()}` } }) },
  'POST /app/contact_lists/{key}': { may: MEMBERS, gets: 410, keys: () => ({ key: newId() }), body: data({ name: 'Partners' }) },
  'DELETE /app/contact_lists/{key}': { may: MEMBERS, keys: () => ({ key: newId() }) },
  'POST /app/contact_lists/{key}/restore': { may: MEMBERS, gets: 410, keys: () => ({ key: newId() }), body: data({}) },
  'POST /app/contact_lists/{key}/add_contacts': {
    may: MEMBERS,
    gets: 410,
    needs: ['can_do_bulk_actions'],
    keys: () => ({ key: newId() }),
    body: () => ({ data: { contacts: [newId(), newId()] } }),
  },
  'POST /app/contact_lists/{key}/remove_contacts': {
    may: MEMBERS,
    gets: 410,
    needs: ['can_do_bulk_actions'],
    keys: () => ({ key: newId() }),
    body: () => ({ data: { contacts: [newId(), newId()] } }),
  },
  'GET /app/contact_lists/{key}/addresses': { may: MEMBERS, gets: 410, keys: () => ({ key: newId() }) },
  'GET /app/contacts': { may: MEMBERS },
  'POST /app/contacts': { may: MEMBERS, body: data({ name: 'Nora', email: 'nora@contacts.example' }) },
  'POST /app/contacts/import': {
    may: MEMBERS,
    needs: ['can_do_bulk_actions'],
    body: data({ contacts: [{ name: 'Nils', email: 'nils@contacts.example' }] }),
  },
  'GET /app/accounts/{key}/export_contacts': { may: TEAM, needs: ['can_download_document_csv_data'] },
  'POST /app/contacts/{key}': {
    may: TEAM,
    gets: 410,
    keys: () => ({ key: newId() }),
    body: data({ name: 'Nobody', email: 'nobody@contacts.example' }),
  },
  'DELETE /app/contacts/{key}': { may: MEMBERS, keys: () => ({ key: newId() }) },
  'GET /app/recipient_datas': { may: MEMBERS, needs: ['can_view_bulk_sends'] },
  'POST /app/recipient_datas/add_update_recipient_data': {
    may: MEMBERS,
    needs: MANAGING,
    body: data({ key: 'new', description: 'Another list' }),
  },
  'GET /app/recipient_datas/{key}': {
    may: TEAM,
    byChosen: true,
    needs: ['can_view_bulk_sends'],
    keys: ({ recipientList }) => ({ key: recipientList }),
  },
  'GET /app/recipient_datas/{key}/rows': {
    may: TEAM,
    byChosen: true,
    needs: ['can_view_bulk_sends'],
    keys: ({ recipientList }) => ({ key: recipientList }),
  },
  'POST /app/recipient_datas/{key}/rows': {
    may: TEAM,
    byChosen: true,
    needs: ['can_view_bulk_sends'],
    keys: ({ recipientList }) => ({ key: recipientList }),
    body: () => ({ query: { filter_rules: [] } }),
  },
  'POST /app/recipient_datas/{key}/correct_row': {
    may: TEAM,
    byChosen: true,
    needs: MANAGING,
    gets: 409,
    keys: ({ recipientList }) => ({ key: recipientList }),
    body: data({ row: 2, was: [], values: [] }),
  },
  // A link that a browser saves names no workspace.
  'GET /app/recipient_datas/{key}/csv': {
    may: TEAM,
    needs: ['can_view_bulk_sends'],
    keys: ({ recipientList }) => ({ key: recipientList }),
  },
  'GET /app/get_csv_upload_url/{key}': {
    may: TEAM,
    byChosen: true,
    needs: MANAGING,
    keys: ({ recipientList }) => ({ key: recipientList }),
    query: () => ({ filename: 'a.csv' }),
  },
  'POST /app/csv_upload_success/{key}': {
    may: TEAM,
    byChosen: true,
    needs: MANAGING,
    keys: ({ csv }) => ({ key: csv.temp_csv_key }),
    body: ({ csv }) => ({ file_key: csv.file_key }),
  },
  'GET /app/bulk_sends/{key}/document_mapping/{template_key}': ofBulkSend({
    needs: ['can_view_bulk_sends'],
    gets: 404,
    keys: ({ bulkSend }) => ({ key: bulkSend, template_key: newId() }),
  }),
  'POST /app/bulk_sends/{key}/document_mapping/{template_key}': ofBulkSend({
    gets: 404,
    keys: ({ bulkSend }) => ({ key: bulkSend, template_key: newId() }),
    body: data({ subject: 'Please sign' }),
  }),
  'POST /app/bulk_sends/{key}/dry_run': ofBulkSend({ gets: 409, body: () => ({}) }),
  'GET /app/bulk_sends/{key}/dry_run': ofBulkSend({ needs: ['can_view_bulk_sends'] }),
  'GET /app/bulk_sends/{key}/dry_run/rows': ofBulkSend({ needs: ['can_view_bulk_sends'] }),
  'GET /app/bulk_sends/{key}/rows': ofBulkSend({ needs: ['can_view_bulk_sends'] }),
  'GET /app/bulk_sends/{key}/dry_run/csv': ofBulkSend({ needs: ['can_view_bulk_sends', 'can_download_document_csv_data'], gets: 404 }),
  'POST /app/documents/updates': {
    may: TEAM,
    idle: ['outsider', 'intruder', 'removed', 'astray'],
    body: (_, { pack }) => ({ keys: [pack] }),
  },
  'GET /app/tokens/get_pending_signing_requests': { may: [...MEMBERS, ...SIGNERS, 'elsewhere'] },
  'POST /app/bulk_actions/document_actions/copy_multiple_documents': {
    may: TEAM,
    needs: ['can_create_document_copies', 'can_do_bulk_actions'],
    body: (_, { pack }) => ({ document_keys: [pack] }),
  },
  'POST /app/bulk_actions/document_actions/merge_multiple_documents': [
    {
      may: TEAM,
      needs: ['can_do_bulk_actions'],
      body: ({ packs }, { pack }) => ({ document_keys: [packs.setup.pack, pack] }),
    },
    {
      may: TEAM,
      needs: ['can_do_bulk_actions', 'can_merge_templates'],
      body: ({ packs }, { pack }) => ({ document_keys: [packs.template.pack, pack] }),
    },
  ],
  'POST /app/copy_move_documents': [
    {
      may: TEAM,
      needs: ['can_move_documents'],
      isOfPeople: true,
      body: ({ neighbour }, { pack }) => ({ data: { document_keys: [pack], action: 'Copy', to_account_key: neighbour } }),
    },
    {
      may: TEAM,
      needs: ['can_move_templates'],
      of: 'template',
      isOfPeople: true,
      body: ({ neighbour }, { pack }) => ({ data: { document_keys: [pack], action: 'Copy', to_account_key: neighbour } }),
    },
  ],
  'GET /app/copy_move_documents/{key}/differences': { may: TEAM, isOfPeople: true, keys: ({ neighbour }) => ({ key: neighbour }) },
  'POST /app/bulk_actions/document_actions/recover_multiple_documents': {
    may: ADMIN,
    needs: ['can_delete_documents', 'can_do_bulk_actions'],
    of: 'trashed',
    body: (_, { pack }) => ({ document_keys: [pack] }),
  },
  'POST /app/bulk_actions/document_actions/delete_multiple_documents': {
    may: ADMIN,
    needs: ['can_delete_documents', 'can_do_bulk_actions'],
    of: 'trashed',
    body: (_, { pack }) => ({ document_keys: [pack] }),
  },

  // Bulk sends.
  'GET /app/bulk_sends': { may: MEMBERS, needs: ['can_view_bulk_sends'] },
  'GET /app/bulk_sends/{key}': ofBulkSend({ needs: ['can_view_bulk_sends'] }),
  'GET /app/bulk_send_logs/{key}': ofBulkSend({ needs: ['can_view_bulk_sends'] }),
  'POST /app/bulk_sends/add_update_bulk_send': ofBulkSend({
    body: ({ bulkSend }) => ({ data: { key: bulkSend, description: 'Renewals' } }),
  }),
  'POST /app/bulk_sends/{key}/clone': ofBulkSend({}),
  'POST /app/bulk_sends/{key}/undo': ofBulkSend({ needs: [...MANAGING, 'can_revert_document_status'] }),
  'POST /app/bulk_sends/{key}/leave_out_row': ofBulkSend({ gets: 409, body: data({ row: 2, left_out: true }) }),
  'POST /app/bulk_sends/{key}/retry_row': ofBulkSend({ gets: 409, body: data({ row: 2 }) }),
  'GET /app/bulk_send/{key}/generate_temp_csv': ofBulkSend({ needs: ['can_view_bulk_sends', 'can_download_document_csv_data'] }),
  'GET /app/bulk_send/{key}/serve_temp_csv/{temp_csv_key}': ofBulkSend({
    may: [],
    needs: [],
    keys: ({ bulkSend }) => ({ key: bulkSend, temp_csv_key: newId() }),
  }),
  'GET /app/bulk_sends/{key}/enqueue_bulk_send_reminder_mails': ofBulkSend({ gets: 409 }),

  // Reading a document.
  'GET /app/documents/{key}': { may: READERS },
  'GET /app/documents/{key}/view': { may: READERS },
  'GET /app/documents/{key}/view_part': { may: READERS, gets: 409, query: () => ({ revision: '0', digest: 'made up', part: '1' }) },
  'GET /app/documents/{key}/get_data_fields': { may: READERS },
  'GET /app/documents/{key}/get_data_field_signatory_updates': { may: READERS },
  'GET /app/documents/{key}/get_document_updates': { may: READERS },
  'GET /app/documents/{key}/get_signatories': { may: READERS },
  'GET /app/documents/{key}/is_next_signer/{signatory}': { may: READERS },
  'GET /app/documents/{key}/signed': { may: READERS, of: 'sealed' },
  'GET /app/documents/{key}/appendices': { may: READERS },
  'GET /documents/{key}/get_blob_as_image': { may: READERS, keys: (_, { document }) => ({ key: document }) },
  'GET /documents/{key}/get_csv_file': { may: TEAM, needs: ['can_download_document_csv_data'] },
  'GET /app/serve/{key}': { may: READERS, of: 'sealed', keys: ({ final }) => ({ key: final }) },
  'GET /app/serve_image/{key}': { may: ITSELF, keys: ({ picture }) => ({ key: picture }) },
  'GET /app/serve_data_field_blob/{key}/{field}': { may: ITSELF, keys: (_, { pack, fields }) => ({ key: pack, field: fields[2]! }) },
  'GET /app/final/{token}': { may: EVERYBODY, bySecret: true, keys: ({ finalToken }) => ({ token: finalToken }) },

  // Its history.
  'GET /app/audit_trail/{key}': { may: TEAM },
  'GET /app/audit_trail/{key}/export': { may: TEAM, query: () => ({ format: 'csv' }) },
  'GET /app/documents/{key}/access': [
    { may: TEAM, query: (_, { signers }) => ({ person: `signatory:${signers[0]}` }) },
    { may: TEAM, needs: ['can_view_teams'], query: () => ({ person: `user:${newId()}` }) },
  ],
  'GET /app/replay/{key}': { may: READERS },
  'GET /app/replay/{key}/export': { may: TEAM, query: () => ({ format: 'jsonl' }) },
  'GET /app/replay/{key}/moment': { may: TEAM, query: () => ({ at: '5' }) },
  'GET /app/replay/{key}/steps': { may: TEAM, query: () => ({ from: '0' }) },
  'GET /app/evidence/{key}/anchor': { may: TEAM, of: 'sealed' },
  'GET /app/evidence/{key}/disclosures': { may: READERS, needs: ['can_download_document_csv_data'], of: 'sealed' },
  'GET /app/get_verification_upload_url': { may: TEAM, of: 'sealed', query: (_, { document }) => ({ document_key: document }) },
  'POST /app/document_verification_upload_success': {
    may: READERS,
    once: true,
    of: 'sealed',
    body: ({ uploads }, { document }) => ({ file_key: uploads.verification, document_key: document }),
  },
  'POST /app/verify': { may: EVERYBODY, body: () => ({ file: 'AAAA' }) },

  // Preparing.
  'GET /app/get_document_upload_url': [
    {
      may: TEAM,
      needs: ['can_upload_documents_to_pack'],
      of: 'setup',
      query: (_, { pack }) => ({ filename: 'a.pdf', size: '1', document_pack_key: pack }),
    },
    { may: MEMBERS, needs: ['can_upload_documents'], query: () => ({ filename: 'a.pdf', size: '1' }) },
  ],
  'POST /app/document_upload_success/{key}': [
    { may: TEAM, of: 'setup', gets: 409, body: ({ uploads }) => ({ file_key: uploads.document }) },
    { may: TEAM, needs: ['can_upload_documents'], of: 'theirs', once: true, body: ({ uploads }) => ({ file_key: uploads.replacing }) },
  ],
  'POST /app/documents/{key}/retry_conversion': { may: TEAM, of: 'setup', body: () => ({}) },
  'POST /app/documents/{key}/update_document': [
    { may: TEAM, of: 'setup', body: data({ subject: 'Changed' }) },
    { may: TEAM, needs: ['can_lock_and_unlock_fields'], of: 'template', body: data({ data_fields_locked: true }) },
    { may: TEAM, needs: ['can_lock_and_unlock_fields'], of: 'theirs', body: data({ data_fields_locked: false }) },
    { may: TEAM, needs: ['can_configure_communication_channel'], of: 'setup', body: data({ communication_channel_configurable: true }) },
    { may: TEAM, needs: ['can_revert_document_status'], of: 'spare', once: true, body: data({ status: 'setup' }) },
    { may: TEAM, of: 'spare', once: true, body: data({ status: 'awaiting_signatures' }) },
    { may: TEAM, needs: ['can_mark_document_as_complete'], of: 'spare', once: true, body: data({ status: 'complete' }) },
  ],
  'POST /app/documents/{key}/update_signatory_details': {
    may: TEAM,
    of: 'setup',
    body: (_, { signers }) => ({ data: { uuid: signers[0], role: 'changed' } }),
  },
  'POST /app/documents/{key}/add_update_data_field': [
    { may: TEAM, of: 'setup', body: (_, { fields }) => ({ data: [{ uuid: fields[3], description: 'Changed' }] }) },
    {
      may: TEAM,
      needs: ['can_repeat_fields_across_documents'],
      of: 'setup',
      body: (_, { document, fields }) => ({ data: [{ uuid: newId(), repeats: fields[3], document_key: document }] }),
      // In its own document it would lie over itself.
      gets: 409,
    },
    { may: TEAM, needs: ['can_add_notes'], of: 'setup', body: (_, { document }) => ({ data: [aNote(document)] }) },
    { may: ITSELF, body: (_, { fields }) => ({ data: [{ uuid: fields[3], data: 'x' }] }) },
  ],
  'GET /app/documents/{key}/field_rules': { may: READERS },
  'POST /app/documents/{key}/field_rules/{rule}/add_update_delete': {
    may: TEAM,
    needs: ['can_use_field_rules'],
    of: 'setup',
    keys: (_, { pack }) => ({ key: pack, rule: FIELD_RULE }),
    body: (_, { fields }) => ({ data: { field_or_group: fields[1], infix_logic: `[${fields[3]}] has a value` } }),
  },
  'POST /app/documents/{key}/field_rules/{rule}/try_on_past': {
    may: TEAM,
    needs: ['can_use_field_rules'],
    keys: (_, { pack }) => ({ key: pack, rule: FIELD_RULE }),
    body: (_, { fields }) => ({ data: { field_or_group: fields[1], infix_logic: `[${fields[3]}] has a value` } }),
  },
  'GET /app/form_views/get_form_view/{key}': { may: READERS },
  'POST /app/form_views/update_form_view': {
    may: TEAM,
    needs: ['can_set_up_form_views'],
    of: 'setup',
    keys: () => ({}),
    body: (_, { pack }) => ({ data: { entity_key: pack, form_view: [{ uuid: FORM_ENTRY, type: 'h1', label: 'Yours' }] } }),
  },
  'GET /app/documents/{key}/user_defined_attributes': { may: TEAM },
  'POST /app/documents/{key}/add_update_user_defined_attribute': {
    may: TEAM,
    of: 'setup',
    body: data({ key: CUSTOM_FIELD, name: 'Client', value: '381' }),
  },
  'GET /app/documents/{key}/delete_user_defined_attribute/{attr_key}': {
    may: TEAM,
    of: 'setup',
    once: true,
    keys: ({ customField }, { pack }) => ({ key: pack, attr_key: customField }),
  },
  'GET /app/documents/{key}/form_fields': { may: TEAM, of: 'setup' },
  'POST /app/documents/{key}/form_fields': { may: TEAM, of: 'setup', body: () => ({ taken: false }) },
  'GET /app/documents/{key}/kept_signatures': { may: READERS },
  'POST /app/documents/{key}/use_kept_signature': { may: ADMIN, body: ({ kept }) => ({ signature_key: kept }) },
  'GET /app/get_document_appendix_upload_url/{key}': { may: TEAM, of: 'setup', query: () => ({ filename: 'a.pdf' }) },
  'POST /app/document_appendix_upload_success/{key}': { may: TEAM, of: 'setup', body: ({ uploads }) => ({ file_key: uploads.appendix }) },
  'POST /app/documents/{key}/add_update_appendix': [
    { may: TEAM, of: 'setup', body: ({ appendix }) => ({ data: { key: appendix, description: 'Changed' } }) },
    { may: TEAM, needs: ['can_view_teams'], of: 'setup', body: data({ description: 'For the team', audience: ['team'] }) },
  ],
  'GET /app/documents/{key}/delete_document_appendix/{appendix}': {
    may: TEAM,
    of: 'setup',
    once: true,
    keys: ({ appendix }, { pack }) => ({ key: pack, appendix }),
  },
  'GET /app/documents/{key}/create_a_copy': { may: TEAM, needs: ['can_create_document_copies'] },
  'GET /app/documents/{key}/convert_to_template': { may: TEAM, needs: ['can_create_templates'] },
  // Of one person only so many are kept: before more are asked for.
  'GET /app/serve_temp_download/{key}': {
    may: ADMIN,
    needs: ['can_download_document_preview'],
    of: 'setup',
    keys: ({ temp }) => ({ key: temp }),
  },
  'GET /app/documents/{key}/generate_temp_document_download': [
    temporary('preview', 'can_download_document_preview'),
    temporary('form_with_meta_data', 'can_download_fillable_form_with_metadata'),
    temporary('form_with_custom_id', 'can_download_fillable_form_with_field_ids'),
  ],

  // While it is out.
  'POST /app/documents/{key}/enqueue_document_mails': { may: TEAM },
  'POST /app/documents/{key}/resend_document_notification/{signatory}': { may: TEAM, body: () => ({}) },
  'POST /app/documents/{key}/generate_signing_link_for_signatory/{signatory}': [
    { may: TEAM, needs: ['can_generate_signing_link'], body: () => ({}) },
    { may: TEAM, needs: ['can_sign_in_person'], isOfPeople: true, body: () => ({ token_type: 'sign_in_person' }) },
  ],
  'GET /app/get_data_field_upload_url/{key}': { may: READERS, query: () => ({ filename: 'a.png', data_field_type: 'image' }) },
  'POST /app/data_field_upload_success/{key}': {
    may: TEAM,
    of: 'setup',
    body: ({ uploads }) => ({ file_key: uploads.field, type: 'image' }),
  },
  'GET /app/get_image_upload_url': { may: [...SIGNERS, ...ACCOUNTS, 'elsewhere'] },
  'PUT /app/uploads/{key}': { may: ADMIN, gets: 400, keys: ({ place }) => ({ key: place }) },

  // Signing.
  'POST /app/documents/{key}/audit_document_opened_event': { may: TEAM, idle: [...SIGNERS, 'application'] },
  'POST /app/documents/{key}/begin_visit': { may: SIGNERS },
  'POST /app/documents/{key}/visit': { may: SIGNERS, body: () => ({ moments: [{ what: 'paused', ago: 0 }] }) },
  'POST /app/documents/{key}/user_accepted_terms/{signatory}': { may: ITSELF, body: () => ({}) },
  'GET /app/documents/{key}/sign_later/{signatory}': { may: ITSELF },
  'POST /app/documents/{key}/reject_child_document/{signatory}': { may: ITSELF, gets: 409, body: () => ({ rejection_reason: 'No' }) },

  // Afterwards.
  'POST /app/documents/{key}/renew_seal': { may: ADMIN, needs: ['can_manage_account'], of: 'sealed' },
  'POST /app/documents/{key}/retry_sealing': { may: TEAM, of: 'sealed' },
  'POST /app/documents/{key}/legal_hold': { may: ADMIN, needs: ['can_manage_account'], of: 'sealed', body: () => ({ on: false }) },
  'GET /app/documents/{key}/recover_document': { may: ADMIN, needs: ['can_delete_documents'], of: 'trashed' },
  'GET /app/documents/{key}/delete_document': [
    { may: ADMIN, needs: ['can_delete_documents'], of: 'trashed' },
    { may: ADMIN, needs: ['can_delete_documents', 'can_delete_other_users_documents'], of: 'theirs' },
    { may: ADMIN, needs: ['can_delete_templates'], of: 'template' },
  ],
  'DELETE /app/document_actions/{key}/permanently_delete_document': {
    may: ADMIN,
    needs: ['can_delete_documents'],
    of: 'trashed',
    once: true,
  },

  // For good.
  'POST /app/user/signatures': {
    may: MEMBERS,
    needs: ['can_update_signature_and_initials'],
    body: () => ({ type: 'signature', data: { method: 'typed', text: 'Someone' } }),
  },
  'DELETE /app/user/signatures/{key}': {
    may: ADMIN,
    needs: ['can_update_signature_and_initials'],
    idle: [...MEMBERS, 'choseOurs', 'choseOther'],
    once: true,
    keys: ({ kept }) => ({ key: kept }),
  },
  'POST /app/accounts/{key}/erase_person': {
    may: ADMIN,
    needs: ['can_manage_account'],
    once: true,
    body: ({ packs }) => ({ data: { contact: 'gwen@example.com', documents: [packs.setup.pack] } }),
  },
  'POST /app/accounts/{key}/remove_user_account': {
    may: ADMIN,
    needs: ['can_manage_account'],
    body: ({ memberKey }) => ({ data: { user_account_key: memberKey } }),
    once: true,
  },
  'POST /app/documents/{key}/exclude_signatory': { may: TEAM, once: true, body: (_, { signers }) => ({ data: { uuid: signers[1] } }) },
  'POST /app/documents/{key}/add_update_signatory': [
    { may: ITSELF, body: (_, { signers }) => ({ data: { uuid: signers[0] } }) },
    { may: ITSELF, body: (_, { signers }) => ({ data: { uuid: signers[0] }, update_status_to: 'rejected', rejection_reason: 'No' }) },
  ],
  'POST /app/user/end_other_sessions': { may: ACCOUNTS, ends: true },
  'POST /app/user/delete_profile': {
    may: ['removed', 'outsider', 'intruder', ...TEAM],
    ends: true,
    once: true,
    body: data({ password: PASSWORD }),
  },

  // In the open.
  'GET /health': { may: EVERYBODY },
}

/** Live messages, likewise: who is answered that it is done. */
export const MESSAGES: {
  readonly [name in keyof typeof LIVE_MESSAGES]: { readonly may: readonly Who[]; readonly message: (things: Things) => unknown }
} = {
  watch_pack: { may: READERS, message: ({ packs }) => ({ document_key: packs.out.pack, revision: 0 }) },
  here: { may: READERS, message: ({ packs }) => ({ document_key: packs.out.pack, page: 0 }) },
  unwatch_pack: {
    may: [...READERS, 'outsider', 'intruder', 'removed', 'elsewhere'],
    message: ({ packs }) => ({ document_key: packs.out.pack }),
  },
  watch_list: { may: TEAM, message: ({ workspace }) => ({ account_key: workspace }) },
  watch_rows: { may: TEAM, message: ({ workspace }) => ({ account_key: workspace, list: 'contacts' }) },
  watch_feed: { may: TEAM, message: ({ workspace }) => ({ account_key: workspace }) },
  watch_deliveries: { may: ADMIN, message: ({ workspace, application }) => ({ account_key: workspace, application_key: application }) },
  watch_notifications: { may: ACCOUNTS, message: () => ({}) },
}

/** What only a person has, or only who was given it; roles and permissions are changed by administrators themselves. */
const OF_PEOPLE =
  /^(\w+ \/app\/(session|user|support_access|notifications|applications|tokens|uploads)\b|\w+ \/(text_to|base64)|\w+ \/app\/(get_)?(image|signature)_upload|.*(kept_signature|\/delete_profile|\/reveal|audit_document_opened|\/update_user_account(_permissions)?$))/

/** Of what is a person's, the little that who acts as them for support may. */
const IN_SUPPORT: readonly string[] = [
  'GET /app/session',
  'DELETE /app/session',
  'GET /app/user',
  'GET /app/user/user_accounts',
  'GET /app/notifications',
  'DELETE /app/support_access/{key}',
  'PUT /app/uploads/{key}',
  'POST /app/documents/{key}/audit_document_opened_event',
]
/** No signature and no link to sign by, no credentials, nobody's membership, rights or data; nothing that is a person's own. */
const CLOSED_TO_SUPPORT =
  /(signing_link_for_signatory|erase_person|\/(add|remove)_user_account$|\/update_user_account(_permissions)?$|POST \/app\/accounts\/$)/

/**
 * Who may, of people and programs: an application with every permission may what an administrator may, but for what is a person's. So may
 * who acts as the administrator for support, but for what is closed to them.
 */
export const mayOf = (name: string, row: Row): readonly Who[] => {
  const may = withTwo(row)
  const { isOfPeople = OF_PEOPLE.test(name) } = row
  if (!may.includes('admin')) return may
  const asPerson = (isOfPeople && name !== 'GET /app/user/user_accounts') || name === 'POST /app/oauth/token'
  const isOpen = IN_SUPPORT.includes(name) || !(isOfPeople || CLOSED_TO_SUPPORT.test(name))
  return [...new Set<Who>([...may, ...(asPerson ? [] : ['application' as const]), ...(isOpen ? ['support' as const] : [])])]
}

/** Somebody in two workspaces may in ours what a member may, and in the other, chosen, what its administrator may. */
function withTwo({ may, byChosen }: Row): readonly Who[] {
  const inOther = may.includes('outsider') || (may.includes('member') && !byChosen)
  return [...may, ...(may.includes('member') ? ['choseOurs' as const] : []), ...(inOther ? ['choseOther' as const] : [])]
}

/** Whether whatever they are answered may hold nothing of ours: also of who is in ours, where they have chosen another workspace. */
export const isBlind = (row: Row, who: Who) =>
  STRANGERS.includes(who) || (who === 'choseOther' && (row.byChosen || row.may.includes('outsider')))

/** Permissions that no call asks for, and why: each new one needs a call, or a reason here. */
export const ASKED_BY_NO_CALL: Readonly<Partial<Record<Permission, string>>> = {
  can_auto_insert_initials: 'The page fills them in by itself; for the server it is a value that somebody fills in.',
  can_browse: 'Without it the whole workspace is closed, which has a test of its own.',
  can_auto_insert_signature: 'The page fills it in by itself; for the server it is a value that somebody fills in.',
  can_configure_custom_controls: 'Comes with custom controls.',
  can_configure_mapping: 'Comes with the mapping of data from other programs.',
  can_use_embedded_forms: 'Comes with embedded forms.',
  can_use_reusable_link: 'Comes with reusable links.',
  can_view_template_link_details: 'Comes with reusable links.',
}
