import type { Owners } from '#platform/ownership'
import type { Checkpoint, ProjectionStore } from '#projections/runner'
import type { Host } from './host.ts'
import type { Scheduler } from './scheduler.ts'

type Table = Map<string, unknown>

/** How a projection writes within a transaction: it reads what others have committed, and its own writes show at its end. */
export interface Rows {
  find<R>(table: string, where: (row: R, key: string) => boolean): Promise<readonly R[]>
  put(table: string, key: string, row: unknown): void
  remove(table: string, key: string): void
  /** Counts on from whatever is committed by then. */
  add(table: string, key: string, by: number): void
}

/** A database that all machines share and that outlives each of them. */
export interface Database {
  /** What is committed. */
  table<R>(name: string): ReadonlyMap<string, R>
  storeOn(machine: Host, ask: Ask): ProjectionStore<Rows>
  ownersOn(machine: Host, ask: Ask): Owners
  /** The connection that holds what a machine owns is given up: the machine notices soon after it runs again. */
  cutOff(machine: Host): void
  /** Hears of each row as it is committed, and of the one in whose place it is. */
  onWritten: ((table: string, before: unknown, after: unknown) => void) | null
}

/** Where each projection has come to. */
export const CHECKPOINTS = 'checkpoint'

/** One trip to the database and back. The task is done once, or not; in both cases the line may break before the answer. */
export type Ask = <A>(task: () => A) => Promise<A>

/** The database ends a transaction that stands still, so that a frozen machine holds nobody up. */
const IDLE_MS = 5_000
/** A machine that was away is not notified before other things that wait for it. */
const NOTICED_MS = 100

interface Owner {
  readonly machine: Host
  lose(): void
}

/** @param erased streams that had a key destroyed */
export function database(scheduler: Scheduler, erased: ReadonlySet<string>): Database {
  const tables = new Map<string, Table>()
  const owners = new Map<string, Owner>()
  const locks = new Map<string, object>()
  const free = new Map<string, Set<() => void>>()

  const tableOf = (name: string): Table => {
    if (!tables.has(name)) tables.set(name, new Map())
    return tables.get(name)!
  }
  function rowsWhere<R>(table: string, where: (row: R, key: string) => boolean): R[] {
    const rows: R[] = []
    for (const [key, row] of tableOf(table) as Map<string, R>) if (where(row, key)) rows.push(row)
    return rows
  }
  const checkpoints = tableOf(CHECKPOINTS) as Map<string, Checkpoint>
  /** Wakes those who wait for a lock or an ownership, one as good as the other. */
  const wake = (what: string) => {
    const waiting = free.get(what)
    free.delete(what)
    for (const next of waiting ?? []) next()
  }
  const untilFree = (what: string) =>
    new Promise<void>((resolve) => {
      if (!free.has(what)) free.set(what, new Set())
      free.get(what)!.add(resolve)
    })

  function disown(name: string, owner: Owner): void {
    if (owners.get(name) !== owner) return
    owners.delete(name)
    wake(`owner ${name}`)
  }

  function storeOn(machine: Host, ask: Ask): ProjectionStore<Rows> {
    /** Statements, and at the end all of their writes at once or none. The row of the checkpoint is locked where it is `wanted`. */
    async function transaction<T>(name: string, wanted: () => boolean, work: (rows: Rows, locked: boolean) => Promise<T>): Promise<T> {
      const mine = {}
      const writes: (() => void)[] = []
      let over = false
      let idle = () => {}
      const end = () => {
        over = true
        idle()
        if (locks.get(name) !== mine) return
        locks.delete(name)
        wake(`lock ${name}`)
      }
      const statement = <A>(task: () => A): A => {
        if (over) throw new Interrupted()
        idle()
        idle = scheduler.after(IDLE_MS, end)
        const answer = task()
        machine.isDoing('statement')
        return answer
      }
      // A row that is locked is waited for, and looked at again as it is then.
      for (;;) {
        const locked = await ask(() => {
          if (!wanted()) return 'not there' as const
          if (locks.has(name)) return 'by another' as const
          statement(() => locks.set(name, mine))
          return 'by me' as const
        })
        if (locked === 'by another') {
          while (locks.has(name)) await untilFree(`lock ${name}`)
          continue
        }
        try {
          const rows: Rows = {
            find: <R>(table: string, where: (row: R, key: string) => boolean) => ask(() => statement(() => rowsWhere<R>(table, where))),
            put: (table, key, row) =>
              void writes.push(() => {
                const before = tableOf(table).get(key)
                tableOf(table).set(key, row)
                self.onWritten?.(table, before, row)
              }),
            remove: (table, key) => void writes.push(() => tableOf(table).delete(key)),
            add: (table, key, by) => void writes.push(() => tableOf(table).set(key, ((tableOf(table).get(key) as number) ?? 0) + by)),
          }
          const done = await work(rows, locked === 'by me')
          await ask(() => {
            statement(() => undefined)
            for (const write of writes) write()
            end()
          })
          return done
        } finally {
          end()
        }
      }
    }

    return {
      checkpoint: (name) => ask(() => checkpoints.get(name) ?? null),
      prepare: ({ name, version }, position) =>
        ask(() => {
          if (!checkpoints.has(name)) checkpoints.set(name, { version, position, rebuilds: 0, fault: null })
          return checkpoints.get(name)!
        }),
      advance({ name, from, to, streams }, write) {
        let found: ReadonlySet<string> = new Set()
        const stands = () => {
          found = new Set(streams.filter((stream) => erased.has(stream)))
          return checkpoints.get(name)?.position === from
        }
        return transaction(name, stands, async (rows, stood) => {
          if (stood) rows.put(CHECKPOINTS, name, { ...checkpoints.get(name)!, position: to, fault: null })
          await write(rows, { stood, erased: found })
        })
      },
      rewrite: (name, _, write) => transaction(name, () => checkpoints.has(name), write),
      recordFault: (name, fault) => ask(() => void checkpoints.set(name, { ...checkpoints.get(name)!, fault })),
      analyse: async () => undefined,
    }
  }

  /** Names that one process of all owns. */
  const ownersOn = (machine: Host, ask: Ask): Owners => ({
    async acquireLeadership(name) {
      // Somebody who asks every second and hears no learns nothing by it: asked when it is free, they are as late as then.
      while (owners.has(name)) {
        await untilFree(`owner ${name}`)
        await new Promise<void>((resolve) => void machine.after(machine.world.random.fraction() * 1_000, resolve))
      }
      const lost = Promise.withResolvers<void>()
      const owner: Owner = { machine, lose: lost.resolve }
      const take = () => {
        // Whose process has ended has no connection any more that could hold it.
        if (owners.has(name) || !machine.alive) return false
        owners.set(name, owner)
        return true
      }
      try {
        const mine = await ask(take)
        return mine ? { lost: lost.promise, release: async () => disown(name, owner) } : null
      } catch (error) {
        // Whose connection broke holds nothing.
        disown(name, owner)
        throw error
      }
    },
    tryLeadership: () => Promise.reject(new Error('not asked for here')),
    close: async () => undefined,
  })

  const ownedBy = (machine: Host) => [...owners].filter(([, owner]) => owner.machine === machine)
  const self: Database = {
    onWritten: null,
    table: <R>(name: string) => tableOf(name) as ReadonlyMap<string, R>,
    storeOn(machine, ask) {
      machine.onEnd(() => {
        for (const [name, owner] of ownedBy(machine)) disown(name, owner)
      })
      return storeOn(machine, ask)
    },
    ownersOn,
    cutOff(machine) {
      for (const [name, owner] of ownedBy(machine)) {
        disown(name, owner)
        const notices = machine.world.random.fraction() * NOTICED_MS
        // Counted from when it runs again: in between it acts as the owner that it no longer is.
        machine.after(0, () => void machine.after(notices, owner.lose))
      }
    },
  }
  return self
}

class Interrupted extends Error {
  readonly code = '25P03'
  constructor() {
    super('the transaction stood still for too long and was ended')
    this.name = 'Interrupted'
  }
}
