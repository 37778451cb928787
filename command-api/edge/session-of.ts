import '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import { HEADERS } from '#contract/envelope'

export const SESSION_COOKIE = 'paraph_session'

/** The session token a request carries: a signer's in the header, an account holder's in the cookie. */
export function sessionOf(request: FastifyRequest): string | null {
  const header = request.headers[HEADERS.session]
  if (typeof header === 'string' && header !== '') return header
  return request.cookies?.[SESSION_COOKIE] ?? null
}
