import { io, type Socket } from 'socket.io-client'
import { LIVE } from '#contract/live'
import { reconnectByItself } from './reconnect.ts'

const sockets = new Map<string, { readonly socket: Socket; readonly stop: () => void; users: number }>()

/** One connection a page for each identity, shared by all that listen on it. Call `release` when done. */
export function liveSocket(sessionToken: string | null): { readonly socket: Socket; release(): void } {
  const name = sessionToken ?? ''
  let held = sockets.get(name)
  if (!held) {
    const socket = io({
      path: LIVE.path,
      // Some offices let no web socket through: plain requests carry the same messages there.
      transports: ['websocket', 'polling'],
      tryAllTransports: true,
      auth: sessionToken ? { session_token: sessionToken } : {},
    })
    held = { socket, stop: reconnectByItself(socket), users: 0 }
    sockets.set(name, held)
  }
  const mine = held
  mine.users += 1
  let released = false
  return {
    socket: mine.socket,
    release() {
      if (released) return
      released = true
      mine.users -= 1
      if (mine.users > 0) return
      sockets.delete(name)
      mine.stop()
      mine.socket.close()
    },
  }
}
