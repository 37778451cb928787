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

/** Sessions found a moment ago, by the hash of their token, so that every request of a busy page does not ask again. */
export interface FoundSessions {
  /**
   * An answer found before a session was ended here is not kept after it, and however long the answer takes, nothing is kept longer for it.
   * @param ask where it is not known; `until`: when it ends if nobody uses it
   */
  find(hash: string, ask: () => Promise<{ readonly session: Session; readonly until: number } | null>): Promise<Session | null>
  forgetAll(): void
}

export function foundSessions(clock: Clock): FoundSessions {
  const kept = new Map<string, { readonly session: Session; readonly from: number; readonly until: number }>()
  let forgotten = 0
  function known(hash: string): Session | undefined {
    const found = kept.get(hash)
    if (!found) return undefined
    const now = clock.now()
    // A clock that was set back must not lengthen anything.
    if (now >= found.from && now < found.until) return found.session
    kept.delete(hash)
    return undefined
  }
  return {
    async find(hash, ask) {
      const session = known(hash)
      if (session) return session
      const asked = { forgotten, from: clock.now() }
      const found = await ask()
      if (!found) return null
      if (asked.forgotten === forgotten) {
        if (kept.size >= MOST) kept.clear()
        kept.set(hash, { session: found.session, from: asked.from, until: Math.min(found.until, asked.from + LONGEST_MS) })
      }
      return found.session
    },
    forgetAll() {
      forgotten += 1
      kept.clear()
    },
  }
}
