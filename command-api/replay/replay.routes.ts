import { z } from 'zod'
import { revisionInAddress } from '#contract/bounds'
import { momentAnswer, replayAnswer, STEPS_AT_ONCE, seenBy, stepsAnswer } from '#contract/replay'
import { disclosed } from '#domain/kernel'
import { type Audience, isOfTeam, mayReplay, replayedView, replaySteps, viewDigest } from '#domain/pack'
import type { App } from '../app.ts'
import { ok, problem } from '../edge/problem.ts'
import { packCall } from '../pack/pack-call.ts'
import type { PackAccess } from '../pack/packs.ts'
import { replayExport } from './export.ts'
import { historyOf } from './history.ts'
import { visitsOf } from './visits.ts'

/** Any moment of a document as the team or one of its signatories saw it. */
export function replayRoutes(app: App<'eventLog' | 'evidence' | 'queries'>): void {
  const { services, people, moments } = app

  packCall(app, {
    method: 'GET',
    url: '/app/replay/:key',
    summary: 'What of a document’s past can be replayed, whether each visit saw what replay shows, and whether the history is intact.',
    answer: replayAnswer,
    async run({ place }) {
      const { pack, state, revision, who } = place
      if (!mayReplay(state, who, ownAudience(place))) return problem('not-allowed')
      const visits = await visitsOf(moments, pack)
      return ok({
        document_key: pack,
        revision,
        name: disclosed(state.name, ''),
        status: state.status,
        signatories: state.signatories
          .filter(({ uuid }) => mayReplay(state, who, { of: 'signatory', signatory: uuid }))
          .map(({ uuid, name, role, status, erased }) => ({
            uuid,
            name: disclosed(name, ''),
            role: disclosed(role, ''),
            drafts_hidden: isOfTeam(who) && status !== 'complete',
            erased: erased ?? null,
          })),
        visits: visits.filter(({ signatory }) => mayReplay(state, who, { of: 'signatory', signatory })),
        history: await historyOf(services, pack),
      })
    },
  })

  packCall(app, {
    method: 'GET',
    url: '/app/replay/:key/steps',
    summary: 'The events of a document as one audience saw them, to be folded one after the other.',
    query: z.object({ as: seenBy.default('team'), from: revisionInAddress.default(0) }),
    answer: stepsAnswer,
    async run({ place, query }) {
      const { pack, state, revision, who } = place
      const audience = audienceOf(query.as)
      if (!mayReplay(state, who, audience)) return problem('not-allowed')
      const from = Math.min(query.from, revision + 1)
      const events = await moments.events(pack, from, STEPS_AT_ONCE)
      const before = await moments.stateAt(pack, from - 1)
      const steps = [...replaySteps(before, events, state, audience, who)]
      return ok({ steps, next: events.length < STEPS_AT_ONCE ? null : from + STEPS_AT_ONCE })
    },
  })

  packCall(app, {
    method: 'GET',
    url: '/app/replay/:key/moment',
    summary: 'The document just after one event, as one audience saw it.',
    query: z.object({ as: seenBy.default('team'), at: revisionInAddress }),
    answer: momentAnswer,
    async run({ place, query }) {
      const { pack, state, revision, who } = place
      const audience = audienceOf(query.as)
      if (!mayReplay(state, who, audience)) return problem('not-allowed')
      const at = Math.min(query.at, revision)
      const then = await moments.stateAt(pack, at)
      const view_digest = audience.of === 'signatory' ? viewDigest(then, audience.signatory) : null
      return ok({ revision: at, view: replayedView(then, state, audience, who), view_digest })
    },
  })

  packCall(app, {
    method: 'GET',
    url: '/app/replay/:key/export',
    summary: 'Events of a document as evidence: JSONL as stored, with the anchor’s proof, or CSV in words.',
    teamOnly: true,
    query: z.object({
      format: z.enum(['jsonl', 'csv']),
      from: revisionInAddress.default(0),
      to: revisionInAddress.optional(),
    }),
    async run({ place, query, reply }) {
      if (!mayReplay(place.state, place.who, { of: 'team' })) return problem('not-allowed')
      return replayExport(services, people, place, { ...query, to: Math.min(query.to ?? place.revision, place.revision) }, reply)
    },
  })
}

const audienceOf = (as: string): Audience => (as === 'team' ? { of: 'team' } : { of: 'signatory', signatory: as })
const ownAudience = ({ audience }: PackAccess): Audience => audience
