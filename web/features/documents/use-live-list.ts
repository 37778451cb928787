import { useEffect } from 'react'
import { FIRST_PAGE, useLive } from '../../list/index.ts'
import { useSession } from '../auth/index.ts'
import { onUploaded } from '../uploads/index.ts'
import { fetchPage } from './calls.ts'
import { noteCounts } from './counts.ts'
import type { List } from './list.ts'

/** Keeps a list of documents up to date while it is shown; what was uploaded here comes in at once. */
export function useLiveList(list: List): void {
  const { workspace } = useSession()
  useLive(list, workspace?.account_key)
  useEffect(() => onUploaded(() => list.load(true)), [list])
}

/** The rail shows how many templates there are before anybody has opened them. */
export function useOtherCount(type: 'document' | 'template'): void {
  const { workspace } = useSession()
  const account = workspace?.account_key
  useEffect(() => {
    if (!account) return
    void fetchPage({ type, status: 'all', search: '', trash: false }, FIRST_PAGE, { limit: 1, quiet: true })
      .then(({ counts }) => counts && noteCounts(type, counts))
      .catch(() => undefined)
  }, [account, type])
}
