import { type ListRow, listRow } from '#contract/documents'
import { LIVE, listChanged } from '#contract/live'
import { POLL } from './limits.ts'
import { pollRetry } from './schedule.ts'
import { liveSocket } from './socket.ts'

export interface ListListener {
  /** Rows of the workspace that changed, and keys of those that are gone. */
  changed(rows: readonly ListRow[], removed: readonly string[]): void
  /** Whether pushes arrive. On every 'true' what was missed has to be fetched. */
  connected(live: boolean): void
}

/** Joins the workspace's room and tells what happens in its list. Returns the way out. */
export function watchList(account: string, listener: ListListener): () => void {
  const { socket, release } = liveSocket(null)
  let again: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let left = false
  const join = () => {
    clearTimeout(again)
    socket.timeout(10_000).emit('watch_list', { account_key: account }, (late: Error | null, answer: { success?: boolean } | undefined) => {
      if (left) return
      const joined = late === null && answer?.success === true
      listener.connected(joined)
      if (joined) failures = 0
      else again = setTimeout(() => socket.connected && join(), pollRetry(++failures, POLL.changes, Math.random()))
    })
  }
  const lost = () => listener.connected(false)
  const told = (message: unknown) => {
    const read = listChanged.safeParse(message)
    if (!read.success || read.data.account_key !== account) return
    const rows = read.data.documents.flatMap((row) => {
      const known = listRow.safeParse(row)
      return known.success ? [known.data] : []
    })
    listener.changed(rows, read.data.removed)
  }
  socket.on('connect', join)
  socket.on('disconnect', lost)
  socket.on(LIVE.listChanged, told)
  if (socket.connected) join()
  return () => {
    left = true
    clearTimeout(again)
    socket.off('connect', join)
    socket.off('disconnect', lost)
    socket.off(LIVE.listChanged, told)
    release()
  }
}
