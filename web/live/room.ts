import { POLL } from './limits.ts'
import { pollRetry } from './schedule.ts'
import { liveSocket } from './socket.ts'

export interface Room {
  /** The call that asks to be let in, and with what. */
  readonly watch: string
  readonly of: object
  /** Messages in there. */
  readonly news: string
  onMessage(message: unknown): void
  /** Whether pushes arrive. On every 'true' the missed ones have to be fetched. */
  connected(live: boolean): void
}

/** Joins a room of the account holder's, again whenever the connection is back or the server let nobody in. Returns a function that leaves it. */
export function joinRoom({ watch, of, news, onMessage, connected }: Room): () => void {
  const { socket, release } = liveSocket(null)
  let again: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let left = false
  const join = () => {
    clearTimeout(again)
    socket.timeout(10_000).emit(watch, of, (late: Error | null, answer: { success?: boolean } | undefined) => {
      if (left) return
      const joined = late === null && answer?.success === true
      connected(joined)
      if (joined) failures = 0
      else again = setTimeout(() => socket.connected && join(), pollRetry(++failures, POLL.changes, Math.random()))
    })
  }
  const lost = () => connected(false)
  socket.on('connect', join)
  socket.on('disconnect', lost)
  socket.on(news, onMessage)
  if (socket.connected) join()
  return () => {
    left = true
    clearTimeout(again)
    socket.off('connect', join)
    socket.off('disconnect', lost)
    socket.off(news, onMessage)
    release()
  }
}
