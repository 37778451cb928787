import type { FastifyInstance } from 'fastify'
import { ANSWER_MS, HEADERS } from '#contract/envelope'
import type { World } from '#platform/ports'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the client may still be waiting for the answer. */
    isWaitedFor(): boolean
  }
}

/** For the way here: a proxy holds what it can hand to nobody for ten seconds (`lb_try_duration` in `deploy/Caddyfile`). */
export const ON_ITS_WAY_MS = 12_000

/** The questions each request asks before it decides something. */
export function noteDeadlines(app: FastifyInstance, world: Pick<World, 'clock' | 'steady'>): void {
  app.decorateRequest('isWaitedFor', () => true)
  app.addHook('onRequest', (request, reply, done) => {
    let isWaiting = stillWaiting(world)
    let isGone = false
    // Other calls are carried out for a client that has gone: a signer who finishes and closes the page has finished.
    if (request.headers[HEADERS.comesAgain] !== undefined) {
      reply.raw.once('close', () => {
        isGone = true
      })
    }
    // Nobody waits for an answer to what they are still sending.
    request.raw.once('end', () => {
      isWaiting = stillWaiting(world)
    })
    request.isWaitedFor = () => !isGone && (!request.raw.complete || isWaiting())
    done()
  })
}

/** Of the current client: false once it may have given up. A computer that slept counts by its clock, and by both if that was set. */
export function stillWaiting({ clock, steady }: Pick<World, 'clock' | 'steady'>): () => boolean {
  const [asked, at] = [steady.receivedSince(), clock.now()]
  return () => Math.max(steady.now() - asked, clock.now() - at) < ANSWER_MS - ON_ITS_WAY_MS
}
