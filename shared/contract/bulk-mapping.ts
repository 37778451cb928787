import { z } from 'zod'
import { type MappedPerson, type Mapping, MOST_LEFT_OUT, PINNED } from '#domain/bulk-send'
import { MOST, MOST_TEXT } from '#domain/pack'
import { MOST_LIST_COLUMNS } from '#domain/recipient-lists'
import { numeral, shown, stored, token, whole } from './bounds.ts'
import { key, succeeded } from './envelope.ts'

const text = z.string().max(2 * MOST_TEXT)
const id = token.min(1)

const person = z.object({
  signatory_or_cc_id: id,
  name: text.default(''),
  email: text.default(''),
  mobile_number: text.default(''),
})
/** Texts name columns of the list as `{{column}}`. What is left out or empty is as the template says. */
const mapped = {
  subject: text.default(''),
  message: text.default(''),
  document_name: text.default(''),
  data_fields: z
    .array(z.object({ data_field_id: id, data: text }))
    .max(MOST.fields)
    .default([]),
  signatories: z.array(person).max(MOST.signatories).default([]),
  cc_recipients: z.array(person).max(MOST.copyRecipients).default([]),
  user_defined_attributes: z
    .array(z.object({ user_defined_attribute_id: id, value: text }))
    .max(MOST.fields)
    .default([]),
}
/** POST /app/bulk_sends/{key}/document_mapping/{template_key} */
export const documentMapping = z.object(mapped)
export type DocumentMapping = z.infer<typeof documentMapping>

/** What a mapping of the domain is called on the wire. */
export function mappingRecord({ subject, message, name, fields, signers, copies, customFields }: Mapping): DocumentMapping {
  const people = (group: Readonly<Record<string, MappedPerson>>) =>
    Object.entries(group).map(([key, { name: called, email, mobile }]) => ({
      signatory_or_cc_id: key,
      name: called,
      email,
      mobile_number: mobile,
    }))
  return {
    subject,
    message,
    document_name: name,
    data_fields: Object.entries(fields).map(([data_field_id, data]) => ({ data_field_id, data })),
    signatories: people(signers),
    cc_recipients: people(copies),
    user_defined_attributes: Object.entries(customFields).map(([user_defined_attribute_id, value]) => ({
      user_defined_attribute_id,
      value,
    })),
  }
}

/** Of several entries about one key the last counts. */
export function mappingFrom(record: DocumentMapping): Mapping {
  const people = (listed: DocumentMapping['signatories']) =>
    Object.fromEntries(
      listed.map(({ signatory_or_cc_id, name, email, mobile_number }) => [signatory_or_cc_id, { name, email, mobile: mobile_number }]),
    )
  return {
    subject: record.subject,
    message: record.message,
    name: record.document_name,
    fields: Object.fromEntries(
      record.data_fields.filter(({ data }) => data !== '').map(({ data_field_id, data }) => [data_field_id, data]),
    ),
    signers: people(record.signatories),
    copies: people(record.cc_recipients),
    customFields: Object.fromEntries(
      record.user_defined_attributes.map(({ user_defined_attribute_id, value }) => [user_defined_attribute_id, value]),
    ),
  }
}

/** Where something is wrong: a text of the document, a field, or a detail of a person. */
const place = z.object({
  of: z.enum(['name', 'subject', 'message', 'field', 'custom-field', 'signer', 'copy']),
  key: shown.optional(),
  part: z.enum(['name', 'email', 'mobile']).optional(),
})
const problem = z.object({ code: shown, message: shown, at: place.nullable() })

export const documentMappingParams = z.object({ key, template_key: key })
export const documentMappingAnswer = succeeded({
  bulk_send_document_mapping: z.object({ key, template_key: key, ...mapped }),
  /** What keeps the bulk send from being activated, whatever rows say. */
  incomplete: z.array(problem).max(10_000),
  /** The template as its team sees it. */
  template: stored,
  columns: z.array(z.object({ name: shown, type: z.enum(['text', 'number', 'date']) })).max(MOST_LIST_COLUMNS),
  dates: z.enum(['day-month', 'month-day']),
  default_country: shown,
})
export type DocumentMappingAnswer = z.infer<typeof documentMappingAnswer>

export const bulkSendParams = z.object({ key })
const dryRun = z.object({
  key,
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** Why it could not be carried out. */
  message: shown.nullable(),
  rows: z.int(),
  checked: z.int(),
  with_problems: z.int(),
  with_warnings: z.int(),
  kinds: z.array(z.object({ code: shown, message: shown, rows: z.int() })).max(100),
  date_asked: shown,
  date_ended: shown.nullable(),
  /** How many rows are left out of the bulk send now. */
  left_out: z.int(),
  /** What is no longer as it was checked. */
  changed: z.array(z.enum(PINNED)).max(PINNED.length),
})
export type DryRunRecord = z.infer<typeof dryRun>
export const dryRunAnswer = succeeded({ dry_run: dryRun.nullable() })

export const DRY_RUN_PAGE = 100
export const dryRunRowsQuery = z.object({ cursor: token.optional(), limit: numeral(1, 500).default(DRY_RUN_PAGE) })
/** null: the row is no longer in the list. */
const valuesNow = z
  .array(shown)
  .max(MOST_LIST_COLUMNS + 1)
  .nullable()
export const dryRunRowsAnswer = succeeded({
  rows: z
    .array(
      z.object({
        number: whole(2, 1_000_000),
        is_warning: z.boolean(),
        problems: z.array(problem).max(10_000),
        values: valuesNow,
        /** It has other values than were checked. */
        corrected: z.boolean(),
        left_out: z.boolean(),
      }),
    )
    .max(500),
  cursor: shown.nullable(),
  /** All rows that are left out; empty behind the first page. */
  left_out: z.array(z.object({ number: whole(2, 1_000_000), values: valuesNow })).max(MOST_LEFT_OUT),
  /** Where rows are corrected, and what its columns are called; null: there is no list. */
  list: z.object({ key, columns: z.array(shown).max(MOST_LIST_COLUMNS) }).nullable(),
})
export type DryRunRows = z.infer<typeof dryRunRowsAnswer>
export type DryRunRow = DryRunRows['rows'][number]

/** GET /app/bulk_sends/{key}/rows: rows that the filter keeps, as a preview steps through them. */
export const bulkRowsQuery = z.object({ cursor: token.optional(), limit: numeral(1, 200).default(50) })
export const bulkRowsAnswer = succeeded({
  rows: z.array(z.object({ number: whole(2, 1_000_000), values: z.array(shown).max(MOST_LIST_COLUMNS + 1) })).max(200),
  /** Of all pages together. */
  count: z.int(),
  cursor: shown.nullable(),
})
export type BulkRow = z.infer<typeof bulkRowsAnswer>['rows'][number]
