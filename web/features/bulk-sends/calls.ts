import {
  type BulkSendLogEntry,
  type BulkSendRecord,
  bulkSendAnswer,
  bulkSendLogAnswer,
  bulkSendsAnswer,
  type FailedRowRecord,
  remindersAnswer,
  tempCsvAnswer,
} from '#contract/bulk-sends'
import { listAnswer } from '#contract/document-list'
import { recipientDatasAnswer } from '#contract/recipient-lists'
import { http, newKey } from '../../http/index.ts'
import type { Ask, From } from '../../list/index.ts'

export type { BulkSendLogEntry, BulkSendRecord, FailedRowRecord }
export interface Opened {
  readonly bulkSend: BulkSendRecord
  readonly failed: readonly FailedRowRecord[]
}
/** What is changed of one; what is left out stays. */
export type BulkSendChange = Partial<
  Pick<
    BulkSendRecord,
    'description' | 'bulk_send_type' | 'template_key' | 'recipient_data_key' | 'when_to_run' | 'per_hour' | 'archived' | 'filter'
  > & { readonly status: 'active' | 'paused'; readonly report: string }
>

const AT = '/app/bulk_sends'
const opened = ({
  bulk_send,
  failed_rows,
}: {
  readonly bulk_send: BulkSendRecord
  readonly failed_rows: readonly FailedRowRecord[]
}): Opened => ({ bulkSend: bulk_send, failed: failed_rows })

export async function fetchBulkSends({ archived }: { readonly archived: boolean }, { cursor }: From, { limit, signal, quiet }: Ask) {
  const query = { ...(archived ? { archived: 'true' } : {}), ...(cursor ? { cursor } : {}), limit: String(limit) }
  const page = await http.get(AT, bulkSendsAnswer, { query, ...(signal ? { signal } : {}), ...(quiet ? { quiet } : {}) })
  return { rows: page.bulk_sends, cursor: page.cursor }
}
export const fetchAllBulkSends = async () => (await http.get(AT, bulkSendsAnswer, {})).bulk_sends
export const fetchBulkSend = async (key: string, quiet: boolean) => opened(await http.get(`${AT}/${key}`, bulkSendAnswer, { quiet }))
export const saveBulkSend = async (key: string, change: BulkSendChange, quiet = false) =>
  opened(await http.post(`${AT}/add_update_bulk_send`, bulkSendAnswer, { data: { key, ...change }, quiet }))
export const cloneBulkSend = async (key: string) => opened(await http.post(`${AT}/${key}/clone`, bulkSendAnswer, { data: {} }))
export const undoBulkSend = async (key: string) => opened(await http.post(`${AT}/${key}/undo`, bulkSendAnswer, { data: {} }))
export const retryRow = async (key: string, row: number) =>
  opened(await http.post(`${AT}/${key}/retry_row`, bulkSendAnswer, { data: { row } }))
export const sendReminders = async (key: string) =>
  (await http.get(`${AT}/${key}/enqueue_bulk_send_reminder_mails`, remindersAnswer, { idempotencyKey: newKey() })).message
/** With `since`, only entries newer than the latest one held. */
export const fetchLog = async (key: string, since: string | undefined, quiet: boolean): Promise<readonly BulkSendLogEntry[]> =>
  (await http.get(`/app/bulk_send_logs/${key}`, bulkSendLogAnswer, { query: since === undefined ? {} : { since }, quiet })).bulk_send_logs
/** The key of the file once it is made; `temporary` is the key of one that was requested before. */
export const askForCsv = async (key: string, temporary: string | null) =>
  (
    await http.get(`/app/bulk_send/${key}/generate_temp_csv`, tempCsvAnswer, {
      query: temporary === null ? {} : { bulk_send_temp_csv_key: temporary },
      quiet: true,
    })
  ).bulk_send_temp_csv
export const csvUrl = (key: string, temporary: string) => `/app/bulk_send/${key}/serve_temp_csv/${temporary}`

export const fetchTemplates = async () =>
  (await http.get('/app/documents', listAnswer, { query: { document_type: 'template', limit: '200' } })).documents
export const fetchLists = async () =>
  (await http.get('/app/recipient_datas', recipientDatasAnswer, {})).recipient_datas.filter(({ archived }) => !archived)
