import type { FastifyRequest } from 'fastify'

/** The request that something was asked in, as it is recorded with every event that follows from it. */
export function askedIn(request: FastifyRequest): { correlation: string; causation: string; address: string; agent: string } {
  return {
    correlation: request.id,
    causation: request.id,
    address: request.ip,
    agent: String(request.headers['user-agent'] ?? '')
      .toWellFormed()
      .slice(0, 500),
  }
}
