import type pg from 'pg'
import { type EventLog, type LoggedEvent, type LogPage, START } from '#platform/event-log'
import type { Owners } from '#platform/ownership'
import { inTransaction, type Queries } from '#platform/postgres'
import { analyse, type Checkpoint, createTables, dropIndexes, nextTableOf, quoted, readCheckpoint, within } from './checkpoints.ts'
import { compareTables } from './compare.ts'
import type { Projection, TableDifference } from './port.ts'
import { postgresProjectionStore } from './postgres-store.ts'
import { advance, refuseNewerVersion } from './store.ts'

interface RebuildDeps {
  readonly pool: pg.Pool
  readonly log: Pick<EventLog, 'readAll' | 'head' | 'compare'>
  readonly owners: Pick<Owners, 'tryLeadership'>
}
export interface RebuildReport {
  readonly events: number
  readonly position: string
  /** Tables whose rows were not the same; null where there was nothing to compare with. */
  readonly differences: readonly TableDifference[] | null
}

/** Two rebuilds of one projection at once would write into the same new tables. */
export class RebuildRunning extends Error {
  constructor(name: string) {
    super(`The projection ${name} is being rebuilt already.`)
    this.name = 'RebuildRunning'
  }
}

const PAGE = 2_000

/** Awaited only later: an error must not count as unheard until then. */
function unheard<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}

/**
 * Builds a projection's tables again next to the live ones, with a checkpoint of their own, while those go on being read
 * and written; then holds the live one still for a moment, compares, and puts the new ones in its place.
 * @throws RebuildRunning, KeptByNewer
 */
export async function rebuild(
  { pool, log, owners }: RebuildDeps,
  projection: Projection,
  onProgress: (events: number) => void = () => undefined,
  /** The same projection, with no key in memory: one that was destroyed meanwhile may still be known here. */
  freshProjection: () => Projection = () => projection,
): Promise<RebuildReport> {
  const next = nextTableOf(projection.name)
  const store = postgresProjectionStore(pool)
  const ownership = await owners.tryLeadership(next)
  if (!ownership) throw new RebuildRunning(projection.name)
  try {
    refuseNewerVersion(await readCheckpoint(pool, projection.name), projection)
    return await rebuildNextTables()
  } finally {
    await ownership.release()
  }

  async function rebuildNextTables(): Promise<RebuildReport> {
    await inTransaction(pool, async (connection) => {
      await createTables(connection, projection, next)
      await connection.query(
        `INSERT INTO public.projection (name, version, position) VALUES ($1, $2, $3)
         ON CONFLICT (name) DO UPDATE SET version = $2, position = $3, fault = NULL`,
        [next, projection.version, START],
      )
    })
    const readersIndexes = await dropIndexes(pool, next, projection.indexesForReaders ?? [])
    const projector = projection.open()
    const stage = async (due: readonly LoggedEvent[]) => {
      if (projector.stage) return projector.stage(due)
      return (tables: Queries) => projector.project(due, tables)
    }
    let position = START
    let events = 0

    async function readAhead(after: string): Promise<LogPage> {
      const page = await log.readAll(after, PAGE, projection.filter)
      await projector.prepare?.(page.events)
      return page
    }
    async function upTo(target: string): Promise<void> {
      const read = (after: string) => unheard(readAhead(after))
      let reading = log.compare(position, target) < 0 ? read(position) : null
      let writing = Promise.resolve()
      while (reading) {
        const page = await reading
        const whole = log.compare(page.position, target) <= 0
        const to = whole ? page.position : target
        // The next page is on its way, and its rows are worked out, while those of this one are written.
        reading = log.compare(to, target) < 0 ? read(to) : null
        const due = whole ? page.events : page.events.filter((logged) => log.compare(logged.position, target) <= 0)
        const write = await stage(due)
        await writing
        const from = position
        writing = unheard(advance(store, { name: next, from, to, streams: [] }, write))
        position = to
        events += due.length
        onProgress(events)
      }
      await writing
    }
    const livePosition = async () => (await readCheckpoint(pool, projection.name))?.position ?? (await log.head())
    // Most of the way without holding anybody up.
    for (let target = await livePosition(); log.compare(position, target) < 0; target = await livePosition()) await upTo(target)
    for (const index of readersIndexes) await pool.query(index)
    await analyse(pool, next)

    return inTransaction(pool, async (connection) => {
      // From here to the end of this transaction the live projection waits, so that both stand at the same place.
      const { rows } = await connection.query<Pick<Checkpoint, 'version' | 'position'>>(
        'SELECT version, position FROM projection WHERE name = $1 FOR UPDATE',
        [projection.name],
      )
      refuseNewerVersion(rows[0], projection)
      const live = rows[0]
      await upTo(live?.position ?? (await log.head()))
      await forgetAgain(connection)
      const compare = projection.compare ?? compareTables
      // Rows of another version, or of another home, are made otherwise: that they differ says nothing.
      const differences = live?.version === projection.version ? await compare(connection, projection.name, next) : null
      await swap(connection, position)
      return { events, position, differences }
    })
  }

  /** Streams forgotten while the new tables were filled came into them, perhaps, from events read before. */
  async function forgetAgain(connection: pg.PoolClient): Promise<void> {
    const { rows } = await connection.query<{ stream: string }>('DELETE FROM projection_forgotten WHERE name = $1 RETURNING stream', [
      projection.name,
    ])
    if (rows.length === 0) return
    await within(connection, next)
    const projector = freshProjection().open()
    for (const { stream } of rows) await projector.forget(stream, connection)
    await connection.query('SET LOCAL search_path TO DEFAULT')
  }

  async function swap(connection: pg.PoolClient, position: string): Promise<void> {
    const { name, version } = projection
    await connection.query(`DROP SCHEMA IF EXISTS ${quoted(name)} CASCADE`)
    await connection.query(`ALTER SCHEMA ${quoted(next)} RENAME TO ${quoted(name)}`)
    await connection.query(
      `INSERT INTO projection AS p (name, version, position) VALUES ($1, $2, $3)
       ON CONFLICT (name) DO UPDATE SET version = $2, position = $3, fault = NULL, rebuilds = p.rebuilds + 1`,
      [name, version, position],
    )
    await connection.query('DELETE FROM projection WHERE name = $1', [next])
  }
}
