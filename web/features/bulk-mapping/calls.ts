import type { z } from 'zod'
import {
  type BulkRow,
  bulkRowsAnswer,
  type DocumentMappingAnswer,
  type DryRunRecord,
  type DryRunRow,
  type DryRunRows,
  documentMappingAnswer,
  dryRunAnswer,
  dryRunRowsAnswer,
  mappingFrom,
  mappingRecord,
} from '#contract/bulk-mapping'
import { bulkSendAnswer } from '#contract/bulk-sends'
import { correctedRowAnswer, type rowToCorrect } from '#contract/recipient-lists'
import type { Mapping, MappingProblem } from '#domain/bulk-send'
import type { Column, DateOrder } from '#domain/filters'
import type { PackState } from '#domain/pack'
import { http } from '../../http/index.ts'

export type { BulkRow, DryRunRecord, DryRunRow, DryRunRows }
export interface OpenedMapping {
  readonly mapping: Mapping
  readonly template: PackState
  readonly incomplete: readonly MappingProblem[]
  readonly columns: readonly Column[]
  readonly dates: DateOrder
  readonly defaultCountry: string
}
const at = (bulkSend: string, template: string) => `/app/bulk_sends/${bulkSend}/document_mapping/${template}`
const opened = (answer: DocumentMappingAnswer): OpenedMapping => ({
  mapping: mappingFrom(answer.bulk_send_document_mapping),
  // What the server keeps of a template, it answers as it is.
  template: answer.template as PackState,
  incomplete: answer.incomplete as readonly MappingProblem[],
  columns: answer.columns,
  dates: answer.dates,
  defaultCountry: answer.default_country,
})

export const fetchMapping = async (bulkSend: string, template: string) =>
  opened(await http.get(at(bulkSend, template), documentMappingAnswer))
export const saveMapping = async (bulkSend: string, template: string, mapping: Mapping) =>
  opened(await http.post(at(bulkSend, template), documentMappingAnswer, { data: mappingRecord(mapping), quiet: true }))
export const fetchRows = async (bulkSend: string, cursor: string | null) =>
  http.get(`/app/bulk_sends/${bulkSend}/rows`, bulkRowsAnswer, { query: cursor === null ? {} : { cursor }, quiet: true })

const dryRunAt = (bulkSend: string) => `/app/bulk_sends/${bulkSend}/dry_run`
export const startDryRun = async (bulkSend: string) => (await http.post(dryRunAt(bulkSend), dryRunAnswer, { data: {} })).dry_run
export const fetchDryRun = async (bulkSend: string) => (await http.get(dryRunAt(bulkSend), dryRunAnswer, { quiet: true })).dry_run
export const fetchDryRunRows = async (bulkSend: string, cursor: string | null, limit?: number) =>
  http.get(`${dryRunAt(bulkSend)}/rows`, dryRunRowsAnswer, {
    query: { ...(cursor === null ? {} : { cursor }), ...(limit === undefined ? {} : { limit: String(limit) }) },
    quiet: true,
  })
export const leaveOutRow = (bulkSend: string, row: number, left_out: boolean) =>
  http.post(`/app/bulk_sends/${bulkSend}/leave_out_row`, bulkSendAnswer, { data: { row, left_out } })
export const correctRow = (list: string, data: z.input<typeof rowToCorrect>) =>
  http.post(`/app/recipient_datas/${list}/correct_row`, correctedRowAnswer, { data })
export const dryRunCsvUrl = (bulkSend: string) => `${dryRunAt(bulkSend)}/csv`
