import type { Socket } from 'socket.io-client'
import { LOGGED_OUT, refusalIn, TOO_MANY_TABS } from './answers.ts'
import { listen } from './listen.ts'

const AGAIN = { first: 1_000, most: 5_000 }
/** Somebody closes a tab first. */
const CROWDED_MS = 30_000

/**
 * The library reconnects after a lost connection, but not when a server closed it in order, as it does
 * when it stops, nor from one that could not let anybody in just then. Who is not logged in need not try.
 * Returns a function that stops it.
 */
export function reconnectByItself(socket: Pick<Socket, 'on' | 'off' | 'connect' | 'active'>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  function again(wait = Math.min(AGAIN.most, AGAIN.first * 2 ** failures)): void {
    clearTimeout(timer)
    // Not all at once: after a restart everybody comes.
    timer = setTimeout(() => socket.connect(), wait * (0.5 + Math.random()))
    failures += 1
  }
  const listeners = {
    connect() {
      failures = 0
    },
    disconnect(reason: string) {
      if (reason === 'io server disconnect') again()
    },
    connect_error(error: unknown) {
      const said = refusalIn(error)
      if (!socket.active && !(said && LOGGED_OUT.has(said.code))) again(said?.code === TOO_MANY_TABS ? CROWDED_MS : undefined)
    },
  }
  const deafen = listen(socket, listeners)
  return () => {
    clearTimeout(timer)
    deafen()
  }
}
