import type { Queries } from '#projections'
import { READ_MODELS } from '#projections'
import { forgetRows, postgresProjectionStore, startProjections, tracedProjection, waitFor } from '#projections/runner'
import type { Core } from './core.ts'
import { auditRecordsIn } from './documents.ts'
import type { Foundation } from './foundation.ts'

export type ReadModels = ReturnType<typeof openReadModels>

/** A reader who has just changed something waits this long at most until the rows show it. */
const WAIT_MS = 2_000

/** The read models, kept up to date in the role `projections` and only read in the others. */
export function openReadModels(
  { configuration, mongo, pool, world, owners, onClose }: Foundation,
  { eventLog: log, subjectKeys: keys, tracing }: Core,
) {
  const sources = { pool, log, keys }
  const needs = { auditRecords: auditRecordsIn({ mongo, pool }), world }
  const opened = Object.values(READ_MODELS).map((readModel) => ({ readModel, projection: readModel.projection(sources, needs) }))
  const all = opened.map(({ projection }) => projection)
  const store = postgresProjectionStore(pool)
  const running = configuration.roles.includes('projections')
    ? startProjections({ store, log, keys, owners, world }, tracing === null ? all : all.map((one) => tracedProjection(one, tracing)))
    : null
  if (running) onClose(() => running.stop())

  /** Where another process fills the rows, its stored checkpoint is all that is known here. */
  const elsewhere = {
    store,
    log,
    timers: world.timers,
    news: () => new Promise<void>(() => undefined),
    reached: () => null,
    hurry: () => undefined,
  }
  const queries = opened.map(({ readModel, projection }) =>
    readModel.answers(
      {
        ...sources,
        upToNow: () => (running ? running.waitFor(projection.name, null, WAIT_MS) : waitFor(elsewhere, projection, null, WAIT_MS)),
        onRows: (listener) =>
          running?.onRows((changed) => changed.projection === projection.name && listener(changed.streams)) ?? (() => undefined),
      },
      needs,
    ),
  )
  return {
    queries: Object.assign({}, ...queries) as Queries,
    /** Null where this process has no role `projections`. */
    running,
    /** Removes the values under destroyed keys from the rows, in whichever process keeps them. */
    async rewriteRows(stream: string): Promise<void> {
      if (running) return running.forget(stream)
      for (const projection of all) await forgetRows(store, projection, stream)
    },
  }
}
