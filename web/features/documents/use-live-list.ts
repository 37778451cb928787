import { useEffect } from 'react'
import { watchList } from '../../live/index.ts'
import { session, useSession } from '../auth/index.ts'
import { onUploaded } from '../uploads/index.ts'
import { fetchPage } from './calls.ts'
import { noteCounts } from './counts.ts'
import type { List } from './list.ts'
import { COUNTS_DEBOUNCE_MS, LIST_REFRESH_MS } from './timings.ts'

/** Keeps a list up to date while it is shown: by pushes, and by polls while the socket is down. */
export function useLiveList(list: List): void {
  const { workspace } = useSession()
  const account = workspace?.account_key
  useEffect(() => {
    if (!account) return
    let polling: ReturnType<typeof setInterval> | undefined
    let counting: ReturnType<typeof setTimeout> | undefined
    const poll = (on: boolean) => {
      clearInterval(polling)
      // Hidden pages need nothing: what is due is fetched once they are seen again.
      polling = on ? setInterval(() => document.hidden || void list.load(true), LIST_REFRESH_MS) : undefined
    }
    const count = async () => {
      const { filter } = list.state
      const plain = { ...filter, search: '', status: 'all' } as const
      const { counts } = await fetchPage(plain, null, 1)
      if (counts && session.workspace?.account_key === account && list.state.filter.type === filter.type) list.takeCounts(counts)
    }
    poll(true)
    const leave = watchList(account, {
      changed(rows, removed) {
        list.changed(rows, removed)
        clearTimeout(counting)
        counting = setTimeout(() => void count().catch(() => undefined), COUNTS_DEBOUNCE_MS)
      },
      connected(live) {
        const missed = live && !list.state.live && list.state.phase === 'ready'
        list.state.live = live
        poll(!live)
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
      clearInterval(polling)
      clearTimeout(counting)
      document.removeEventListener('visibilitychange', seen)
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
    void fetchPage({ type, status: 'all', search: '', trash: false }, null, 1)
      .then(({ counts }) => counts && noteCounts(type, counts))
      .catch(() => undefined)
  }, [account, type])
}
