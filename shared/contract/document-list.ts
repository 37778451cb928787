import { z } from 'zod'
import { key, succeeded } from './envelope.ts'

const date = z.string()
const documentType = z.enum(['document', 'template'])

/** A list that a form sends as JSON text. */
const keys = z.preprocess((value) => {
  try {
    return typeof value === 'string' ? JSON.parse(value) : value
  } catch {
    return value
  }
}, z.array(key).max(1_000))
/** POST /app/documents/updates */
export const updatesBody = z.object({ keys, is_trash_view: z.union([z.boolean(), z.stringbool()]).default(false) })
export const updatesAnswer = succeeded({
  documents: z.array(z.object({ key, date_updated: date.nullable(), _deleted: z.boolean() })),
})
/** POST /app/bulk_actions/document_actions/{delete,recover}_multiple_documents: those that may be are done, whatever becomes of the others. */
export const bulkBody = z.object({ document_keys: keys })
/** POST /app/bulk_actions/document_actions/copy_multiple_documents: `type` is what the copies are; left out, what each one was. */
export const bulkCopyBody = bulkBody.extend({ type: documentType.optional() })
/** GET /app/documents/{key}/create_a_copy */
export const copyQuery = z.object({ template_to_document: z.stringbool().default(false) })
/** The name that marks the template every installation begins with. */
export const EXAMPLE_TEMPLATE = 'example template'
export const bulkAnswer = succeeded({
  partial: z.boolean(),
  done: z.array(key),
  refused: z.array(z.object({ key, code: z.string(), message: z.string() })),
})

/** A row of the list. */
export const listRow = z.object({
  key,
  document_name: z.string(),
  document_type: documentType,
  status: z.enum(['setup', 'awaiting_signatures', 'complete', 'rejected', 'conversion_error']),
  status_detail: z.string(),
  account_key: key,
  created_by: key,
  date_created: date,
  date_updated: date,
  date_completed: date.nullable(),
  is_deleted: z.boolean(),
  child_documents: z.int(),
  pages: z.int(),
  /** Progress of the first document that is converting or failed. */
  conversion: z.object({ state: z.enum(['waiting', 'converting', 'converted', 'failed']), reason: z.string().nullable() }),
  sealing: z.enum(['not-started', 'running', 'failed', 'sealed']),
  signatories: z.array(
    z.object({
      uuid: key,
      user_key: key.nullable(),
      name: z.string(),
      role: z.string(),
      status: z.string(),
      done: z.int(),
      due: z.int(),
      colour: z.int(),
    }),
  ),
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
/** GET /app/documents and GET /app/search/documents */
export const listQuery = z.object({
  cursor: z.string().optional(),
  document_type: documentType.default('document'),
  document_status: z.enum(LIST_STATUSES).default('all'),
  search_query: z.string().max(500).optional(),
  search_offset: z.coerce.number().int().min(0).max(1_000_000).optional(),
  is_trash_view: z.stringbool().default(false),
  include_signatories: z.stringbool().default(true),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
export const listAnswer = succeeded({
  documents: z.array(listRow),
  /** Absent when there is no more. */
  cursor: z.string().nullable(),
  counts: z.record(z.string(), z.int()),
})
export const searchAnswer = succeeded({
  search_documents: z.array(listRow),
  cursor: z.string().nullable(),
  /** Whether the answer is still being prepared: never here. */
  wait_for_response: z.boolean(),
})
