import { createSecretKey } from 'node:crypto'
import { pack as aggregate, type PackCommand } from '#domain/pack'
import { type CommandHandler, commandHandler } from '#platform/command-handler'
import { encodeEvent } from '#platform/event-codec'
import { type EventLog, eventStoreDbEventLog, postgresEventLog } from '#platform/event-log'
import { createLog } from '#platform/logging'
import { systemWorld } from '#platform/ports'
import { openPool } from '#platform/postgres'
import { postgresSubjectKeys } from '#platform/subject-keys'
import { type BenchUser, carryOut } from './decided.ts'
import { type EventStore, openEventStore } from './event-store.ts'
import { type Figure, figure, type Goal, median, ratioAtLeast } from './figures.ts'
import { paper } from './paper.ts'
import { firstAccount, type Sender } from './person.ts'
import { newId, uploaded } from './prepare.ts'
import { rateOf } from './rounds.ts'
import { type BenchServer, startServer } from './server.ts'

const ROUNDS = 5
const ROUND_MS = 1_200
/** Until what is called often is compiled: a server runs for weeks. */
const WARM_MS = 4_000

/**
 * Commands a second against raw appends of one event each, in one transaction each, by as many writers on the same log.
 * The ways take turns, so that what else the machine does is in all of them.
 */
export function commands(writers: number): Promise<readonly Figure[]> {
  return measured(`commands-${writers}`, writers)
}

/** What a flush takes more on a disk of another kind: a network volume of a cloud takes some milliseconds, what is measured on here less than one. */
const SLOW_FLUSH_MS = 5

/** The same for one writer, where each flush of the log takes 5 ms more: what the server adds is the same there, and weighs less. */
export function commandsOnSlowDisk(): Promise<readonly Figure[]> {
  return measured('commands-1-slow-disk', 1, slowDown)
}

/** PostgreSQL itself waits before it flushes, for others who might come: here always, and as long. */
async function slowDown(databaseUrl: string): Promise<void> {
  const pool = openPool(databaseUrl, { max: 1 })
  await pool.query(`ALTER SYSTEM SET commit_delay = ${SLOW_FLUSH_MS * 1_000}`)
  await pool.query('ALTER SYSTEM SET commit_siblings = 0')
  await pool.query('SELECT pg_reload_conf()')
  await pool.end()
}

interface Installation {
  readonly server: BenchServer
  readonly sender: Sender
}

async function newInstallation(settings: Readonly<Record<string, string>> = {}): Promise<Installation> {
  const server = await startServer({ settings })
  try {
    return { server, sender: await firstAccount(server.url) }
  } catch (error) {
    await server.stop()
    throw error
  }
}

export interface CommandsOnEventStore {
  measure(writers: number): Promise<readonly Figure[]>
  close(): Promise<void>
}

/** The same on EventStoreDB, against raw appends there. On its double, which writes to no disk, no goal is set. */
export function commandsOnEventStore(): CommandsOnEventStore {
  let store: EventStore | null = null
  // One for all that is measured: a server has one log, which a second installation would not find empty.
  let installation: Installation | null = null
  return {
    async measure(writers) {
      store ??= await openEventStore()
      installation ??= await newInstallation({ EVENTSTOREDB_URL: store.url })
      return measuredOn(installation, `commands-${writers}-eventstoredb`, writers, store)
    },
    async close() {
      installation?.sender.close()
      await installation?.server.stop()
      store?.close()
    },
  }
}

async function measured(name: string, writers: number, prepare?: (databaseUrl: string) => Promise<void>): Promise<readonly Figure[]> {
  const installation = await newInstallation()
  const { server, sender } = installation
  try {
    await prepare?.(server.databaseUrl)
    return await measuredOn(installation, name, writers, null)
  } finally {
    sender.close()
    await server.stop()
  }
}

async function measuredOn(
  { server, sender }: Installation,
  name: string,
  writers: number,
  store: EventStore | null,
): Promise<readonly Figure[]> {
  const http = await throughHttp(sender, writers)
  const direct = await onTheLog(server, sender, writers, store)
  try {
    const ways = { raw: direct.raw, handler: direct.handler, http }
    const rates = { raw: [] as number[], handler: [] as number[], http: [] as number[] }
    const names = ['raw', 'handler', 'http'] as const
    for (const way of names) await rateOf(writers, WARM_MS, ways[way])
    let calls = 0
    for (let round = 0; round < ROUNDS; round++) {
      for (const way of names) {
        // The server has to read first what the others wrote to the log in their turns.
        if (way === 'http') await http(0)
        const { rate, calls: made } = await rateOf(writers, ROUND_MS, ways[way])
        rates[way].push(rate)
        calls += made
      }
    }
    const where = store === null ? '' : store.real ? ' to EventStoreDB' : ' to its double'
    const yardstick = { what: `raw single appends${where}, ${writers} at once`, value: median(rates.raw), unit: '/s' as const }
    const goal: Goal = ratioAtLeast(writers === 1 ? 0.8 : 2.5)
    const ratio = (of: readonly number[]) => median(of.map((rate, at) => rate / rates.raw[at]!))
    return (['handler', 'http'] as const).map((way) =>
      figure({
        name: `${name}.${way}`,
        value: median(rates[way]),
        unit: '/s',
        ...(store === null || store.real ? { goal } : {}),
        yardstick,
        ratio: ratio(rates[way]),
        samples: Math.round(calls / names.length),
      }),
    )
  } finally {
    await direct.close()
  }
}

/** Each writer fills in the field of its own document, with session, policy and idempotency key. By turns through each of `doors`. */
export async function throughHttp(sender: Sender, writers: number, doors: readonly Pick<Sender, 'post'>[] = [sender]) {
  const pdf = await paper(1)
  const targets: { pack: string; uuid: string; at: number }[] = []
  for (let writer = 0; writer < writers; writer++) {
    const { pack, document } = await uploaded(sender, `commands ${writer}`, pdf)
    const uuid = newId()
    await sender.post(`/app/documents/${pack}/add_update_data_field`, {
      data: [{ uuid, document_key: document, type: 'text', page: 0, x: 60, y: 60, width: 200, height: 20, signatory_uuid: 'self' }],
    })
    targets.push({ pack, uuid, at: 0 })
  }
  return async (writer: number) => {
    const target = targets[writer]!
    target.at += 1
    const door = doors[writer % doors.length]!
    await door.post(`/app/documents/${target.pack}/add_update_data_field`, { data: [{ uuid: target.uuid, data: `value ${target.at}` }] })
  }
}

/** The same command by the handler alone, and the bare log: on the server's database, on streams that nobody follows. */
async function onTheLog(server: BenchServer, doer: BenchUser, writers: number, store: EventStore | null) {
  const world = systemWorld(createLog({ level: 'silent', destination: process.stderr }))
  const pool = openPool(server.databaseUrl, { max: writers + 4 })
  const { timers, random } = world
  const logs: EventLog[] = []
  const openLog = () => {
    const log = store ? eventStoreDbEventLog({ url: store.url, timers, random }) : postgresEventLog({ pool, timers, random })
    logs.push(log)
    return log
  }
  const log = openLog()
  const keys = postgresSubjectKeys({ pool, masterKey: world.random.bytes(32), random: world.random, timers: world.timers })
  const handler = commandHandler({ log, keys, world })
  // On one log this is measured more than once.
  const run = newId()
  const fields: string[] = []
  for (let writer = 0; writer < writers; writer++) {
    const field = newId()
    fields.push(field)
    await setUp(handler, `bench-${run}-${writer}`, doer, field)
  }
  const turns = fields.map(() => 0)
  // A log each: what one writer appends can't go together with what another does.
  const raws = await Promise.all(fields.map((_, writer) => rawWriter(openLog(), `raw-${run}-${writer}`)))
  return {
    raw: (writer: number) => raws[writer]!(),
    async handler(writer: number) {
      const value = `value ${turns[writer]!++}`
      await carryOut(handler, `bench-${run}-${writer}`, doer, [{ do: 'FillField', field: fields[writer]!, by: 'self', value }], newId())
    },
    async close() {
      for (const one of logs) await one.close()
      await keys.close()
      await pool.end()
    },
  }
}

/** A document as it stands before a field of it is filled in. */
export async function setUp(handler: CommandHandler, stream: string, doer: BenchUser, field: string): Promise<void> {
  const [document, file] = [newId(), newId()]
  const received = { file, digest: 'A'.repeat(43), size: 1_000 }
  const pages = [{ width: 595_000, height: 842_000 }]
  const place = { page: 0, x: 60_000, y: 60_000, width: 200_000, height: 20_000 }
  const upload: readonly PackCommand[] = [
    { do: 'CreatePack', workspace: doer.workspace, creator: doer.user, kind: 'document', name: 'Bench', from: null },
    { do: 'AddDocument', document, name: 'Bench' },
    { do: 'ReceiveFile', document, filename: 'bench.pdf', ...received },
  ]
  await carryOut(handler, stream, doer, upload, newId())
  const converted: PackCommand = { do: 'RecordConversion', document, source: file, ...received, pages, repaired: false }
  await carryOut(handler, stream, doer, [converted], newId(), { as: 'process', name: 'bench' })
  await carryOut(handler, stream, doer, [{ do: 'PlaceField', field, document, type: 'text', assignee: 'self', ...place }], newId())
}

/** Appends an event that is as large as the command's, sealed beforehand, one a transaction. */
async function rawWriter(log: EventLog, stream: string): Promise<() => Promise<void>> {
  const world = systemWorld(createLog({ level: 'silent', destination: process.stderr }))
  const key = newId()
  const meta = {
    time: new Date().toISOString(),
    actor: { principal: `user:${key}`, capacity: 'team', session: key, proof: 'password' },
    correlation: key,
    causation: key,
    key: { id: key, digest: key },
    address: '127.0.0.1',
    agent: 'paraph bench',
  } as const
  const fact = { type: 'FieldFilledBySender', data: { field: key, value: 'value 1000' } } as const
  const secret = createSecretKey(world.random.bytes(32))
  const event = encodeEvent({ id: key, stream, revision: 0, prev: '', fact, meta }, aggregate.codec, () => secret, world.random)
  let revision = -1
  return async () => {
    await log.append(stream, BigInt(revision), [{ ...event, id: newId(), revision: revision + 1 }])
    revision += 1
  }
}
