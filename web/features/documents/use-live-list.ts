import { useEffect } from 'react'
import { watchList } from '../../live/index.ts'
import { session, useSession } from '../auth/index.ts'
import { onUploaded } from '../uploads/index.ts'
import { fetchPage, fetchUpdates } from './calls.ts'
import { noteCounts } from './counts.ts'
import type { List } from './list.ts'
import { nextUpdatePoll, readUpdates } from './polling.ts'
import { COUNTS_DEBOUNCE_MS, HIDDEN_RECHECK_MS, LIST_REFRESH_MS } from './timings.ts'

/** Rows that an update poll asks about: those at the top, where change is. */
const MOST_ASKED = 200

/** Keeps a list up to date while it is shown: by pushes, and by polls while the socket is down. */
export function useLiveList(list: List): void {
  const { workspace } = useSession()
  const account = workspace?.account_key
  useEffect(() => {
    if (!account) return
    let refreshing: ReturnType<typeof setInterval> | undefined
    let asking: ReturnType<typeof setTimeout> | undefined
    let counting: ReturnType<typeof setTimeout> | undefined
    let acted: 'none' | 'just-done' | 'polled' = 'none'
    const ask = (delay: number) => {
      clearTimeout(asking)
      asking = setTimeout(async () => {
        if (document.hidden) return ask(HIDDEN_RECHECK_MS)
        const rows = list.state.rows
        const updates =
          rows.length > 0
            ? await fetchUpdates(
                rows.slice(0, MOST_ASKED).map(({ key }) => key),
                list.state.filter.trash,
              ).catch(() => [])
            : []
        const { gone, stale } = readUpdates(list.state.rows, updates)
        list.drop(gone)
        if (stale) await list.load(true)
        if (acted === 'just-done') acted = 'polled'
        if (!list.state.live) ask(nextUpdatePoll(acted))
      }, delay)
    }
    const poll = (on: boolean) => {
      clearInterval(refreshing)
      clearTimeout(asking)
      if (!on) return
      // Hidden pages need nothing: what is due is fetched once they are seen again.
      refreshing = setInterval(() => document.hidden || void list.load(true), LIST_REFRESH_MS)
      ask(nextUpdatePoll(acted))
    }
    const done = list.onActed(() => {
      acted = 'just-done'
      if (!list.state.live) ask(nextUpdatePoll(acted))
    })
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
      done()
      poll(false)
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
