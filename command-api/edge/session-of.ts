import type { FastifyRequest } from 'fastify'
import { HEADERS } from '#contract/envelope'

type Carrying = Pick<FastifyRequest, 'headers' | 'kept'>

/** The session token a request carries: a signer's in the header, an account holder's in the cookie. */
export function sessionOf(request: Carrying): string | null {
  return sessionHeader(request) ?? request.kept.session
}

/**
 * Every session token a request carries, the one it acts by first. What ends "the session" of a browser ends all of them: a header
 * or a second cookie next to the real one must not keep it alive.
 */
export function sessionsOf(request: Carrying): readonly string[] {
  const header = sessionHeader(request)
  return [...new Set([...(header === null ? [] : [header]), ...request.kept.presented])]
}

function sessionHeader({ headers }: Carrying): string | null {
  const header = headers[HEADERS.session]
  return typeof header === 'string' && header !== '' ? header : null
}
