import { deliveriesChanged, LIVE, type WatchDeliveries } from '#contract/live'
import { joinRoom, type Room } from './room.ts'

export interface DeliveriesListener extends Pick<Room, 'connected'> {
  /** The webhook or its deliveries changed: fetch them again. */
  changed(): void
}

/** Joins the room of an application's deliveries. Returns the way out. */
export function watchDeliveries(wanted: WatchDeliveries, listener: DeliveriesListener): () => void {
  return joinRoom({
    watch: 'watch_deliveries',
    of: wanted,
    news: LIVE.deliveriesChanged,
    onMessage(message) {
      const read = deliveriesChanged.safeParse(message)
      if (read.success && read.data.application_key === wanted.application_key) listener.changed()
    },
    connected: (live) => listener.connected(live),
  })
}
