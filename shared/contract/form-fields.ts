import { z } from 'zod'
import { MOST } from '#domain/pack'
import { page, points, shown } from './bounds.ts'
import { done, succeeded } from './envelope.ts'

/** A form field of the upload that stands empty: points from the visible page's top left, pages from 0. */
export const foundField = z.object({
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
})
export type FoundField = z.output<typeof foundField>

/** GET /app/documents/{key}/form_fields */
export const formFieldsAnswer = succeeded({ fields: z.array(foundField).max(MOST.fields) })

/** POST /app/documents/{key}/form_fields: whether they were taken over; asked once. */
export const formFieldsBody = z.object({ taken: z.boolean() })
export const formFieldsDone = done
