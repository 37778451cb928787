import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'

export interface CrossSiteTokens {
  /**
   * The cross-site token of a session: nobody who can't read our answers knows it. It follows from the session, so that
   * it needs no store and dies with it.
   */
  tokenOf(session: string): string
  /**
   * Whether the header proves that our own page asked. Before there is a session there is nothing to steal, and that
   * the header is there at all is proof enough: no browser sends a header of its own to another site without asking us.
   */
  provesOwnPage(session: string | null, header: unknown): boolean
}

/** Sessions whose token stays the same for each of their calls. */
const MOST_KNOWN = 10_000

export function crossSiteTokens(secret: Uint8Array): CrossSiteTokens {
  // Made once: making it of its bytes takes seven times what the token does.
  const key = createSecretKey(secret)
  const known = new LRUCache<string, string>({ max: MOST_KNOWN })
  function tokenOf(session: string): string {
    const found = known.get(session)
    if (found !== undefined) return found
    const token = createHmac('sha256', key).update(session).digest('base64url')
    known.set(session, token)
    return token
  }
  return {
    tokenOf,
    provesOwnPage(session, header) {
      if (typeof header !== 'string' || header === '') return false
      if (session === null) return true
      const [given, expected] = [Buffer.from(header), Buffer.from(tokenOf(session))]
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}
