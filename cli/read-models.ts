import { auditTrailProjection } from '#projections/audit-trail'
import { contactsProjection } from '#projections/contacts'
import { feedProjection } from '#projections/feed'
import { inboxProjection } from '#projections/inbox'
import { listProjection } from '#projections/list'
import { forgetRows, postgresProjectionStore, startProjections, tracedProjection } from '#projections/runner'
import type { Core } from './core.ts'
import { auditRecordsIn } from './documents.ts'
import type { Foundation } from './foundation.ts'

export type ReadModels = ReturnType<typeof openReadModels>

/** The read models, kept up to date in the role `projections` and only read in the others. */
export function openReadModels({ configuration, mongo, pool, world, onClose }: Foundation, { eventLog, subjectKeys, tracing }: Core) {
  const deps = { log: eventLog, keys: subjectKeys }
  const auditRecords = auditRecordsIn({ mongo, pool })
  const all = [
    listProjection(deps),
    auditTrailProjection(deps, auditRecords),
    inboxProjection(deps),
    contactsProjection(deps),
    feedProjection({ ...deps, random: world.random }),
  ]
  const store = postgresProjectionStore(pool)
  const running = configuration.roles.includes('projections')
    ? startProjections(
        { store, log: eventLog, keys: subjectKeys, world },
        tracing === null ? all : all.map((one) => tracedProjection(one, tracing)),
      )
    : null
  if (running) onClose(() => running.stop())
  return {
    all,
    auditRecords,
    /** Null where this process has no role `projections`. */
    running,
    /** What destroyed keys had sealed leaves the rows, whichever process keeps them. */
    async rewriteRows(stream: string): Promise<void> {
      if (running) return running.forget(stream)
      for (const readModel of all) await forgetRows(store, readModel, stream)
    },
  }
}
