import { z } from 'zod'
import { disclosed } from '#domain/kernel'
import { AUTO_FILLS, FIELD_TYPES, type FieldLayout, type FieldValue, fieldValueSchema, type PackState } from '#domain/pack'
import { type Copied, copied } from './copies.ts'

/** What the system's clipboard calls it: other programs see only the words beside it. */
export const FIELDS_FORMAT = 'application/x-paraph-fields'

/** Copied fields, and where they come from. */
export interface ClipboardRecord {
  readonly pack: string
  readonly document: string
  readonly name: string
  readonly fields: readonly Copied[]
}

const length = z.int().min(1).max(100_000_000)
const offset = z.int().min(-100_000_000).max(100_000_000)
const layout = z.custom<FieldLayout>((value) => typeof value === 'object' && value !== null && 'as' in value)
const field = z.object({
  uuid: z.uuid(),
  type: z.enum(FIELD_TYPES),
  page: z.int().min(0),
  box: z.object({ x: offset, y: offset, width: length, height: length }),
  assignee: z.string().nullable(),
  role: z.string(),
  customId: z.string(),
  data: z.custom<FieldValue>((value) => fieldValueSchema.safeParse(value).success).nullable(),
  required: z.boolean(),
  description: z.string(),
  options: z.array(z.string()),
  group: z.string().nullable(),
  exclusive: z.boolean(),
  autoDate: z.boolean(),
  layout: layout.nullable(),
  hiddenInFinal: z.boolean(),
  background: z.string().nullable().default(null),
  buttonText: z.string().default(''),
  setUp: z.object({ role: z.string(), identification: z.boolean() }).default({ role: '', identification: false }),
  continueQuestion: z.string().default(''),
  temporary: z.boolean().default(false),
  hierarchy: z.array(z.string()).default([]),
  autoFill: z.enum(AUTO_FILLS).nullable().default(null),
  maxLength: z.number().nullable().default(null),
})
const record = z.object({
  pack: z.string(),
  document: z.string(),
  name: z.string(),
  fields: z.array(field).min(1),
})

/** The record of these fields; null where none of them is there. */
export function clipboardOf(view: PackState, pack: string, keys: readonly string[]): ClipboardRecord | null {
  const fields = copied(view, keys)
  const document = view.fields[keys[0] ?? '']?.document ?? ''
  return fields.length === 0 ? null : { pack, document, name: disclosed(view.name, ''), fields }
}

export const written = (of: ClipboardRecord): string => JSON.stringify(of)

/** What a clipboard holds, from whatever program; null where it is no record of fields. */
export function readClipboard(text: string): ClipboardRecord | null {
  try {
    const read = record.safeParse(JSON.parse(text))
    return read.success ? read.data : null
  } catch {
    return null
  }
}
