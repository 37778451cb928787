import { type EventLog, type LoggedEvent, START } from '#platform/event-log'
import { recordsOf } from '#projections/audit-trail'
import { type PackRow, rowOf } from '#projections/list'
import { type FoldDeps, foldPacks, PACK_STREAMS, packOfStream, type Step } from '#projections/packs'

type TrailRow = ReturnType<typeof recordsOf>[number]

/** The tables of the list and of the audit trail, each with the position its rows stand for. They outlive every process. */
export interface ReadModels {
  readonly list: Map<string, PackRow>
  readonly trail: Map<string, TrailRow>
  readonly positions: Record<'list' | 'trail', string>
  underWay(): readonly string[]
  /** After a pack's keys were destroyed: its rows go, and what is being written from the time before comes too late. */
  forget(stream: string): void
  readonly forgotten: number
}

export function readModels(): ReadModels {
  const list = new Map<string, PackRow>()
  const trail = new Map<string, TrailRow>()
  let forgotten = 0
  return {
    list,
    trail,
    positions: { list: START, trail: START },
    underWay: () => [...list.values()].flatMap(({ pack, underWay }) => (underWay ? [pack] : [])),
    forget(stream) {
      const pack = packOfStream(stream)
      forgotten += 1
      list.delete(pack)
      for (const [key, row] of trail) if (row.pack === pack) trail.delete(key)
    },
    get forgotten() {
      return forgotten
    },
  }
}

/** Keeps both read models up to date from one machine: rows and position together, and only from where it had left them. */
export function project(models: ReadModels, log: EventLog, deps: FoldDeps): void {
  for (const name of ['list', 'trail'] as const) follow(name)

  function follow(name: 'list' | 'trail'): void {
    const packs = foldPacks(deps)
    deps.keys.onDestroyed(packs.forgetAll)
    let position = models.positions[name]
    let page: LoggedEvent[] = []
    let over = false
    const subscription = log.subscribe({
      after: position,
      filter: { streamPrefixes: [PACK_STREAMS] },
      onEvent: (logged) => void page.push(logged),
      async onCheckpoint(to) {
        if (over) return
        const { forgotten } = models
        const steps = await packs.steps(page.map(({ event }) => event))
        // As the transaction would: what was forgotten meanwhile is read again.
        if (models.forgotten !== forgotten) throw new Error('rows were forgotten meanwhile')
        if (models.positions[name] !== position) {
          // Another owner was here: this one begins anew from where the rows stand.
          over = true
          void subscription.stop()
          return follow(name)
        }
        for (const step of steps) write(name, step)
        page = []
        position = to
        models.positions[name] = to
      },
    })
  }

  function write(name: 'list' | 'trail', step: Step): void {
    if (name === 'trail') {
      for (const row of recordsOf(step)) models.trail.set(`${row.pack} ${row.revision}`, row)
      return
    }
    const pack = packOfStream(step.event.stream)
    const row = rowOf(pack, step.after, step.event.revision)
    if (!row) models.list.delete(pack)
    else if (row.revision >= (models.list.get(pack)?.revision ?? -1)) models.list.set(pack, row)
  }
}
