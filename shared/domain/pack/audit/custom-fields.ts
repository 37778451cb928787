import type { PackState } from '../state.ts'
import { type AuditOf, quoted } from './words.ts'

export const auditCustomFields: AuditOf<'customFields'> = {
  CustomFieldSet: ({ name }) => `set the custom field ${quoted(name)}`,
  CustomFieldRemoved: (data, state) => `removed ${customField(state, data.customField)}`,
  CustomFieldRestored: (data, state) => `restored ${customField(state, data.customField)}`,
  PlaceholdersFilled: 'filled custom fields into the name, the subject and the message',
}

function customField({ customFields = [] }: PackState, key: string): string {
  const found = customFields.find((one) => one.key === key)
  return found ? `the custom field ${quoted(found.name)}` : 'a custom field'
}
