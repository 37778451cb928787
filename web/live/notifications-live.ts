import { LIVE, notificationsChanged } from '#contract/live'
import { joinRoom, type Room } from './room.ts'

export interface NotificationsListener extends Pick<Room, 'connected'> {
  /** There is something new, or read elsewhere; with a key: what concerns it is gone. */
  changed(gone: string | null): void
}

/** Joins the account holder's own room. Returns the way out. */
export function watchNotifications(listener: NotificationsListener): () => void {
  return joinRoom({
    watch: 'watch_notifications',
    of: {},
    news: LIVE.notificationsChanged,
    onMessage(message) {
      const read = notificationsChanged.safeParse(message)
      if (read.success) listener.changed(read.data.gone)
    },
    connected: (live) => listener.connected(live),
  })
}
