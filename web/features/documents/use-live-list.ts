import { useEffect } from 'react'
import { watchList } from '../../live/index.ts'
import { watchTouches } from '../../ui/index.ts'
import { session, useSession } from '../auth/index.ts'
import { onUploaded } from '../uploads/index.ts'
import { FIRST_PAGE, fetchPage, fetchUpdates } from './calls.ts'
import { noteCounts } from './counts.ts'
import type { List } from './list.ts'
import { listPolls } from './list-polls.ts'
import { readUpdates } from './polling.ts'
import { COUNTS_DEBOUNCE_MS } from './timings.ts'

/** Rows that an update poll asks about: those at the top, where change is. */
const MOST_ASKED = 200

/** Keeps a list up to date while it is shown: by pushes, and by polls while the socket is down. */
export function useLiveList(list: List): void {
  const { workspace } = useSession()
  const account = workspace?.account_key
  useEffect(() => {
    if (!account) return
    let counting: ReturnType<typeof setTimeout> | undefined
    const touches = watchTouches()
    const polls = listPolls({
      hidden: () => document.hidden,
      touched: touches.touched,
      now: Date.now,
      refresh: () => void list.load(true),
      async update() {
        const keys = list.state.rows.slice(0, MOST_ASKED).map(({ key }) => key)
        const updates = keys.length > 0 ? await fetchUpdates(keys, list.state.filter.trash).catch(() => []) : []
        const { gone, stale } = readUpdates(list.state.rows, updates)
        list.drop(gone)
        if (stale) await list.load(true)
      },
    })
    const done = list.onActed(polls.acted)
    const count = async () => {
      const { filter } = list.state
      const plain = { ...filter, search: '', status: 'all' } as const
      const { counts } = await fetchPage(plain, FIRST_PAGE, 1, undefined, true)
      if (counts && session.workspace?.account_key === account && list.state.filter.type === filter.type) list.takeCounts(counts)
    }
    polls.start()
    const leave = watchList(account, {
      changed(rows, removed) {
        list.changed(rows, removed)
        clearTimeout(counting)
        counting = setTimeout(() => void count().catch(() => undefined), COUNTS_DEBOUNCE_MS)
      },
      connected(live) {
        const missed = live && !list.state.live && list.state.phase === 'ready'
        list.state.live = live
        if (live) polls.stop()
        else polls.start()
        if (missed) void list.load(true)
      },
    })
    const seen = () => {
      if (!document.hidden && !list.state.live) void list.load(true)
    }
    document.addEventListener('visibilitychange', seen)
    const uploaded = onUploaded(() => list.load(true))
    return () => {
      leave()
      uploaded()
      done()
      polls.stop()
      clearTimeout(counting)
      document.removeEventListener('visibilitychange', seen)
      touches.stop()
      list.state.live = false
    }
  }, [account, list])
}

/** The rail shows how many templates there are before anybody has opened them. */
export function useOtherCount(type: 'document' | 'template'): void {
  const { workspace } = useSession()
  const account = workspace?.account_key
  useEffect(() => {
    if (!account) return
    void fetchPage({ type, status: 'all', search: '', trash: false }, FIRST_PAGE, 1, undefined, true)
      .then(({ counts }) => counts && noteCounts(type, counts))
      .catch(() => undefined)
  }, [account, type])
}
