import type { JsonObject } from '#domain/kernel'
import type { Clock } from '#platform/ports'

export interface Session {
  /** Opaque; names the session in events without giving access. */
  readonly id: string
  /** Whose sessions end together, for example `user:<id>` or `link:<id>`. */
  readonly owner: string
  readonly holder: JsonObject
}

/** Another process may have ended a session: nobody gets through longer than this after it did. */
const LONGEST_MS = 1_000
const MOST = 5_000

export interface Ticket {
  readonly forgotten: number
  /** When it was taken. */
  readonly from: number
}

/** Sessions found a moment ago, by the hash of their token, so that every request of a busy page does not ask again. */
export interface FoundSessions {
  get(hash: string): Session | undefined
  /**
   * Take one before asking: what was found before a session was ended here is not kept after it, and however long the answer takes,
   * nothing is kept longer for it.
   */
  ticket(): Ticket
  /** @param until when it ends if nobody uses it */
  put(ticket: Ticket, hash: string, session: Session, until: number): void
  forgetAll(): void
}

export function foundSessions(clock: Clock): FoundSessions {
  const kept = new Map<string, { readonly session: Session; readonly from: number; readonly until: number }>()
  let forgotten = 0
  return {
    get(hash) {
      const found = kept.get(hash)
      if (!found) return undefined
      const now = clock.now()
      // A clock that was set back must not lengthen anything.
      if (now >= found.from && now < found.until) return found.session
      kept.delete(hash)
      return undefined
    },
    ticket: () => ({ forgotten, from: clock.now() }),
    put(ticket, hash, session, until) {
      if (ticket.forgotten !== forgotten) return
      if (kept.size >= MOST) kept.clear()
      const { from } = ticket
      kept.set(hash, { session, from, until: Math.min(until, from + LONGEST_MS) })
    },
    forgetAll() {
      forgotten += 1
      kept.clear()
    },
  }
}
