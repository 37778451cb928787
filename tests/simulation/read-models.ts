import { isVisit, pack, packOfStream } from '#domain/pack'
import { recordsOf } from '#projections/audit-trail'
import { type Change, type PackRow, rewriting, rowOf, tallyOf } from '#projections/list'
import { type FoldDeps, foldPacks, type Step } from '#projections/packs'
import type { Projection } from '#projections/runner'
import type { Rows } from './tables.ts'

export type TrailRow = ReturnType<typeof recordsOf>[number]

/** The product's read models on the simulation's tables: the same folds and the same decisions, without SQL. */
export const readModels = (deps: FoldDeps): readonly Projection<Rows>[] => [list(deps), trail(deps)]

export const LIST = 'pack'
export const TALLY = 'tally'
export const TRAIL = 'record'
const FOLLOWS = { version: 1, schema: '', filter: { streamPrefixes: pack.streams } }

const isShown = ({ event }: Step) => !isVisit(event.fact.type)

function list(deps: FoldDeps): Projection<Rows> {
  return {
    ...FOLLOWS,
    name: 'list',
    open() {
      const packs = foldPacks(deps)
      return {
        async project(events, rows, erased) {
          const last = new Map<string, Step>()
          for (const step of (await packs.steps(events, erased)).filter(isShown)) last.set(step.event.stream, step)
          if (last.size > 0) await write(rows, [...last.values()].map(changeOf))
        },
        letGo: packs.forget,
        async forget(stream, rows) {
          packs.forget(stream)
          let last: Step | undefined
          for await (const steps of packs.stepsOf(stream)) last = steps.findLast(isShown) ?? last
          await write(rows, [last ? changeOf(last) : { pack: packOfStream(stream)!, row: null }])
        },
      }
    },
  }

  async function write(rows: Rows, changes: readonly Change[]): Promise<void> {
    const concerned = new Set(changes.map(({ pack }) => pack))
    const before = await rows.find<PackRow>(LIST, ({ pack }) => concerned.has(pack))
    const { rows: fresh, tally, gone } = rewriting(changes, new Map(before.map((row) => [row.pack, row])))
    for (const row of fresh) rows.put(LIST, row.pack, row)
    for (const pack of gone) rows.remove(LIST, pack)
    for (const { of, by } of tally) rows.add(TALLY, tallyOf(of), by)
  }
}

function changeOf({ event, after }: Step): Change {
  const pack = packOfStream(event.stream)!
  return { pack, row: rowOf(pack, after, event.revision) }
}

function trail(deps: FoldDeps): Projection<Rows> {
  const keyOf = ({ pack, revision }: Pick<TrailRow, 'pack' | 'revision'>) => `${pack} ${revision}`
  const write = (rows: Rows, steps: readonly Step[]) => {
    for (const row of steps.flatMap(recordsOf)) rows.put(TRAIL, keyOf(row), row)
  }
  return {
    ...FOLLOWS,
    name: 'audit_trail',
    open() {
      const packs = foldPacks(deps)
      return {
        project: async (events, rows, erased) => write(rows, await packs.steps(events, erased)),
        letGo: packs.forget,
        async forget(stream, rows) {
          packs.forget(stream)
          const pack = packOfStream(stream)
          const known = await rows.find<TrailRow>(TRAIL, (row) => row.pack === pack)
          const last = Math.max(-1, ...known.map(({ revision }) => revision))
          for (const row of known) rows.remove(TRAIL, keyOf(row))
          for await (const steps of packs.stepsOf(stream)) {
            write(
              rows,
              steps.filter(({ event }) => event.revision <= last),
            )
          }
        },
      }
    },
  }
}
