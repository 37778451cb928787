import { Readable } from 'node:stream'
import { ANCHORS_STREAM } from '#domain/anchors'
import { canonicalise, type Json } from '#domain/kernel'
import { type EventLog, pagesOf } from '#platform/event-log'
import type { App } from '../app.ts'
import { call } from '../edge/call.ts'
import { isProblem } from '../edge/problem.ts'
import { attachment } from '../edge/ranges.ts'
import { administeredBy } from '../edge/workspace.ts'
import { keyParams } from '../pack/pack-call.ts'

/** All anchors, to be kept elsewhere: with them anybody can prove later whether the past was rewritten. */
export function anchorRoutes({ edge, services: { eventLog } }: App<'eventLog'>): void {
  call(edge, {
    method: 'GET',
    url: '/app/accounts/:key/anchors',
    summary: 'The chain of anchors as stored, a line an event, for administrators to keep outside.',
    access: 'team',
    params: keyParams,
    async run({ caller, params, reply }) {
      const own = administeredBy(caller, params.key)
      if (isProblem(own)) return own
      return reply
        .type('application/jsonl; charset=utf-8')
        .header('content-disposition', attachment('anchors.jsonl'))
        .send(Readable.from(linesOf(eventLog)))
    },
  })
}

async function* linesOf(log: Pick<EventLog, 'read'>): AsyncGenerator<string> {
  for await (const page of pagesOf(log, ANCHORS_STREAM)) {
    // Nothing of it is sealed: no value is left out.
    for (const { sealed: _, ...event } of page) yield `${canonicalise(event as unknown as Json)}\n`
  }
}
