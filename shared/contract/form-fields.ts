import { z } from 'zod'
import { MOST } from '#domain/pack'
import { page, points, shown, whole } from './bounds.ts'
import { done, succeeded } from './envelope.ts'

const formField = whole(0, MOST.fields)

/** A widget of a form field of the upload: points from the visible page's top left, pages from 0. */
export const foundField = z.object({
  /** Those of one number show one form field, and are taken over together. */
  form_field: formField,
  page,
  x: points,
  y: points,
  width: points,
  height: points,
  type: z.enum(['text', 'date', 'check', 'choice', 'signature']),
  custom_id: shown,
  description: shown,
  required: z.boolean(),
  options: z.array(shown).max(MOST.options),
  /** Of those of one group only one can be ticked. */
  checkbox_group: shown.nullable(),
  multiline: z.boolean(),
  /** As many places for single characters; null where it is no comb. */
  comb: z.int().nullable(),
  /** The most characters it takes; null where the form does not say. */
  longest: z.int().nullable(),
  /** Somebody filled the form field in: it stays as it looks, unless it is taken over. */
  filled: z.boolean(),
  /** What this one holds, as `data` of a field. */
  data: shown.nullable(),
  /** What the form field can do and no field here can. */
  lost: z.array(z.enum(['several-choices', 'own-text', 'same-value'])).max(3),
})
export type FoundField = z.output<typeof foundField>

/** GET /app/documents/{key}/form_fields */
export const formFieldsAnswer = succeeded({ fields: z.array(foundField).max(MOST.fields) })

/**
 * POST /app/documents/{key}/form_fields: whether they were taken over; asked once. `form_fields` are those that were: what
 * pages show in them is removed. Left out: all that stand empty, and those on which a field lies already.
 */
export const formFieldsBody = z.object({ taken: z.boolean(), form_fields: z.array(formField).max(MOST.fields).optional() })
export type FormFieldsAnswered = z.input<typeof formFieldsBody>
export const formFieldsDone = done
