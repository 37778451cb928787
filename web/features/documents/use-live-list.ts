import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { FIRST_PAGE, useLive } from '../../list/index.ts'
import { watchList } from '../../live/index.ts'
import { useSession } from '../auth/index.ts'
import { onUploaded } from '../uploads/index.ts'
import { fetchPage } from './calls.ts'
import { noteCounts } from './counts.ts'
import type { List } from './list.ts'
import { DOCUMENTS, type Filter } from './membership.ts'

/** Keeps a list of documents up to date while it is shown; uploads made here come in at once. */
export function useLiveList(list: List): void {
  const { workspace } = useSession()
  const account = workspace?.account_key
  const isNarrowed = useSnapshot(list.state).filter.customFields.length > 0
  useLive(list, account)
  useEffect(() => onUploaded(() => list.load(true)), [list])
  // Which documents have such a custom field by now only the server knows.
  useEffect(() => (isNarrowed && account ? afterChanges(account, () => void list.load(true)) : undefined), [isNarrowed, account, list])
}

/** Many changes at once count as one. */
const CHANGES_MS = 500

/** Calls `then` after live changes, of `type` alone where one is named. Returns the way out. */
function afterChanges(account: string, then: () => void, type: Filter['type'] | null = null): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = watchList(account, {
    changed(rows, removed) {
      // Which list a key is gone from is not said.
      if (type !== null && removed.length === 0 && !rows.some(({ document_type }) => document_type === type)) return
      clearTimeout(timer)
      timer = setTimeout(then, CHANGES_MS)
    },
    connected: () => undefined,
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}

/** The rail shows how many there are of the list that is not shown. */
export function useOtherCount(type: 'document' | 'template'): void {
  const { workspace } = useSession()
  const account = workspace?.account_key
  useEffect(() => {
    if (!account) return
    const count = () =>
      void fetchPage({ ...DOCUMENTS, type }, FIRST_PAGE, { limit: 1, quiet: true })
        .then(({ counts }) => counts && noteCounts(type, counts))
        .catch(() => undefined)
    count()
    return afterChanges(account, count, type)
  }, [account, type])
}
