import { readFileSync } from 'node:fs'
import { pack as aggregate, isVisit, packOfStream } from '#domain/pack'
import { type FoldDeps, foldPacks, isGone, type Step } from '#projections/packs'
import type { Projection, Projector } from '#projections/runner'
import { rowOf } from './row.ts'
import { writeChanges } from './write.ts'

/** The list of packs: filtered, searched, sorted by date, with the number of each status. */
export function listProjection(deps: FoldDeps): Projection {
  return {
    name: 'list',
    version: 9,
    schema: readFileSync(new URL('./schema.sql', import.meta.url), 'utf8'),
    filter: { streamPrefixes: aggregate.streams },
    indexesForReaders: [
      'pack_by_date',
      'pack_by_status',
      'pack_by_bulk_send',
      'pack_by_origin',
      'pack_by_custom_field',
      'pack_under_way',
      'gram_by_gram',
    ],
    open() {
      // From where somebody acted is in no row.
      const packs = foldPacks({ ...deps, opened: 'facts' })
      const stage: NonNullable<Projector['stage']> = async (events, erased) => {
        const ends = await packs.ends(events, (type) => !isVisit(type), erased)
        const changes = [...ends.values()].map(changeOf)
        return async (tables) => {
          if (changes.length > 0) await writeChanges(tables, changes)
        }
      }
      return {
        prepare: packs.prepare,
        stage,
        project: async (events, tables, erased) => (await stage(events, erased))(tables),
        letGo: packs.forget,
        async forget(stream, tables) {
          packs.forget(stream)
          let last: Step | undefined
          for await (const steps of packs.stepsOf(stream)) {
            last = steps.findLast(({ event }) => !isVisit(event.fact.type)) ?? last
            // It has no row, even after later events.
            if (isGone(steps)) break
          }
          const pack = packOfStream(stream)!
          const { rows } = await tables.query<{ revision: number }>('SELECT revision FROM pack WHERE pack = $1', [pack])
          if (rows[0]) await writeChanges(tables, [last ? changeOf(last) : { pack, row: null }])
        },
      }
    },
  }
}

function changeOf({ event, after }: Omit<Step, 'before'>) {
  const pack = packOfStream(event.stream)!
  return { pack, row: rowOf(pack, after, event.revision) }
}
