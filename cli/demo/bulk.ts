import { fileURLToPath } from 'node:url'
import { type DocumentMappingAnswer, type DryRunRecord, type DryRunRow, mappingRecord } from '#contract/bulk-mapping'
import type { BulkSendRecord, FailedRowRecord } from '#contract/bulk-sends'
import type { RecipientDataRecord } from '#contract/recipient-lists'
import { mapFromColumnNames } from '#domain/bulk-send'
import type { PackState } from '#domain/pack'
import { announced, type Ceremony, converted, sent, until, type View } from './ceremony.ts'
import { Refused } from './client.ts'
import { type DemoFile, demoFileAt } from './files.ts'

export interface BulkRow {
  readonly list: string
  /** `partly`: rows with problems were left out. */
  readonly outcome: 'sent' | 'partly' | 'refused' | 'failed'
  readonly reason: string | null
  readonly message: string | null
  readonly rows: number
  readonly documents: number
  /** Of the dry run: rows with problems, then rows with warnings. */
  readonly problems: readonly { readonly row: number; readonly isWarning: boolean; readonly messages: readonly string[] }[]
  /** Rows without a document, problems of the dry run among them. */
  readonly failed: readonly { readonly row: number; readonly message: string }[]
  readonly ms: number
}
export type BulkEnded = Omit<BulkRow, 'list' | 'ms'>

export const NOTHING_SENT = { rows: 0, documents: 0, problems: [], failed: [] } as const
const SAMPLE = fileURLToPath(new URL('../../assets/sample.pdf', import.meta.url))
/** Columns that name no detail of a person become fields of the template. */
const MOST_FIELDS = 3
const ROWS_SHOWN = 20

/** One document for each row of a list: all rows are checked before the first request is sent. */
export async function bulkSend(demo: Ceremony, list: string, pdf: string = SAMPLE): Promise<BulkEnded> {
  const { account, tell } = demo
  const recipients = await listFrom(demo, await demoFileAt(list))
  tell(`list: ${count(recipients.number_of_rows, 'row')}, columns ${recipients.field_names.join(', ')}`)
  const template = await templateFor(demo, await demoFileAt(pdf), recipients.field_names)
  if ('outcome' in template) return template
  const { bulk_send } = await account.post<{ bulk_send: BulkSendRecord }>('/app/bulk_sends/add_update_bulk_send', {
    data: { key: 'new', description: 'Demo', template_key: template.key, recipient_data_key: recipients.key },
  })
  const at = `/app/bulk_sends/${bulk_send.key}`

  const mapping = `${at}/document_mapping/${template.key}`
  const found = await account.get<DocumentMappingAnswer & { template: PackState }>(mapping)
  const names = found.columns.map(({ name }) => name)
  const { incomplete } = await account.post<DocumentMappingAnswer>(mapping, {
    data: mappingRecord(mapFromColumnNames(found.template, names)),
  })
  if (incomplete.length > 0) {
    const lacks = incomplete.map(({ message }) => message).join('; ')
    const message = `The columns do not say who signs (${lacks}). Name one “name” and one “email”.`
    return { ...NOTHING_SENT, rows: recipients.number_of_rows, outcome: 'refused', reason: 'mapping-incomplete', message }
  }
  tell('mapped from the names of the columns')

  const { report, problems } = await dryRun(demo, at)
  const before = { rows: report.rows, documents: 0, problems, failed: [] }
  if (report.state === 'failed') return { ...before, outcome: 'refused', reason: 'dry-run', message: report.message }
  try {
    const data = { key: bulk_send.key, status: 'active', report: report.key }
    await account.post('/app/bulk_sends/add_update_bulk_send', { data })
  } catch (thrown) {
    if (!(thrown instanceof Refused) || thrown.status >= 500) throw thrown
    return { ...before, outcome: 'refused', reason: thrown.code, message: thrown.message }
  }
  tell('activated')
  return { ...before, ...(await documentsOf(demo, at)) }
}

async function listFrom({ account }: Ceremony, file: DemoFile): Promise<RecipientDataRecord> {
  const { recipient_data } = await account.post<{ recipient_data: RecipientDataRecord }>('/app/recipient_datas/add_update_recipient_data', {
    data: { key: 'new', description: 'Demo' },
  })
  const asked = new URLSearchParams({ filename: file.name, size: String(file.size / 1_000_000) })
  const { url, file_key, temp_csv_key } = await account.get<{ url: string; file_key: string; temp_csv_key: string }>(
    `/app/get_csv_upload_url/${recipient_data.key}?${asked}`,
  )
  await account.put(url, await file.read(), 'text/csv')
  const taken = await account.post<{ recipient_data: RecipientDataRecord }>(`/app/csv_upload_success/${temp_csv_key}`, { file_key })
  return taken.recipient_data
}

/** One signer, whom the rows name, and fields for the first columns that say something else. */
async function templateFor(demo: Ceremony, paper: DemoFile, columns: readonly string[]): Promise<{ readonly key: string } | BulkEnded> {
  const { account, newId } = demo
  const upload = await announced(account, paper)
  await sent(demo, upload, paper)
  const pack = upload.document.document_pack_key
  const child = await converted(demo, pack)
  if ('outcome' in child) {
    const why = child.outcome === 'sealed' ? { reason: null, message: null } : { reason: child.reason, message: child.message }
    return { ...NOTHING_SENT, outcome: 'refused', ...why }
  }
  const signer = newId()
  await account.post(`/app/documents/${pack}/update_document`, {
    data: { signatories: [{ uuid: signer, role: 'signer', name: '', email: '' }], signing_order: [[signer]] },
  })
  const { view } = await account.get<View>(`/app/documents/${pack}/view`)
  const page = child.sizes.length - 1
  const { width, height } = child.sizes[page]!
  const unit = Math.min(width / 612, height / 792)
  const placed = { document_key: child.key, page, x: 72 * unit, height: 24 * unit }
  const isDetail = (column: string) => Object.keys(mapFromColumnNames(view, [column]).signers).length > 0
  const further = columns.filter((column) => column.trim() !== '' && !isDetail(column)).slice(0, MOST_FIELDS)
  const { refused } = await account.post<{ refused: readonly { message: string }[] }>(`/app/documents/${pack}/add_update_data_field`, {
    data: [
      { ...placed, uuid: newId(), type: 'signature', y: height - 72 * unit, width: 180 * unit, signatory_uuid: signer, required: true },
      ...further.map((description, at) => ({
        ...placed,
        uuid: newId(),
        type: 'text',
        y: height - (168 - at * 30) * unit,
        width: 400 * unit,
        signatory_uuid: 'self',
        description,
      })),
    ],
  })
  if (refused[0]) return { ...NOTHING_SENT, outcome: 'refused', reason: 'fields', message: refused[0].message }
  const { document } = await account.get<{ document: { key: string } }>(`/app/documents/${pack}/convert_to_template`)
  return document
}

async function dryRun(demo: Ceremony, bulkSendAt: string) {
  const { account, tell } = demo
  const at = `${bulkSendAt}/dry_run`
  await account.post(at, {})
  const { dry_run } = await until(
    demo,
    () => account.get<{ dry_run: DryRunRecord }>(at),
    ({ dry_run: { state } }) => state === 'done' || state === 'failed',
    progressOf(demo, 'dry run: checked', ({ dry_run }) => ({ done: dry_run.checked, all: dry_run.rows })),
  )
  const rows: DryRunRow[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const from = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page: { rows: readonly DryRunRow[]; cursor: string | null } = await account.get(`${at}/rows?limit=500${from}`)
    rows.push(...page.rows)
    cursor = page.cursor
  }
  const { with_problems, with_warnings } = dry_run
  tell(`dry run: ${count(dry_run.checked, 'row')} checked, ${with_problems} with problems, ${with_warnings} with warnings`)
  const problems = rows.map(({ number: row, is_warning, problems: found }) => {
    return { row, isWarning: is_warning, messages: found.map(({ message }) => message) }
  })
  for (const { row, isWarning, messages } of problems.slice(0, ROWS_SHOWN)) {
    tell(`  row ${row}: ${isWarning ? 'warning: ' : ''}${messages.join('; ')}`)
  }
  if (problems.length > ROWS_SHOWN) tell(`  and ${count(problems.length - ROWS_SHOWN, 'further row')}; --json names them all`)
  return { report: dry_run, problems }
}

async function documentsOf(demo: Ceremony, at: string): Promise<Omit<BulkEnded, 'problems'>> {
  type Answer = { readonly bulk_send: BulkSendRecord; readonly failed_rows: readonly FailedRowRecord[] }
  const { bulk_send, failed_rows } = await until(
    demo,
    () => demo.account.get<Answer>(at),
    ({ bulk_send: one }) => one.status !== 'active' || made(one) >= one.number_of_documents,
    progressOf(demo, 'documents:', ({ bulk_send: one }) => ({ done: made(one), all: one.number_of_documents })),
  )
  const { number_of_documents: rows, number_of_documents_created: documents } = bulk_send
  const failed = failed_rows.map(({ row, message }) => ({ row, message }))
  const same = { rows, documents, failed }
  if (bulk_send.status !== 'active') {
    return { ...same, outcome: 'failed', reason: bulk_send.paused_because, message: 'It was paused before all documents were made.' }
  }
  if (failed.length === 0) return { ...same, outcome: 'sent', reason: null, message: null }
  return { ...same, outcome: 'partly', reason: 'rows-left-out', message: `${count(failed.length, 'row')} left out.` }
}
const made = (one: BulkSendRecord) => one.number_of_documents_created + one.number_of_documents_failed

/** Says how far it is, some twenty times at most. */
function progressOf<T>({ tell }: Ceremony, what: string, read: (answer: T) => { readonly done: number; readonly all: number }) {
  let before = 0
  return (answer: T) => {
    const { done, all } = read(answer)
    const part = Math.floor((20 * done) / Math.max(1, all))
    if (part !== before) tell(`${what} ${done} of ${all}`)
    before = part
    return done
  }
}

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`

export function bulkInWords({ list, outcome, message, rows, documents, ms }: BulkRow): string {
  const all = `${list}: ${documents} of ${count(rows, 'document')} made in ${(ms / 1000).toFixed(1)} s`
  if (outcome === 'sent') return all
  return outcome === 'partly' ? `${all}. ${message}` : `${list}: ${outcome}: ${message}`
}

/** 0: a document for every row; 2: rows or the list refused; 1: else. */
export const bulkExitCode = ({ outcome }: BulkRow): number => ({ sent: 0, partly: 2, refused: 2, failed: 1 })[outcome]
