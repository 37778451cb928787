import { z } from 'zod'
import { auditExport, auditMatches } from '#contract/audit-trail'
import { instant } from '#contract/bounds'
import { auditAnswer } from '#contract/documents'
import { disclosed } from '#domain/kernel'
import type { AuditFiles } from '#pdf/audit-trail'
import type { App } from '../app.ts'
import { ok, problem } from '../edge/problem.ts'
import { attachment } from '../edge/ranges.ts'
import { packCall } from '../pack/pack-call.ts'
import { auditCsv, auditRequest } from './audit-export.ts'

/** What happened to a document: who, what, when, from where. */
export function auditTrailRoutes(app: App<'queries', { readonly auditFiles: AuditFiles }>): void {
  const { services, people } = app
  packCall(app, {
    method: 'GET',
    url: '/app/audit_trail/:key',
    summary: 'The audit trail of a document, for its team, once it has left setup.',
    teamOnly: true,
    query: z.object({ since: instant.optional() }),
    answer: auditAnswer,
    async run({ place, query }) {
      const { pack, state, who } = place
      const names = await people.namesIn(state)
      const records = await services.queries.auditTrail({
        pack,
        state,
        who,
        people: names,
        nameOfUser: people.nameOfUser,
        ...(query.since ? { since: query.since } : {}),
      })
      return records === null ? problem('not-allowed') : ok({ audit_records: [...records] })
    },
  })

  packCall(app, {
    method: 'GET',
    url: '/app/audit_trail/:key/export',
    summary: 'The audit trail as a table (CSV) or as pages (PDF), whole or narrowed to a topic or to one who acted.',
    teamOnly: true,
    query: auditExport,
    async run({ place, query, reply }) {
      const { pack, state, who } = place
      const all = await services.queries.auditTrail({
        pack,
        state,
        who,
        people: await people.namesIn(state),
        nameOfUser: people.nameOfUser,
      })
      if (all === null) return problem('not-allowed')
      const name = disclosed(state.name, '') || 'document'
      const records = all.filter((record) => auditMatches(record, query))
      if (query.format === 'csv') return auditCsv(name, records, reply)
      const made = await services.auditFiles.make(auditRequest(name, records, all.length))
      if (!made.ok) return problem('internal-error')
      return reply
        .type('application/pdf')
        .header('content-disposition', attachment(`${name}.history.pdf`))
        .send(Buffer.from(made.bytes))
    },
  })
}
