import { type CustomFieldCondition, customFieldConditions } from '#contract/document-list'
import type { Filter } from './membership.ts'

export const hasValue = ({ operator }: Pick<CustomFieldCondition, 'operator'>): boolean =>
  operator !== 'is_empty' && operator !== 'is_not_empty'

/** Those that an address names; none where it names what is no condition. */
export function conditionsIn(said: unknown): Filter['customFields'] {
  const read = customFieldConditions.safeParse(said)
  return read.success ? read.data : []
}

/** Where the list shows these documents only. */
export function addressOf({ type, bulkSend, customFields }: Pick<Filter, 'type' | 'bulkSend' | 'customFields'>): string {
  const query = new URLSearchParams({
    ...(type === 'template' ? { type } : {}),
    ...(bulkSend === null ? {} : { bulk_send: bulkSend }),
    ...(customFields.length > 0 ? { user_defined_attributes: JSON.stringify(customFields) } : {}),
  }).toString()
  return query === '' ? 'documents' : `documents?${query}`
}
