import { LIVE, notificationsChanged } from '#contract/live'
import { POLL } from './limits.ts'
import { pollRetry } from './schedule.ts'
import { liveSocket } from './socket.ts'

export interface NotificationsListener {
  /** There is something new, or read elsewhere; with a key: what concerns it is gone. */
  changed(gone: string | null): void
  /** Whether pushes arrive. On every 'true' what was missed has to be fetched. */
  connected(live: boolean): void
}

/** Joins the account holder's own room. Returns the way out. */
export function watchNotifications(listener: NotificationsListener): () => void {
  const { socket, release } = liveSocket(null)
  let again: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let left = false
  const join = () => {
    clearTimeout(again)
    socket.timeout(10_000).emit('watch_notifications', {}, (late: Error | null, answer: { success?: boolean } | undefined) => {
      if (left) return
      const joined = late === null && answer?.success === true
      listener.connected(joined)
      if (joined) failures = 0
      else again = setTimeout(() => socket.connected && join(), pollRetry(++failures, POLL.changes, Math.random()))
    })
  }
  const lost = () => listener.connected(false)
  const told = (message: unknown) => {
    const read = notificationsChanged.safeParse(message)
    if (read.success) listener.changed(read.data.gone)
  }
  socket.on('connect', join)
  socket.on('disconnect', lost)
  socket.on(LIVE.notificationsChanged, told)
  if (socket.connected) join()
  return () => {
    left = true
    clearTimeout(again)
    socket.off('connect', join)
    socket.off('disconnect', lost)
    socket.off(LIVE.notificationsChanged, told)
    release()
  }
}
