import { z } from 'zod'
import { OPERATORS } from '#domain/filters'
import { event, type FactsOf, sealed } from '#domain/kernel'
import { mappingSchema } from './mapping.ts'

const id = z.uuid()
const digest = z.string().max(100)
const row = z.int().min(2)

export const BULK_SEND_TYPES = ['create_and_send', 'create'] as const
/** Why a bulk send pauses: a member asked for it, or what the dry run checked is no longer what would go out. */
export const PAUSE_REASONS = ['asked', 'undone', 'list-changed', 'template-changed', 'member-left', 'not-permitted'] as const
/** Why a row has no document. Words stand in the contract; values of the row stand nowhere. */
export const ROW_FAILURES = ['invalid', 'refused', 'row-missing', 'gave-up'] as const

/** What the dry run checked: an activation sends nothing else. */
export const pins = z.strictObject({
  list: digest,
  template: digest,
  mapping: digest,
  filter: digest,
  /** null: no rule of the filter depends on it. */
  day: z.iso.date().nullable(),
  // Earlier pins have the type in the digest of the mapping, and no row was left out.
  type: z.enum(BULK_SEND_TYPES).optional(),
  left_out: digest.optional(),
})

export const BULK_SEND_EVENTS = {
  BulkSendCreated: event(1, { workspace: id, creator: id, description: sealed(z.string()), from: id.nullable() }),
  BulkSendDescribed: event(1, { description: sealed(z.string()) }),
  BulkSendTypeChosen: event(1, { type: z.enum(BULK_SEND_TYPES) }),
  BulkSendListChosen: event(1, { list: id.nullable() }),
  BulkSendTemplateChosen: event(1, { template: id.nullable() }),
  /** The whole filter: rules that a row must all meet. */
  BulkSendFilterChanged: event(1, {
    filter: sealed(z.array(z.strictObject({ field: z.string(), operator: z.enum(OPERATORS), value: z.string() }))),
  }),
  /** The whole mapping for one template. It may hold names and addresses. */
  BulkSendMappingChanged: event(1, { template: id, mapping: sealed(mappingSchema) }),
  /** `import` is the file that it came in: a row of that number in another file is another row. */
  BulkSendRowLeftOut: event(1, { row, import: id }),
  BulkSendRowTakenIn: event(1, { row }),
  /** null: on activation. */
  BulkSendScheduled: event(1, { at: z.string().nullable() }),
  /** How many documents an hour; null: as fast as the mail server takes them. */
  BulkSendLimited: event(1, { perHour: z.int().min(1).nullable() }),
  /** `rows` is how many match; `user` is the member in whose name the documents are made. */
  BulkSendActivated: event(1, { run: z.int().min(1), user: id, report: digest, pins, rows: z.int().min(0) }),
  BulkSendPaused: event(1, { because: z.enum(PAUSE_REASONS) }),
  /** `row` is the line of the row in its file; `refusal` is the code by which the document's rules refused it. */
  BulkSendRowFailed: event(1, {
    row,
    because: z.enum(ROW_FAILURES),
    refusal: z.string().max(100).nullable(),
  }),
  BulkSendRowRetried: event(1, { row, user: id }),
  BulkSendRemindersRequested: event(1, { user: id }),
  /** All documents of this bulk send that wait for signatures are voided after this. */
  BulkSendUndone: event(1, { user: id }),
  /** `from` left the workspace: what is still to be made is made in the name of `to`. */
  BulkSendTakenOver: event(1, { from: id, to: id }),
  BulkSendDeleted: event(1, {}),
  BulkSendRestored: event(1, {}),
}
export type BulkSendFact = FactsOf<typeof BULK_SEND_EVENTS>
export type BulkSendType = (typeof BULK_SEND_TYPES)[number]
export type PauseReason = (typeof PAUSE_REASONS)[number]
export type RowFailure = (typeof ROW_FAILURES)[number]
export type Pins = z.infer<typeof pins>
