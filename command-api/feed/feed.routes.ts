import type { FastifyRequest } from 'fastify'
import { feedAnswer, feedPositionAnswer, feedQuery } from '#contract/feed'
import type { App } from '../app.ts'
import { call } from '../edge/call.ts'
import type { TeamCaller } from '../edge/caller.ts'
import type { Gate } from '../edge/gate.ts'
import { isProblem, ok, problem } from '../edge/problem.ts'
import { workspaceOf } from '../edge/workspace.ts'
import type { Notices } from '../live/notices.ts'
import { isWithheldEvent } from './cloud-events.ts'
import { type FeedReader, mayReadFeed } from './feed-reader.ts'
import { waitsFor } from './waits.ts'

/** What a batch of CloudEvents is called (CloudEvents 1.0, JSON format). */
const BATCH = 'application/cloudevents-batch+json; charset=utf-8'
interface FeedServices {
  readonly feed: FeedReader
  readonly feedNews: Notices
  readonly waitingGate: Gate
}

/** What happens in a workspace, for programs: in order, without gaps, from any position that is kept. */
export function feedRoutes({ edge, services }: App<'world', FeedServices>): void {
  const { feed, feedNews, waitingGate, world } = services
  const waits = waitsFor({ feedNews, timers: world.timers })
  edge.app.addHook('preClose', async () => waits.close())

  function placeOf(caller: TeamCaller, request: FastifyRequest) {
    const membership = workspaceOf(caller, request)
    return isProblem(membership) || mayReadFeed(membership) ? membership : problem('not-allowed')
  }
  /** With what they may do now: something may have been taken from them while they waited. */
  async function placeNow(request: FastifyRequest) {
    const found = await edge.identify.byAny(request)
    if (isProblem(found)) return found
    const { caller } = found
    return caller.as === 'nobody' || caller.as === 'signer' ? problem('session-ended') : placeOf(caller, request)
  }

  call(edge, {
    method: 'GET',
    url: '/app/feed',
    summary: 'What happened in the workspace after a position, as a batch of CloudEvents, or what happens next within `wait` seconds.',
    access: 'team',
    query: feedQuery,
    answer: feedAnswer,
    async run({ caller, request, reply, query: { wait, ...question } }) {
      let place = placeOf(caller, request)
      if (isProblem(place)) return place
      const leave = wait > 0 ? waitingGate.enter(caller.session) : () => undefined
      if (leave === null) return problem('too-many-waiting')
      const waiting = waits.begin(place.workspace, wait)
      reply.raw.once('close', waiting.end)
      try {
        for (;;) {
          const page = await feed.read(place, question)
          if (isProblem(page)) return page
          const { events } = page
          const isEnough = events.length === question.limit || events.some((event) => !isWithheldEvent(event))
          if (isEnough || waiting.isOver()) {
            reply.type(BATCH)
            return [...events]
          }
          await waiting.next()
          place = await placeNow(request)
          if (isProblem(place)) return place
        }
      } finally {
        waiting.end()
        leave()
      }
    },
  })

  call(edge, {
    method: 'GET',
    url: '/app/feed/position',
    summary: 'Where the feed of the workspace begins and ends now.',
    access: 'team',
    answer: feedPositionAnswer,
    async run({ caller, request }) {
      const place = placeOf(caller, request)
      return isProblem(place) ? place : ok(await feed.position(place.workspace))
    },
  })
}
