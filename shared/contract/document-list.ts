import { z } from 'zod'
import { MOST } from '#domain/pack'
import { byKey, flag, numeral, shown, token } from './bounds.ts'
import { body, key, succeeded } from './envelope.ts'

const date = shown
const MOST_KEYS = 1_000
const MOST_LISTED = 200
const documentType = z.enum(['document', 'template'])

/** A list that a form sends as JSON text. */
function fromText(value: unknown): unknown {
  try {
    return typeof value === 'string' ? JSON.parse(value) : value
  } catch {
    return value
  }
}
const keys = z.preprocess(fromText, z.array(key).max(MOST_KEYS))
/** POST /app/documents/updates */
export const updatesBody = z.object({ keys, is_trash_view: z.union([z.boolean(), flag]).default(false) })
export const updatesAnswer = succeeded({
  documents: z.array(z.object({ key, date_updated: date.nullable(), _deleted: z.boolean() })).max(MOST_KEYS),
})
/** POST /app/bulk_actions/document_actions/{delete,recover}_multiple_documents: allowed ones are done, even if others fail. */
export const bulkBody = z.object({ document_keys: keys })
/** POST /app/bulk_actions/document_actions/copy_multiple_documents: `type` is what the copies are; left out, what each one was. */
export const bulkCopyBody = bulkBody.extend({ type: documentType.optional() })
const MOST_MERGED = 100
/** POST /app/bulk_actions/document_actions/merge_multiple_documents: in this order, each once. */
export const mergeBody = z.object({ document_keys: z.preprocess(fromText, z.array(key).max(MOST_MERGED)) })
export const mergeAnswer = succeeded({ document_key: key })
/** GET /app/documents/{key}/create_a_copy */
export const copyQuery = z.object({ template_to_document: flag.default(false) })
/** The name that marks the template every installation begins with. */
export const EXAMPLE_TEMPLATE = 'example template'
/** POST /app/copy_move_documents: to another workspace of the caller's. A copy is a draft there; what is moved takes its history along. */
export const TAKING = ['Move', 'Copy'] as const
export const copyMoveBody = body(z.object({ document_keys: keys, action: z.enum(TAKING), to_account_key: key }))
export const MOST_CUSTOM_FIELD_NAMES = 200
/** GET /app/copy_move_documents/{key}/differences: what the workspace does otherwise than the selected one. */
const rulesOfWorkspace = z.object({
  /** null: never deleted. */
  retention_years: z.int().nullable(),
  trash_days: z.int().nullable(),
  records_visits: z.boolean(),
  shows_sender_presence: z.boolean(),
  /** Of the custom fields that its newest documents and templates have. */
  custom_field_ids: z.array(shown).max(MOST_CUSTOM_FIELD_NAMES * 2),
})
export const differencesAnswer = succeeded({ here: rulesOfWorkspace, there: rulesOfWorkspace })
export type DifferencesAnswer = z.infer<typeof differencesAnswer>
export const bulkAnswer = succeeded({
  partial: z.boolean(),
  done: z.array(key).max(MOST_KEYS),
  refused: z.array(z.object({ key, code: shown, message: shown })).max(MOST_KEYS),
})

/** How many custom fields a row shows. */
export const MOST_LISTED_CUSTOM_FIELDS = 20
export const listRow = z.object({
  key,
  document_name: shown,
  document_type: documentType,
  status: z.enum(['setup', 'awaiting_signatures', 'complete', 'rejected', 'conversion_error']),
  status_detail: shown,
  /** The time to sign it has ended; absent while it has not. */
  expired: z.literal(true).optional(),
  account_key: key,
  /** The bulk send and the row that made it; absent where none did. */
  bulk_send: z.object({ key, name: shown, row: z.int() }).optional(),
  created_by: key,
  /** Who took it over, where the member who created it left; else the same. */
  owner: key,
  date_created: date,
  date_updated: date,
  date_completed: date.nullable(),
  is_deleted: z.boolean(),
  child_documents: z.int(),
  /** How many of them a signer rejected; absent where none. */
  rejected_documents: z.int().optional(),
  pages: z.int(),
  /** Progress of the first document that is converting or failed. */
  conversion: z.object({ state: z.enum(['waiting', 'converting', 'converted', 'failed']), reason: shown.nullable() }),
  sealing: z.enum(['not-started', 'running', 'failed', 'sealed']),
  signatories: z
    .array(
      z.object({
        uuid: key,
        user_key: key.nullable(),
        /** By which account holders know their own address again; it says of nobody whether there is an account. Null where there is no address. */
        address_digest: shown.nullable(),
        name: shown,
        role: shown,
        status: shown,
        done: z.int(),
        due: z.int(),
        colour: z.int(),
      }),
    )
    .max(MOST.signatories),
  /** The beginning of each custom field that has a value and is not hidden; absent where none has. */
  user_defined_attributes: z
    .array(z.object({ id: shown, name: shown, value: shown }))
    .max(MOST_LISTED_CUSTOM_FIELDS)
    .optional(),
  final_file_key: key.nullable(),
  revision: z.int(),
})
export type ListRow = z.infer<typeof listRow>
export const LIST_STATUSES = [
  'all',
  'setup',
  'awaiting_signatures',
  'complete',
  'conversion_error',
  'rejected',
  'awaiting_my_signature',
] as const
/** `is_not` and `is_empty` also find documents that have no such custom field. */
export const CUSTOM_FIELD_OPERATORS = ['is', 'is_not', 'contains', 'is_not_empty', 'is_empty'] as const
export const MOST_CUSTOM_FIELD_CONDITIONS = 5
const customFieldCondition = z.object({
  id: token,
  operator: z.enum(CUSTOM_FIELD_OPERATORS).default('is'),
  value: z
    .string()
    .max(2 * MOST.customFieldValue)
    .default(''),
})
export type CustomFieldCondition = z.output<typeof customFieldCondition>
/** A JSON list in an address. */
export const customFieldConditions = z.preprocess(fromText, z.array(customFieldCondition).max(MOST_CUSTOM_FIELD_CONDITIONS))
/** GET /app/documents and GET /app/search/documents */
export const listQuery = z.object({
  cursor: token.optional(),
  document_type: documentType.default('document'),
  document_status: z.enum(LIST_STATUSES).default('all'),
  search_query: z.string().max(500).optional(),
  search_offset: numeral(0, 1_000_000).optional(),
  is_trash_view: flag.default(false),
  bulk_send_key: key.optional(),
  /** Both together: documents whose custom field of this id has this value, whatever its case. */
  user_defined_attribute_id: token.optional(),
  user_defined_attribute_value: z
    .string()
    .max(2 * MOST.customFieldValue)
    .optional(),
  /** Documents for whose custom fields each of these holds. */
  user_defined_attributes: customFieldConditions.default([]),
  include_signatories: flag.default(true),
  limit: numeral(1, MOST_LISTED).default(50),
})
export const listAnswer = succeeded({
  documents: z.array(listRow).max(MOST_LISTED),
  /** Absent when there is no more. */
  cursor: shown.nullable(),
  counts: byKey(z.int(), LIST_STATUSES.length),
})
/** GET /app/user_defined_attributes */
export const customFieldNamesQuery = z.object({ document_type: documentType.default('document') })
export const customFieldNamesAnswer = succeeded({
  user_defined_attributes: z.array(z.object({ id: shown, name: shown })).max(MOST_CUSTOM_FIELD_NAMES),
})
export const searchAnswer = succeeded({
  search_documents: z.array(listRow).max(MOST_LISTED),
  cursor: shown.nullable(),
  /** Whether the answer is still being prepared: never here. */
  wait_for_response: z.boolean(),
})
