import { z } from 'zod'
import { FORM_ENTRY_TYPES, MOST } from '#domain/pack'
import { shown, text } from './bounds.ts'
import { key, succeeded } from './envelope.ts'

const type = z.enum(FORM_ENTRY_TYPES)

/** An entry of a form: a heading, a paragraph or a field. */
export const formEntry = z.object({
  type,
  uuid: key,
  /** The words of a heading or a paragraph; of a field the question in the place of its own name. Empty: that name. */
  label: shown,
  /** The key of the field; null in a heading or a paragraph. */
  data: key.nullable(),
  position: z.int().min(0),
})
export type FormEntryRecord = z.input<typeof formEntry>

/** GET /app/form_views/get_form_view/{document} */
export const formViewAnswer = succeeded({
  data: z.object({ entity_key: key, form_view: z.array(formEntry).max(MOST.formEntries) }),
})

/**
 * POST /app/form_views/update_form_view, data: the whole form in its order, by `position` where entries have one. With `only_changes` the
 * entries that are named change, and of each what is said of it; `after` is the entry that it follows, null the beginning.
 */
export const formViewBody = z.object({
  entity_key: key,
  form_view: z
    .array(
      z.object({
        uuid: key,
        type: type.optional(),
        label: text.optional(),
        data: key.nullable().optional(),
        position: z.int().min(0).max(1_000_000).optional(),
        after: key.nullable().optional(),
        removed: z.boolean().optional(),
      }),
    )
    .max(MOST.formEntries),
  only_changes: z.boolean().optional(),
})
export type FormViewBody = z.output<typeof formViewBody>
export const formViewSavedAnswer = succeeded({ revision: z.int() })
