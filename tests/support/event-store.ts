import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireEmptyStore } from '../../cli/event-log.ts'
import { inContainer, type None } from './containers.ts'
import { type EventStoreDbDouble, eventStoreDbDouble } from './eventstoredb-double/index.ts'
import { liveWorld } from './live-world.ts'
import { eventually } from './prepared.ts'
import { isInstalled, type Program, runProgram } from './programs.ts'
import { freePort, removeFolder } from './spawned.ts'

export interface EventStoreServer {
  readonly url: string
  close(): Promise<void>
}
/** One that is ours to kill and to start again on what it stored. */
export interface OwnEventStore extends EventStoreServer, Pick<Program, 'kill' | 'start' | 'pause' | 'goOn'> {
  /** What stands in for a real one can be asked what came; null: it is a real one. */
  readonly double: EventStoreDbDouble | null
}

const PORT = 2113
const PROGRAM = 'eventstored'
export const isEventStoreInstalled = () => isInstalled(PROGRAM)

/** By `npm run conformance -- product`: whether it plays on the program, started for each server, or on the one address; null without it. */
export const PRODUCT_ON = (['program', 'address'] as const).find((one) => one === process.env.PRODUCT_ON) ?? null
/** Each server that a test makes has its events in a real EventStoreDB of its own. */
export const PRODUCT_ON_EVENTSTOREDB = PRODUCT_ON === 'program'

/** The program, with nothing stored; null where it is not on the PATH. */
export const eventStoreProgram = async (): Promise<OwnEventStore | null> => (isInstalled(PROGRAM) ? startProgram() : null)

/** An EventStoreDB with nothing stored: its double, but where the product is tested on real ones. */
export async function freshEventStore(): Promise<OwnEventStore> {
  if (!PRODUCT_ON_EVENTSTOREDB) return doubleOfOwn()
  const program = await eventStoreProgram()
  if (!program) throw new Error(`${PROGRAM} is not on the PATH`)
  return program
}

export interface AnyEventStore extends EventStoreServer {
  readonly name: string
  /** Null where it is not ours to stop, or stands in for a real one. */
  readonly own: OwnEventStore | null
}

/** The server that EVENTSTOREDB_URL names, which must be empty; else the program where it is on the PATH; else the double. */
export async function anyEventStore(): Promise<AnyEventStore> {
  const { EVENTSTOREDB_URL: given } = process.env
  if (given) {
    await requireEmptyStore(given, liveWorld())
    return { name: 'the EventStoreDB that EVENTSTOREDB_URL names', url: given, own: null, close: async () => undefined }
  }
  const own = await eventStoreProgram()
  if (own) return { name: 'EventStoreDB', url: own.url, own, close: own.close }
  const double = await doubleOfOwn()
  return { name: 'the double of EventStoreDB', url: double.url, own: null, close: double.close }
}

async function doubleOfOwn(): Promise<OwnEventStore> {
  const double = await eventStoreDbDouble()
  return {
    double,
    url: double.url,
    kill: double.kill,
    start: double.start,
    pause: double.line.freeze,
    goOn: double.line.thaw,
    close: double.close,
  }
}

/** A real EventStoreDB: the one EVENTSTOREDB_URL names, else one in a container, else the program `eventstored` where it is on the PATH. */
export async function eventStoreServer(): Promise<EventStoreServer | None> {
  const given = process.env.EVENTSTOREDB_URL
  if (given) return { url: given, close: async () => undefined }
  const container = await inContainer('eventstore-1', (image, until) =>
    image
      .withEnvironment({ EVENTSTORE_INSECURE: 'true', EVENTSTORE_CLUSTER_SIZE: '1', EVENTSTORE_RUN_PROJECTIONS: 'None' })
      .withExposedPorts(PORT)
      .withWaitStrategy(until.forHttp('/health/live', PORT).forStatusCode(204)),
  )
  if (!('none' in container)) {
    const url = `esdb://${container.getHost()}:${container.getMappedPort(PORT)}?tls=false`
    return { url, close: async () => void (await container.stop()) }
  }
  if (!isInstalled(PROGRAM)) return { none: `EVENTSTOREDB_URL names none, ${container.none}, and ${PROGRAM} is not on the PATH` }
  return startProgram()
}

async function startProgram(): Promise<OwnEventStore> {
  const [port, folder] = [await freePort(), await mkdtemp(join(tmpdir(), 'paraph-eventstore-'))]
  const places = [`--db=${join(folder, 'db')}`, `--log=${join(folder, 'log')}`, `--node-port=${port}`]
  const lives = () =>
    fetch(`http://127.0.0.1:${port}/health/live`).then(
      ({ status }) => status === 204,
      () => false,
    )
  const running = await runProgram(PROGRAM, ['--insecure', '--run-projections=None', ...places], () => eventually(lives, (live) => live))
  return {
    ...running,
    double: null,
    url: `esdb://127.0.0.1:${port}?tls=false`,
    async close() {
      await running.end()
      await removeFolder(folder)
    },
  }
}
