import type { FastifyRequest } from 'fastify'

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
