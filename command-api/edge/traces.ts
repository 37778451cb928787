import type { FastifyInstance } from 'fastify'
import type { Tracing } from '#platform/tracing'
import { routeOf } from './errors.ts'

/** Each request is a trace, under the id that stands in its answer and in the events it leads to. */
export function traceRequests(app: FastifyInstance, tracing: Pick<Tracing, 'request'>): void {
  app.addHook('onRequest', (request, reply, done) => {
    const span = tracing.request(request.id, done)
    reply.raw.once('close', () => {
      const { statusCode } = reply
      // The route's pattern: the address itself may hold a token.
      const words = { 'http.request.method': request.method, 'http.route': routeOf(request), 'http.response.status_code': statusCode }
      span.end(`${request.method} ${routeOf(request)}`, words, statusCode >= 500)
    })
  })
}
