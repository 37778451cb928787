import { useCallback } from 'react'
import { useWords } from '../../messages/index.ts'
import { useLoaded } from '../../ui/index.ts'
import { fetchCustomFieldNames } from './calls.ts'
import type { Filter } from './membership.ts'

/** The custom fields that documents, or templates, of the workspace show. */
export function useCustomFieldNames(type: Filter['type']) {
  const failed = useWords('documents')('custom_fields_failed')
  return useLoaded(
    useCallback(() => fetchCustomFieldNames(type), [type]),
    failed,
  )
}
