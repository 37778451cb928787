import { readFileSync } from 'node:fs'
import { bulkSend as aggregate, type BulkSend, keyOfBulkSend } from '#domain/bulk-send'
import { type FoldDeps, foldStreams } from '#projections/folding'
import type { Projection } from '#projections/runner'
import { rowOf } from './row.ts'
import { drop, write } from './write.ts'

/** A bulk send that fails row after row is folded on from memory. */
const WARM_EVENTS = 20_000

/** Bulk sends as their list shows them, a row each. */
export function bulkSendsProjection(deps: FoldDeps): Projection {
  return {
    name: 'bulk_sends',
    version: 1,
    schema: readFileSync(new URL('./schema.sql', import.meta.url), 'utf8'),
    filter: { streamPrefixes: aggregate.streams },
    indexesForReaders: ['bulk_send_by_date'],
    open() {
      const sends = foldStreams(aggregate, { capacity: WARM_EVENTS, ...deps, opened: 'facts' })
      return {
        async project(events, tables, erased) {
          const ends = await sends.ends(events, () => true, erased)
          await write(
            tables,
            [...ends].map(([stream, { after }]) => rowOf(keyOfBulkSend(stream)!, after)),
          )
        },
        letGo: sends.forget,
        async forget(stream, tables) {
          sends.forget(stream)
          const key = keyOfBulkSend(stream)
          if (key === null) return
          let last: BulkSend | undefined
          for await (const steps of sends.stepsOf(stream)) last = steps.at(-1)?.after ?? last
          await (last ? write(tables, [rowOf(key, last)]) : drop(tables, key))
        },
      }
    },
  }
}
