import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inContainer, type None } from './containers.ts'
import { eventually } from './prepared.ts'
import { isInstalled, runProgram } from './programs.ts'
import { freePort, removeFolder } from './spawned.ts'

export interface EventStoreServer {
  readonly url: string
  close(): Promise<void>
}

const PORT = 2113
const PROGRAM = 'eventstored'

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

async function startProgram(): Promise<EventStoreServer> {
  const [port, folder] = [await freePort(), await mkdtemp(join(tmpdir(), 'paraph-eventstore-'))]
  const places = [`--db=${join(folder, 'db')}`, `--log=${join(folder, 'log')}`, `--node-port=${port}`]
  const lives = () =>
    fetch(`http://127.0.0.1:${port}/health/live`).then(
      ({ status }) => status === 204,
      () => false,
    )
  const running = await runProgram(PROGRAM, ['--insecure', '--run-projections=None', ...places], () => eventually(lives, (live) => live))
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    async close() {
      await running.end()
      await removeFolder(folder)
    },
  }
}
