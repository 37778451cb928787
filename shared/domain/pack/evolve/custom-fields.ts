import type { TopicFact } from '../events/index.ts'
import type { CustomField, PackState } from '../state.ts'

export function evolveCustomFields(state: PackState, { type, data }: TopicFact<'customFields'>): PackState {
  switch (type) {
    case 'CustomFieldSet': {
      const { customField: key, ...what } = data
      const set: CustomField = { key, ...what, removed: false }
      const { customFields = [] } = state
      const isKnown = customFields.some((one) => one.key === key)
      return { ...state, customFields: isKnown ? customFields.map((one) => (one.key === key ? set : one)) : [...customFields, set] }
    }
    case 'CustomFieldRemoved':
      return withRemoved(state, data.customField, true)
    case 'CustomFieldRestored':
      return withRemoved(state, data.customField, false)
    case 'PlaceholdersFilled': {
      const { name, settings, documents } = state
      const { subject = '', message = '' } = settings
      return { ...state, written: { name, subject, message, documents: Object.fromEntries(documents.map((one) => [one.key, one.name])) } }
    }
    default:
      return type satisfies never
  }
}

function withRemoved(state: PackState, key: string, removed: boolean): PackState {
  return { ...state, customFields: state.customFields?.map((one) => (one.key === key ? { ...one, removed } : one)) ?? [] }
}
