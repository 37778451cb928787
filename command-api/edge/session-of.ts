import '@fastify/cookie'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { HEADERS } from '#contract/envelope'

export const SESSION_COOKIE = 'paraph_session'

/** The session token a request carries: a signer's in the header, an account holder's in the cookie. */
export function sessionOf(request: FastifyRequest): string | null {
  return sessionHeader(request.headers) ?? request.cookies?.[SESSION_COOKIE] ?? null
}

/**
 * Every session token a request carries, the one it acts by first. What ends "the session" of a browser ends all of them: a header
 * or a second cookie next to the real one must not keep it alive.
 */
export function sessionsOf({ headers }: Pick<FastifyRequest, 'headers'>): readonly string[] {
  const header = sessionHeader(headers)
  return [...new Set([...(header === null ? [] : [header]), ...sessionCookies(headers)])]
}

/** As they stand: no token has a character that a cookie would encode. Browsers send one for each path it was set for. */
export function sessionCookies({ cookie = '' }: IncomingHttpHeaders): readonly string[] {
  return cookie.split(';').flatMap((pair) => {
    const [name, value] = pair.trim().split('=', 2)
    return name === SESSION_COOKIE && value ? [value] : []
  })
}

function sessionHeader(headers: IncomingHttpHeaders): string | null {
  const header = headers[HEADERS.session]
  return typeof header === 'string' && header !== '' ? header : null
}
