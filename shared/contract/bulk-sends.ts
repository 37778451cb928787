import { z } from 'zod'
import { BULK_SEND_TYPES, MOST_PER_HOUR, PAUSE_REASONS, ROW_FAILURES } from '#domain/bulk-send'
import { MOST_FILTER_RULES, OPERATORS } from '#domain/filters'
import { MANY, numeral, shown, text, token, whole } from './bounds.ts'
import { key, succeeded } from './envelope.ts'

const count = z.int().min(0)
const rule = z.object({ selected_field: text, selected_inequality: z.enum(OPERATORS), comparison_value: text })
const filter = z.array(rule).max(MOST_FILTER_RULES)

/** A row without a document. The code of a refusal says by which rule of documents. */
export const failedRow = z.object({
  row: z.int(),
  because: z.enum(ROW_FAILURES),
  code: shown.nullable(),
  message: shown,
  date_created: shown,
})
export const bulkSend = z.object({
  key,
  description: shown,
  bulk_send_type: z.enum(BULK_SEND_TYPES),
  template_key: key.nullable(),
  recipient_data_key: key.nullable(),
  filter: z
    .array(z.object({ selected_field: shown, selected_inequality: z.enum(OPERATORS), comparison_value: shown }))
    .max(MOST_FILTER_RULES),
  status: z.enum(['setup', 'active', 'paused']),
  /** Why it is paused; null where it is not. */
  paused_because: z.enum(PAUSE_REASONS).nullable(),
  archived: z.boolean(),
  when_to_run: shown.nullable(),
  most_recent_run_date: shown.nullable(),
  /** At most so many documents an hour; null: no limit. */
  per_hour: z.int().nullable(),
  number_of_documents: count,
  number_of_documents_created: count,
  number_of_documents_completed: count,
  number_of_documents_awaiting_signature: count,
  number_of_documents_failed: count,
  /** All documents that waited for signatures were withdrawn. */
  undone: z.boolean(),
  /** The key of the dry run that was activated. */
  report: shown.nullable(),
  can_be_changed: z.boolean(),
  can_remind: z.boolean(),
  created_by: key,
  date_created: shown,
  date_updated: shown,
})
export type BulkSendRecord = z.infer<typeof bulkSend>
export type FailedRowRecord = z.infer<typeof failedRow>

/** GET /app/bulk_sends; archived ones with `archived=true`. Without `limit` all of them. */
export const bulkSendsQuery = z.object({
  archived: z.enum(['true', 'false']).optional(),
  cursor: token.optional(),
  limit: numeral(1, 200).optional(),
})
export const bulkSendsAnswer = succeeded({
  bulk_sends: z.array(bulkSend).max(MANY),
  /** null: there are no more. */
  cursor: shown.nullable(),
})
/** GET /app/bulk_sends/{key} */
export const bulkSendAnswer = succeeded({ bulk_send: bulkSend, failed_rows: z.array(failedRow).max(MANY) })

/**
 * POST /app/bulk_sends/add_update_bulk_send, data. `key` is 'new' for one that is created; what is left out stays as it is. `status`
 * 'active' activates what the last dry run checked; with `report`, its key, only if it is still the last. 'paused' pauses; `archived`
 * deletes and restores.
 */
export const bulkSendUpdate = z.object({
  key: z.union([z.literal('new'), key]),
  description: text.optional(),
  bulk_send_type: z.enum(BULK_SEND_TYPES).optional(),
  template_key: key.nullable().optional(),
  recipient_data_key: key.nullable().optional(),
  filter: filter.optional(),
  when_to_run: text.nullable().optional(),
  per_hour: whole(1, MOST_PER_HOUR).nullable().optional(),
  status: z.enum(['active', 'paused']).optional(),
  report: token.optional(),
  archived: z.boolean().optional(),
})

/** GET /app/bulk_send_logs/{key}: only entries newer than `since`, the `date_created` of the latest one held. */
export const bulkSendLogQuery = z.object({ since: token.optional() })
export const bulkSendLog = z.object({
  date_created: shown,
  code: shown,
  message: shown,
  /** The line of the list that it is about; null: the bulk send as a whole. */
  row: z.int().nullable(),
  /** Who did it, by name; empty where the program did. */
  by: shown,
})
export type BulkSendLogEntry = z.infer<typeof bulkSendLog>
export const bulkSendLogAnswer = succeeded({ bulk_send_logs: z.array(bulkSendLog).max(MANY) })

/** POST /app/bulk_sends/{key}/retry_row, data */
export const rowToRetry = z.object({ row: whole(2, 1_000_000) })
/** POST /app/bulk_sends/{key}/leave_out_row, data */
export const rowToLeaveOut = z.object({ row: whole(2, 1_000_000), left_out: z.boolean() })
/** GET /app/bulk_sends/{key}/enqueue_bulk_send_reminder_mails */
export const remindersAnswer = z.object({ success: z.literal(true), message: shown })

/** GET /app/bulk_send/{key}/generate_temp_csv: poll with the key until `file_key` is set. */
export const tempCsvQuery = z.object({ bulk_send_temp_csv_key: key.optional() })
export const tempCsvAnswer = succeeded({ bulk_send_temp_csv: z.object({ key, file_key: key.nullable() }) })
