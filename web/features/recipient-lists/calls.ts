import type { z } from 'zod'
import {
  csvUploadAnswer,
  csvUploadSuccessAnswer,
  type csvUploadSuccessBody,
  type FilterRuleRecord,
  type RecipientDataRecord,
  type RecipientRowRecord,
  recipientDataAnswer,
  recipientDatasAnswer,
  type recipientDataUpdate,
  recipientRowsAnswer,
} from '#contract/recipient-lists'
import { http } from '../../http/index.ts'

export type { FilterRuleRecord, RecipientDataRecord, RecipientRowRecord }
export type ImportOptions = Omit<z.input<typeof csvUploadSuccessBody>, 'file_key'>
const AT = '/app/recipient_datas'

export const fetchLists = async (quiet = false) => (await http.get(AT, recipientDatasAnswer, { quiet })).recipient_datas
export const fetchList = async (key: string, quiet = false) =>
  (await http.get(`${AT}/${key}`, recipientDataAnswer, { quiet })).recipient_data
export const saveList = async (data: z.input<typeof recipientDataUpdate>) =>
  (await http.post(`${AT}/add_update_recipient_data`, recipientDataAnswer, { data })).recipient_data
export const fetchRows = (key: string, filter_rules: readonly FilterRuleRecord[], cursor?: string, signal?: AbortSignal) =>
  http.post(`${AT}/${key}/rows`, recipientRowsAnswer, {
    body: { query: { filter_rules }, ...(cursor ? { cursor } : {}) },
    quiet: true,
    ...(signal ? { signal } : {}),
  })
export const downloadUrl = (key: string) => `${AT}/${key}/csv`
export const announceFile = (key: string, filename: string, size: number, idempotencyKey: string) =>
  http.get(`/app/get_csv_upload_url/${key}`, csvUploadAnswer, { query: { filename, size: size / 1_000_000 }, idempotencyKey })
export const takeFile = (temp_csv: string, file_key: string, options: ImportOptions) =>
  http.post(`/app/csv_upload_success/${temp_csv}`, csvUploadSuccessAnswer, { body: { file_key, ...options } })
