import type { AuditRecord } from '#contract/documents'
import { defineReadModel } from '#projections/runner'
import { auditTrailProjection } from './project.ts'
import { type AuditQuestion, auditTrail } from './query.ts'
import type { AuditRecords } from './records.ts'
import { successorAt, takenOver } from './taken-over.ts'

/** What happened to a document. Its records may be kept outside of PostgreSQL. */
export const auditTrailReadModel = defineReadModel({
  projection: (sources, { auditRecords }: { readonly auditRecords: AuditRecords }) => auditTrailProjection(sources, auditRecords),
  answers: ({ log, keys, upToNow }, { auditRecords }) => ({
    /** null for somebody who may not read it now. */
    async auditTrail(question: AuditQuestion): Promise<readonly AuditRecord[] | null> {
      await upToNow()
      return auditTrail(auditRecords, question, {
        takenOver: (pack) => takenOver({ log, keys }, pack),
        successorAt: (pack, revision) => successorAt(log, pack, revision),
      })
    },
  }),
})
