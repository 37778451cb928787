import { z } from 'zod'
import { disclosed } from '#domain/kernel'
import { FIELD_PROPERTIES, FIELD_TYPES, type FieldValue, fieldValueSchema, type PackState } from '#domain/pack'
import { type Copied, copied } from './copies.ts'

/** The format's name in the system's clipboard: other programs see only the text that comes with it. */
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
  ...Object.fromEntries(FIELD_PROPERTIES.map(({ key, schema }) => [key, schema.optional()])),
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

/** A clipboard's content, from any program; null where it is no record of fields. */
export function readClipboard(text: string): ClipboardRecord | null {
  try {
    const read = record.safeParse(JSON.parse(text))
    return read.success ? read.data : null
  } catch {
    return null
  }
}
