import { z } from 'zod'
import { done, succeeded } from './envelope.ts'

const point = z.number()

/** A form field of the upload that stands empty: points from the visible page's top left, pages from 0. */
export const foundField = z.object({
  page: z.int().min(0),
  x: point,
  y: point,
  width: point,
  height: point,
  type: z.enum(['text', 'date', 'check', 'choice', 'signature']),
  custom_id: z.string(),
  description: z.string(),
  required: z.boolean(),
  options: z.array(z.string()),
  /** Of those of one group only one can be ticked. */
  checkbox_group: z.string().nullable(),
  multiline: z.boolean(),
  /** As many places for single characters; null where it is no comb. */
  comb: z.int().nullable(),
})
export type FoundField = z.output<typeof foundField>

/** GET /app/documents/{key}/form_fields */
export const formFieldsAnswer = succeeded({ fields: z.array(foundField) })

/** POST /app/documents/{key}/form_fields: whether they were taken over; asked once. */
export const formFieldsBody = z.object({ taken: z.boolean() })
export const formFieldsDone = done
