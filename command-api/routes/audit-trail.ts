import { z } from 'zod'
import { auditAnswer } from '#contract/documents'
import type { App } from '../app.ts'
import { ok } from '../edge/ok.ts'
import { problem } from '../edge/problem.ts'
import { packCall } from '../pack/pack-call.ts'

/** What happened to a document: who, what, when, from where. */
export function auditTrailRoutes(app: App): void {
  const { services, people } = app
  packCall(app, {
    method: 'GET',
    url: '/app/audit_trail/:key',
    summary: 'The audit trail of a document, for its team, once it has left setup.',
    teamOnly: true,
    query: z.object({ since: z.iso.datetime({ offset: true }).optional() }),
    answer: auditAnswer,
    async run({ place, query }) {
      const { pack, state, who } = place
      const names = await people.namesOf(state.workspace)
      const records = await services.queries.auditTrail({ pack, state, who, people: names, ...(query.since ? { since: query.since } : {}) })
      return records === null ? problem('not-allowed') : ok({ audit_records: [...records] })
    },
  })
}
