import { access } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { ANCHORS_STREAM, anchors } from '#domain/anchors'
import { streamOfPack } from '#domain/pack'
import { commandHandler } from '#platform/command-handler'
import { type Configuration, readConfiguration } from '#platform/configuration'
import { verifyChain } from '#platform/event-codec'
import {
  anchoredTo,
  CopyDiffers,
  compareLogs,
  copyLog,
  copyPlaces,
  type EventLog,
  eventLogSchema,
  eventStoreDbEventLog,
  homeOfLog,
  keepCopyPlace,
  type LogKind,
  moveHome,
  placeInCopy,
  postgresEventLog,
} from '#platform/event-log'
import { createLog } from '#platform/logging'
import { systemWorld, type World } from '#platform/ports'
import { inTransaction, migrate as migrateSchema, openPool } from '#platform/postgres'
import { memorySubjectKeys } from '#platform/subject-keys'
import { closers } from './closers.ts'
import { connectOrStartDatabase, notStartedYet } from './connect-or-start-database.ts'
import { requireStore } from './event-log.ts'
import { ForPeople } from './explain.ts'

const USAGE = 'Usage: paraph migrate --from postgres --to eventstoredb, or the other way round.'
const NAME = 'paraph-migrate'

/** `paraph migrate --from … --to …`: moves all events into the other log. Broken off, it goes on where it stood. */
export async function migrate(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options: { from: { type: 'string' }, to: { type: 'string' } } })
  const [from, to] = [values.from, values.to]
  if (!isKind(from) || !isKind(to) || from === to) throw new ForPeople(USAGE)
  const configuration = readConfiguration(process.env)
  const world = systemWorld(createLog({ level: 'warn', destination: process.stderr }))
  const open = closers()
  try {
    const dataDir = resolve(configuration.dataDir)
    if (configuration.databaseUrl === null) await access(join(dataDir, 'postgres')).catch(notStartedYet)
    const url = new URL(await connectOrStartDatabase(configuration, dataDir, world.log, open))
    url.searchParams.set('application_name', NAME)
    const pool = openPool(url.toString(), { max: 8, timers: world.timers })
    open.add(() => pool.end())
    await migrateSchema(pool, eventLogSchema)
    await move({ pool, world, configuration, from, to, tell: (line) => console.log(line) })
    return 0
  } finally {
    await open.close()
  }
}

export interface Move {
  readonly pool: pg.Pool
  readonly world: World
  readonly configuration: Pick<Configuration, 'eventStoreUrl'>
  readonly from: LogKind
  readonly to: LogKind
  tell(line: string): void
}

/** @throws ForPeople where it cannot be done now; copied events stay, and the next run goes on from there */
export async function move({ pool, world, configuration, from, to, tell }: Move): Promise<void> {
  const home = await homeOfLog(pool)
  if (home === to) return tell(`The events are in ${to} already.`)
  await nobodyElse(pool, world)
  const { eventStoreUrl } = configuration
  if (eventStoreUrl === null) throw new ForPeople('Set EVENTSTOREDB_URL: it is one of the two ends.')
  const openLog = (kind: LogKind): EventLog =>
    kind === 'postgres' ? postgresEventLog({ pool, ...world }) : eventStoreDbEventLog({ url: eventStoreUrl, ...world })
  const logs = { old: openLog(from), new: openLog(to) }
  try {
    await requireStore(from === 'eventstoredb' ? logs.old : logs.new, eventStoreUrl, world.timers)
    const begin = (await copyPlaces(pool, to)).at(-1) ?? null
    if (begin) tell(`Going on after ${begin.events} events.`)
    const reached = await copyLog({
      from: logs.old,
      to: logs.new,
      begin,
      async reached(place) {
        await keepCopyPlace(pool, to, place)
        if (place.events % 50_000 < 500) tell(`${place.events} events …`)
      },
      removedBy: ({ type, data }) => (type === 'PackPermanentlyDeleted' ? streamOfPack(String(data.pack)) : null),
      pause: (attempt) => new Promise((over) => world.timers.after(Math.min(100 * 2 ** attempt, 5_000), over)),
    })
    tell(`${reached.events} events are copied. Comparing both logs, event by event …`)
    const compared = await compareLogs(logs.old, logs.new, (event, after) => verifyChain([event], after).length === 0)
    tell(`Both hold the same ${compared.events} events in ${compared.streams} histories, every chain whole.`)
    await switchOver(pool, world, logs, to)
    tell(to === 'postgres' ? 'Done. Start Paraph without EVENTSTOREDB_URL.' : 'Done. Start Paraph with EVENTSTOREDB_URL.')
    tell(`The old log in ${from} is as it was. Keep it until you are sure of the new one, then remove it.`)
  } catch (error) {
    if (!(error instanceof CopyDiffers)) throw error
    // The stored progress of the copy cannot be trusted: the next run sends everything again, which changes nothing that is right.
    await pool.query('DELETE FROM event_log_copy WHERE into_kind = $1', [to])
    throw new ForPeople(
      `${error.message}. Nothing was changed: this installation goes on with ${from}. Was the other log empty, or its own?`,
    )
  } finally {
    await Promise.all([logs.old.close(), logs.new.close()])
  }
}

/** Stored places are moved to the new log: at most a page too early, and a reader that gets an event twice does nothing. */
async function switchOver(pool: pg.Pool, world: World, logs: { readonly old: EventLog; readonly new: EventLog }, to: LogKind) {
  const places = await copyPlaces(pool, to)
  const placeOf = (position: string) => placeInCopy(places, position, logs.old.compare)
  const last = await lastAnchor(logs.old, world)
  const anchor = last && { number: last.number, upTo: placeOf(await anchoredTo(pool, last)) }
  await inTransaction(pool, async (connection) => {
    for (const table of ['projection', 'process']) {
      const { rows: there } = await connection.query<{ there: string | null }>('SELECT to_regclass($1) AS there', [`public.${table}`])
      if (there[0]?.there == null) continue
      const { rows } = await connection.query<{ name: string; position: string }>(`SELECT name, position FROM ${table} FOR UPDATE`)
      for (const { name, position } of rows) {
        await connection.query(`UPDATE ${table} SET position = $2 WHERE name = $1`, [name, placeOf(position)])
      }
    }
    await moveHome(connection, to, anchor)
  })
}

async function lastAnchor(log: EventLog, world: World) {
  // Nothing of the anchors is sealed: no key is needed to read them.
  const handler = commandHandler({ log, keys: memorySubjectKeys(world), world })
  return (await handler.load(ANCHORS_STREAM, anchors)).state.last
}

const LEAVING = { looks: 20, everyMs: 250 }

/** An append now, to either log, would be lost or make the copy another one. PostgreSQL learns a moment later that a process has left. */
async function nobodyElse(pool: pg.Pool, { timers }: Pick<World, 'timers'>): Promise<void> {
  let others = 0
  for (let look = 0; look < LEAVING.looks; look++) {
    if (look > 0) await new Promise<void>((over) => void timers.after(LEAVING.everyMs, over))
    const { rows } = await pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND backend_type = 'client backend' AND application_name <> $1`,
      [NAME],
    )
    others = rows[0]!.count
    if (others === 0) return
  }
  throw new ForPeople(`Stop every process of Paraph first, and whatever else uses its database: ${others} connections are open.`)
}

const isKind = (word: string | undefined): word is LogKind => word === 'postgres' || word === 'eventstoredb'
