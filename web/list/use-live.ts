import { useEffect } from 'react'
import { watchTouches } from '../ui/index.ts'
import type { ListOf } from './list.ts'
import { listPolls } from './polls.ts'
import type { Keyed } from './rows.ts'
import { COUNTS_DEBOUNCE_MS } from './timings.ts'

/** Keeps a list up to date while it is shown: by pushes, and by polls while the socket is down. */
export function useLive<Row extends Keyed, Filter extends object>(list: ListOf<Row, Filter>, account: string | undefined): void {
  useEffect(() => {
    if (!account) return
    const { state, source } = list
    let ended = false
    let counting: ReturnType<typeof setTimeout> | undefined
    const touches = watchTouches()
    const polls = listPolls({
      hidden: () => document.hidden,
      touched: touches.touched,
      now: Date.now,
      ...(source.refreshMs && { refreshMs: source.refreshMs }),
      refresh: () => void list.load(true),
      ...(source.update && {
        async update() {
          const updates = await source.update?.(state.rows, state.filter).catch(() => null)
          if (!updates) return
          list.drop(updates.gone)
          if (updates.stale) await list.load(true)
        },
      }),
    })
    const done = list.onActed(polls.acted)
    const count = async () => {
      const counts = await source.count?.(() => state.filter).catch(() => null)
      if (counts && !ended) list.takeCounts(counts)
    }
    polls.start()
    const leave = source.watch?.(account, {
      changed(rows, removed) {
        list.changed(rows, removed)
        clearTimeout(counting)
        if (source.count) counting = setTimeout(() => void count(), COUNTS_DEBOUNCE_MS)
      },
      connected(live) {
        const missed = live && !state.live && state.phase === 'ready'
        state.live = live
        if (live) polls.stop()
        else polls.start()
        if (missed) void list.load(true)
      },
    })
    const seen = () => {
      if (!document.hidden && !state.live) void list.load(true)
    }
    document.addEventListener('visibilitychange', seen)
    return () => {
      ended = true
      leave?.()
      done()
      polls.stop()
      clearTimeout(counting)
      document.removeEventListener('visibilitychange', seen)
      touches.stop()
      state.live = false
    }
  }, [account, list])
}
