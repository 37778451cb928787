import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'

/**
 * The cross-site token of a session: nobody who can't read our answers knows it. It follows from the session, so that
 * it needs no store and dies with it.
 */
export function crossSiteToken(key: KeyObject, session: string): string {
  return createHmac('sha256', key).update(session).digest('base64url')
}

/**
 * Whether the header proves that our own page asked. Before there is a session there is nothing to steal, and that
 * the header is there at all is proof enough: no browser sends a header of its own to another site without asking us.
 */
export function provesOwnPage(key: KeyObject, session: string | null, header: unknown): boolean {
  if (typeof header !== 'string' || header === '') return false
  if (session === null) return true
  const given = Buffer.from(header)
  const expected = Buffer.from(crossSiteToken(key, session))
  return given.length === expected.length && timingSafeEqual(given, expected)
}
