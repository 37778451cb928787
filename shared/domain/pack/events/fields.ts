import { z } from 'zod'
import { event, MOST_DRAWN, sealed } from '#domain/kernel'
import { type FieldPropertyEvents, fieldProperties } from '../field-properties.ts'
import { FIELD_TYPES } from '../field-types/names.ts'
import { digest, id, length, milli } from './define.ts'

const type = z.enum(FIELD_TYPES)
/** A signatory's uuid, 'self' for the sender, null for nobody yet. */
export const assignee = z.union([id, z.literal('self')]).nullable()

/** A stroke of a drawn signature: x, y pairs in thousandths of the pad's width; the pad's height is in the same unit. */
const stroke = z.array(z.int().min(0).max(MOST_DRAWN.coordinate)).min(2).max(MOST_DRAWN.numbers)
/** What stands in a field. Text for most; a signature is drawn, typed or an uploaded image, always by its own looks. */
export const value = z.union([
  z.string(),
  z.strictObject({
    method: z.literal('drawn'),
    height: z.int().min(1).max(MOST_DRAWN.height),
    strokes: z.array(stroke).min(1).max(MOST_DRAWN.strokes),
  }),
  z.strictObject({ method: z.literal('typed'), text: z.string().min(1).max(MOST_DRAWN.typed) }),
  z.strictObject({ method: z.literal('uploaded'), file: id, digest, width: z.int().min(1), height: z.int().min(1) }),
  /** A file of any kind but programs. It stands on the page by its name. */
  z.strictObject({ method: z.literal('attached'), file: id, digest, size: z.int().min(0), filename: z.string().min(1).max(255) }),
])
export type FieldValue = z.infer<typeof value>

// Each has an event of its own, which the table of properties defines.
const properties = Object.fromEntries(
  Object.values(fieldProperties).map(({ event, stored }) => [event, stored]),
) as unknown as FieldPropertyEvents

export const fields = {
  FieldPlaced: event(1, {
    field: id,
    document: id,
    /** Zero-based. */
    page: z.int().min(0),
    type,
    x: milli,
    y: milli,
    width: length,
    height: length,
    assignee,
    required: z.boolean(),
    customId: sealed(z.string()),
    description: sealed(z.string()),
    options: sealed(z.array(z.string())),
    /** Tick boxes of one group; only in exclusive groups does ticking one untick the others. */
    group: z.string().nullable(),
    exclusive: z.boolean(),
    /** A date that is set to the day of signing. */
    autoDate: z.boolean(),
  }),
  FieldMoved: event(1, { field: id, page: z.int().min(0), x: milli, y: milli }),
  /** Several at once, each with the box it has now: a replaced PDF may have smaller pages, or fewer. */
  FieldsMoved: event(1, {
    fields: z.array(z.strictObject({ field: id, page: z.int().min(0), x: milli, y: milli, width: length, height: length })).min(1),
  }),
  FieldResized: event(1, { field: id, x: milli, y: milli, width: length, height: length }),
  /** The type changed, and with it all that the new type prescribes. */
  FieldRetyped: event(1, { field: id, type, assignee, required: z.boolean(), customId: sealed(z.string()), group: z.string().nullable() }),
  FieldAssigned: event(1, { field: id, assignee }),
  FieldRequired: event(1, { field: id }),
  FieldMadeOptional: event(1, { field: id }),
  FieldCustomIdChanged: event(1, { field: id, customId: sealed(z.string()) }),
  FieldDescribed: event(1, { field: id, description: sealed(z.string()) }),
  FieldOptionsChanged: event(1, { field: id, options: sealed(z.array(z.string())) }),
  FieldGrouped: event(1, { field: id, group: z.string().nullable(), exclusive: z.boolean() }),
  FieldAutoDateChanged: event(1, { field: id, on: z.boolean() }),
  ...properties,
  FieldRemoved: event(1, { field: id }),
  /** Removed with the page or signatory they stood on. Keys only: an event for each would be more than one append can hold. */
  FieldsRemoved: event(1, { fields: z.array(id).min(1) }),
  /** A removed field came back, as it was. */
  FieldRestored: event(1, { field: id }),
  /** `by` is the signatory who filled it in and whose key seals the value; for the sender's own fields see FieldFilledBySender. */
  FieldFilled: event(1, { field: id, by: id, value: sealed(value) }, 'by'),
  FieldFilledBySender: event(1, { field: id, value: sealed(value) }),
  /**
   * One value in several fields: by one click, the day of signing, or copied `from` another field. Once and no more: an event for each
   * would be more than one append can hold.
   */
  FieldsFilled: event(1, { fields: z.array(id).min(1), by: id, value: sealed(value), from: id.optional() }, 'by'),
  FieldsFilledBySender: event(1, { fields: z.array(id).min(1), value: sealed(value), from: id.optional() }),
  FieldCleared: event(1, { field: id, because: z.enum(['person', 'retyped', 'reverted', 'group', 'reassigned', 'options']) }),
  /** `replicated`: like `from`, which was emptied, hidden, or given a value that they cannot hold. */
  FieldsCleared: event(1, { fields: z.array(id).min(1), because: z.enum(['reverted', 'replicated']), from: id.optional() }),
  /** A rule put them aside: what they held is remembered, and is on no page. In the append of what caused it. */
  FieldsDisabled: event(1, { fields: z.array(id).min(1) }),
  /** They take part again, with the values remembered. */
  FieldsEnabled: event(1, { fields: z.array(id).min(1) }),
}
