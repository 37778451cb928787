import { z } from 'zod'
import { MOST } from '#domain/pack'
import { shown, text } from './bounds.ts'
import { key, succeeded } from './envelope.ts'

/** POST /app/documents/{key}/add_update_user_defined_attribute, data: what is left out stays as it is, or as a new one has it. */
export const customFieldRecord = z.object({
  /** Of the custom field; one that is new adds it, without one it gets its own. */
  key: key.optional(),
  /** By which texts name it, as `{{id}}`; left out, it follows from the name. */
  id: text.optional(),
  name: text.optional(),
  value: text.optional(),
  required: z.boolean().optional(),
  visible_on_ui: z.boolean().optional(),
  removed: z.boolean().optional(),
})

/** Custom controls come with the integrations. */
const nothingYet = z.null()
const customField = z.object({
  key,
  document_key: key,
  related_entity_id: key,
  id: shown.nullable(),
  name: shown.nullable(),
  value: shown.nullable(),
  required: z.boolean(),
  visible_on_ui: z.boolean(),
  created_from_user_defined_attribute_id: key.nullable(),
  control_level: z.enum(['document_pack', 'child_document', 'data_field_file', 'appendix']),
  is_template: z.boolean(),
  custom_control: nothingYet,
  custom_control_properties: nothingYet,
  custom_control_value: nothingYet,
})
export type CustomFieldAnswer = z.input<typeof customField>

/** GET /app/documents/{key}/user_defined_attributes */
export const customFieldsAnswer = succeeded({ user_defined_attributes: z.array(customField).max(MOST.customFields) })
export const customFieldSavedAnswer = succeeded({ user_defined_attribute: customField.nullable(), revision: z.int() })
