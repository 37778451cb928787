import type { FastifyInstance } from 'fastify'
import type { Log } from '#platform/ports'
import { routeOf } from './errors.ts'

/** One line a request: the route's pattern, never the address asked for, since tokens stand in addresses. */
export function logRequests(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', async (request, reply) => {
    log.info(
      { request: request.id, method: request.method, route: routeOf(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    )
  })
}
