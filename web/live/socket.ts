import { io, type Socket } from 'socket.io-client'
import { LIVE } from '#contract/live'

const sockets = new Map<string, { socket: Socket; users: number }>()

/** One connection a page for each identity, shared by all that listen on it. Call `release` when done. */
export function liveSocket(sessionToken: string | null): { readonly socket: Socket; release(): void } {
  const name = sessionToken ?? ''
  let held = sockets.get(name)
  if (!held) {
    held = {
      socket: io({ path: LIVE.path, transports: ['websocket', 'polling'], auth: sessionToken ? { session_token: sessionToken } : {} }),
      users: 0,
    }
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
      mine.socket.close()
    },
  }
}
