import { LIVE, refusedLive } from '#contract/live'
import { LOGGED_OUT, refusalIn } from './answers.ts'
import { listen } from './listen.ts'
import { liveSocket } from './socket.ts'

export interface LoginListener {
  /** The server says that this login is over, and why. */
  ended(message: string): void
  /** Something else may be open to it now: a workspace was closed to it, or the line is back, perhaps as somebody else's. */
  unsure(): void
}

/** Tells what the server says of the account holder's login itself, whichever page is shown. Returns the way out. */
export function watchLogin({ ended, unsure }: LoginListener): () => void {
  const { socket, release } = liveSocket(null)
  let wasDown = false
  const listeners = {
    connect() {
      if (wasDown) unsure()
      wasDown = false
    },
    disconnect() {
      wasDown = true
    },
    connect_error(error: unknown) {
      const said = refusalIn(error)
      if (said && LOGGED_OUT.has(said.code)) ended(said.message)
    },
    [LIVE.refused]: (raw: unknown) => {
      const said = refusedLive.safeParse(raw)
      // Of one document only its own page need know.
      if (!said.success || said.data.document_key !== null) return
      if (LOGGED_OUT.has(said.data.code)) ended(said.data.message)
      else unsure()
    },
  }
  const deafen = listen(socket, listeners)
  return () => {
    deafen()
    release()
  }
}
