import { LIVE, refusedLive } from '#contract/live'
import { LOGGED_OUT, refusalIn, TOO_MANY_TABS } from './answers.ts'
import { listen } from './listen.ts'
import { liveSocket } from './socket.ts'

export interface LoginListener {
  /** The server says that this login is over, and why. */
  ended(message: string): void
  /** This tab is one too many, in the server's words: nothing is pushed to it before others are closed. */
  crowded(message: string): void
  /** It is not, or no longer. */
  roomy(): void
  /** Something else may be open to it now: rights or workspaces changed, or the connection is back, perhaps as somebody else's. */
  unsure(): void
}

/** Passes on the server's messages about the login itself, on every page. Returns a function that stops it. */
export function watchLogin({ ended, unsure, crowded, roomy }: LoginListener): () => void {
  const { socket, release } = liveSocket(null)
  let wasDown = false
  let isCrowded = false
  const listeners = {
    connect() {
      if (isCrowded) roomy()
      isCrowded = false
      if (wasDown) unsure()
      wasDown = false
    },
    disconnect() {
      wasDown = true
    },
    connect_error(error: unknown) {
      const said = refusalIn(error)
      if (said && LOGGED_OUT.has(said.code)) ended(said.message)
      if (said?.code === TOO_MANY_TABS && !isCrowded) crowded(said.message)
      isCrowded = said?.code === TOO_MANY_TABS
    },
    [LIVE.accountChanged]: () => unsure(),
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
