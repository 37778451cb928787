import { BULK_SENDS } from '../bulk-sends.ts'
import type { TopicFact } from '../events/index.ts'
import type { CustomField, PackState } from '../state.ts'
import type { When } from './change.ts'

export function evolveCustomFields(state: PackState, { type, data }: TopicFact<'customFields'>, { principal }: When): PackState {
  switch (type) {
    case 'CustomFieldSet': {
      const { customField: key, ...what } = data
      const { customFields = [] } = state
      const before = customFields.find((one) => one.key === key)
      const origin = originOf(what, before, principal)
      const set: CustomField = { key, ...what, ...(origin ? { origin } : {}), removed: false }
      return { ...state, customFields: before ? customFields.map((one) => (one === before ? set : one)) : [...customFields, set] }
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

function originOf({ value, from }: Pick<CustomField, 'value' | 'from'>, before: CustomField | undefined, principal: string) {
  if (!before) return from === null ? undefined : 'copied'
  if (before.value === value) return before.origin
  return principal === BULK_SENDS ? 'bulk-send' : undefined
}

function withRemoved(state: PackState, key: string, removed: boolean): PackState {
  return { ...state, customFields: state.customFields?.map((one) => (one.key === key ? { ...one, removed } : one)) ?? [] }
}
