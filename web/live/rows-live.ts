import { LIVE, rowsChanged, type WatchRows } from '#contract/live'
import { joinRoom, type Room } from './room.ts'

export interface RowsListener extends Pick<Room, 'connected'> {
  /** Some of them changed: fetch them again. */
  changed(): void
}

/** Joins the room of a list of the workspace. Returns the way out. */
export function watchRows(wanted: WatchRows, listener: RowsListener): () => void {
  return joinRoom({
    watch: 'watch_rows',
    of: wanted,
    news: LIVE.rowsChanged,
    onMessage(message) {
      const read = rowsChanged.safeParse(message)
      if (read.success && read.data.account_key === wanted.account_key && read.data.list === wanted.list) listener.changed()
    },
    connected: (live) => listener.connected(live),
  })
}
