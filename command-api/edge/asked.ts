import type { FastifyRequest } from 'fastify'
import { HEADERS } from '#contract/envelope'

/** The request that something was asked in, as it is recorded with every event that follows from it, and whether it is waited for. */
export function askedIn(request: FastifyRequest) {
  return {
    isWaitedFor: () => request.isWaitedFor(),
    correlation: request.id,
    causation: request.id,
    address: request.clientAddress,
    agent: String(request.headers['user-agent'] ?? '')
      .toWellFormed()
      .slice(0, 500),
  }
}

/** What the request is known by when it is sent again; null: whoever asks gave it no key. */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers[HEADERS.idempotencyKey]
  return typeof key === 'string' && key !== '' ? key : null
}
