import { z } from 'zod'
import { event, sealed } from '#domain/kernel'
import { id } from './define.ts'

export const customFields = {
  /** A custom field (a user-defined attribute) as it is from now on. People know it by its `id`, everything else by its key. */
  CustomFieldSet: event(1, {
    customField: id,
    id: sealed(z.string()),
    name: sealed(z.string()),
    value: sealed(z.string()),
    /** It needs a value before signatures are requested. */
    required: z.boolean(),
    visible: z.boolean(),
    /** The custom field that it was copied from. */
    from: id.nullable(),
  }),
  CustomFieldRemoved: event(1, { customField: id }),
  /** It came back, as it was. */
  CustomFieldRestored: event(1, { customField: id }),
  /** Names, subject and message are about to have values in the place of `{{id}}`. The texts before that are remembered. */
  PlaceholdersFilled: event(1, {}),
}
