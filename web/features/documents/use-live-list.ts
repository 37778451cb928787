import { useEffect } from 'react'
import { FIRST_PAGE, useLive } from '../../list/index.ts'
import { watchList } from '../../live/index.ts'
import { useSession } from '../auth/index.ts'
import { onUploaded } from '../uploads/index.ts'
import { fetchPage } from './calls.ts'
import { noteCounts } from './counts.ts'
import type { List } from './list.ts'
import { DOCUMENTS } from './membership.ts'

/** Keeps a list of documents up to date while it is shown; uploads made here come in at once. */
export function useLiveList(list: List): void {
  const { workspace } = useSession()
  useLive(list, workspace?.account_key)
  useEffect(() => onUploaded(() => list.load(true)), [list])
}

/** Many changes at once are counted once. */
const COUNT_MS = 500

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
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      clearTimeout(timer)
      timer = setTimeout(count, COUNT_MS)
    }
    count()
    const stop = watchList(account, {
      // Which list a key is gone from is not said.
      changed: (rows, removed) => (removed.length > 0 || rows.some(({ document_type }) => document_type === type)) && soon(),
      connected: () => undefined,
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [account, type])
}
