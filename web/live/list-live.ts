import { type ListRow, listRow } from '#contract/document-list'
import { LIVE, listChanged } from '#contract/live'
import { joinRoom, type Room } from './room.ts'

export interface ListListener extends Pick<Room, 'connected'> {
  /** Rows of the workspace that changed, and keys of those that are gone. */
  changed(rows: readonly ListRow[], removed: readonly string[]): void
}

/** Joins the workspace's room and tells what happens in its list. Returns the way out. */
export function watchList(account: string, listener: ListListener): () => void {
  return joinRoom({
    watch: 'watch_list',
    of: { account_key: account },
    news: LIVE.listChanged,
    onMessage(message) {
      const read = listChanged.safeParse(message)
      if (!read.success || read.data.account_key !== account) return
      const rows = read.data.documents.flatMap((row) => {
        const known = listRow.safeParse(row)
        return known.success ? [known.data] : []
      })
      listener.changed(rows, read.data.removed)
    },
    connected: (live) => listener.connected(live),
  })
}
