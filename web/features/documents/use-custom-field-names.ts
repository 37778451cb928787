import { useCallback } from 'react'
import { useWords } from '../../messages/index.ts'
import { useLoaded } from '../../ui/index.ts'
import { useSession } from '../auth/index.ts'
import { fetchCustomFieldNames } from './calls.ts'
import type { Filter } from './membership.ts'

export interface CustomFieldName {
  readonly id: string
  readonly name: string
}

/** The custom fields that documents, or templates, of the workspace show; none while they are not `wanted`. */
export function useCustomFieldNames(type: Filter['type'], wanted = true) {
  const failed = useWords('documents')('custom_fields_failed')
  const account = useSession().workspace?.account_key
  return useLoaded(
    // biome-ignore lint/correctness/useExhaustiveDependencies: another workspace has others
    useCallback(async () => (wanted ? fetchCustomFieldNames(type) : []), [type, wanted, account]),
    failed,
  )
}
