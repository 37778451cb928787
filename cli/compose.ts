import { readFile } from 'node:fs/promises'
import { createServer as createSocket } from 'node:net'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { type AllServices, askForMissingExample, defineExample, type Limits, type Server } from '#command-api'
import { createIntake } from '#pdf/intake'
import type { createWorkerPool } from '#pdf/worker-pool'
import { type Configuration, readConfiguration } from '#platform/configuration'
import { createLog } from '#platform/logging'
import { systemWorld } from '#platform/ports'
import { knownCertificates } from '#platform/secrets'
import { anchorAuthority } from './anchor-authority.ts'
import { openCore } from './core.ts'
import { requireUsableStore } from './event-log.ts'
import { evidence as evidenceOf } from './evidence.ts'
import { sharedPasswords } from './file-passwords.ts'
import { type Foundation, openFoundation } from './foundation.ts'
import { type ProcessRole, startProcessRole } from './process-role.ts'
import { progressBroadcaster } from './progress-broadcaster.ts'
import { openReadModels } from './read-models.ts'
import { openSeal, requireReadableSeal } from './seal.ts'
import { ASSETS, makeServer, openServices } from './serving.ts'
import { openStatus, registerStatusMetrics } from './status.ts'
import { StartStopped, type Waiting, waiting as waitingFor } from './waiting.ts'
import { type WaitingRoom, waitingRoom } from './waiting-room.ts'

export interface ComposeOptions {
  /** Everything that may be set; read from nowhere but here. Left out: the defaults, on `dataDir`. */
  readonly configuration?: Configuration
  readonly dataDir?: string
  /** 0: any free one. */
  readonly port?: number
  /** Log nothing. */
  readonly quiet?: boolean
  /** Progress, for those who wait. */
  readonly tell?: (line: string) => void
  /** The built-in database went away under us. */
  readonly onLost?: (why: string) => void
  /** Ends a start that still waits for what it needs. */
  readonly signal?: AbortSignal
  /** The web pages are being built meanwhile: nothing is served before they are there. */
  readonly pages?: Promise<void>
  readonly limits?: Partial<Limits>
  /** Where several programs of one process share those that work on files. */
  readonly makeWorkers?: typeof createWorkerPool
}

export interface Application {
  readonly url: string
  /** No account has been made yet. */
  readonly firstAccount: boolean
  readonly foundation: Foundation
  /** What the calls stand on; null where this process has no role `api`. */
  readonly services: AllServices
  readonly server: Server | null
  /** Null where this process has no role `processes`. */
  readonly watch: ProcessRole['watch'] | null
  readonly sweeps: ProcessRole['sweeps'] | null
  close(): Promise<void>
}

/** The whole program, put together in the one place that knows every part: for `paraph start`, tests and the demo alike. */
export async function composeApplication(options: ComposeOptions): Promise<Application> {
  const { tell = () => undefined, onLost, makeWorkers, signal = new AbortController().signal, pages = Promise.resolve() } = options
  // Reported where it is awaited, if nothing else fails before.
  pages.catch(() => undefined)
  const configuration = await configurationOf(options)
  const { host, port, roles, status } = configuration
  const outside = roles.includes('api') ? [{ host, port, inside: false }] : []
  const room = waitingRoom([...outside, ...(status ? [{ ...status, inside: true }] : [])], () => waiting.findings())
  const world = systemWorld(createLog({ level: configuration.logLevel, destination: process.stderr }))
  await requireReadableSeal(configuration)
  await requireUsableStore({ configuration, world })
  const waiting = waitingFor({ world, signal, tell, begun: room.open })
  // The system would give a port that it chose to the next who asks.
  if (options.port === 0) room.open()
  try {
    const own = { ...(onLost ? { onLost } : {}), ...(makeWorkers ? { makeWorkers } : {}) }
    const foundation = await openFoundation({ configuration, tell, waiting, ...own })
    try {
      return await composeOn(foundation, { ...options, waiting, room, signal, pages })
    } catch (error) {
      await foundation.close().catch(() => undefined)
      throw error
    }
  } finally {
    await room.close()
  }
}

interface Start extends ComposeOptions {
  readonly waiting: Waiting
  readonly room: WaitingRoom
  readonly signal: AbortSignal
  readonly pages: Promise<void>
}

async function composeOn(foundation: Foundation, { waiting, room, limits, signal, pages }: Start): Promise<Application> {
  const { configuration, world, pool, secrets, files, onClose } = foundation
  const { publicUrl, defaultCountry, roles } = configuration
  const { tokenKey } = secrets
  const core = await openCore(foundation, waiting)
  const { jobs, eventLog, subjectKeys, keyIndex, handler, accounts, members } = core

  const known = knownCertificates(pool, { key: secrets.sealingKey, random: world.random })
  const seal = await waiting.until('database', () => openSeal(configuration, foundation.sealing, known, foundation.dataDir))
  const { intake, taken } = openFileWorkers(foundation)
  const sample = () => readFile(join(ASSETS, 'sample.pdf'))
  defineExample({ handler, keyIndex, files, intake, jobs, world, tokenKey, defaultCountry, sample })

  const readModels = openReadModels(foundation, core)
  const evidence = evidenceOf({
    foundation,
    log: eventLog,
    logAsStored: core.logAsStored,
    keys: subjectKeys,
    handler,
    authority: anchorAuthority(seal.standard.timestamps, world),
    authorities: seal.authorities,
    async administratorsOf(workspace) {
      return (await members.list(workspace)).filter(({ isAdmin }) => isAdmin)
    },
  })
  const progress = progressBroadcaster({ pool, world, hears: roles.includes('api') })
  onClose(() => progress.close())
  const filePasswords = sharedPasswords({ pool, world, key: secrets.filePasswordKey, converts: roles.includes('processes') })
  onClose(() => filePasswords.close())
  const parts = { foundation, core, readModels, evidence, seal, progress, waiting }
  const processRole = roles.includes('processes') ? await startProcessRole({ ...parts, intake, filePasswords }) : null
  if (!processRole) {
    await waiting.until('database', jobs.start)
    onClose(() => jobs.stop())
  }
  if (configuration.example)
    void waiting
      .until('database', () => askForMissingExample({ handler, tokenKey }, jobs))
      .catch((error: unknown) => world.log.warn({ error }, 'no example could be asked for'))

  await pages
  if (signal.aborted) throw new StartStopped()
  const services = await openServices({ ...parts, taken, passwords: filePasswords, processRole })
  const server = roles.includes('api') ? await makeServer(foundation, core, services, limits) : null
  const firstAccount = await waiting.until('database', accounts.noneYet)
  // From here on each caller gets an answer, and none that all is well before it is.
  waiting.over()
  await room.close()
  await server?.listen({ host: configuration.host, port: configuration.port })
  if (configuration.status) {
    const serves = server && { http: server.app.server, live: server.gateway }
    registerStatusMetrics(core.metrics, { pool, log: eventLog, world, health: services.health, serves })
    const status = await openStatus({ at: configuration.status, metrics: core.metrics, health: services.health })
    onClose(() => status.close())
  }
  const { watch, sweeps } = processRole ?? { watch: null, sweeps: null }
  return { url: publicUrl, firstAccount, foundation, services, server, watch, sweeps, close: foundation.close }
}

/**
 * Where files are looked at. A pool each, so that a slow upload never holds up what somebody waits for; processes for what nobody has
 * looked at yet.
 */
function openFileWorkers({ configuration, workers }: Foundation) {
  const { uploads: most } = configuration
  const threads = Math.max(1, Math.min(4, cpus().length - 1))
  const limits = { ms: most.maxMs, memoryMb: most.maxMemoryMb }
  const taken = workers({ size: threads })
  const intake = createIntake(workers({ size: threads, limits, apart: true }), {
    bytes: most.maxBytes,
    pages: most.maxPages,
    side: most.maxSide,
    ms: most.maxMs,
    memoryMb: most.maxMemoryMb,
  })
  return { intake, taken }
}

async function configurationOf(options: ComposeOptions): Promise<Configuration> {
  const given = options.configuration ?? readConfiguration({})
  // Links hold the port, so a free one is found before anything is opened; and a busy one is reported before the database starts.
  const wanted = options.port ?? given.port
  const port = given.roles.includes('api') ? await freePort(given.host, wanted) : wanted
  return {
    ...given,
    port,
    // Where another port was asked for, the address is that of this server and of no proxy before it.
    publicUrl: options.port === undefined ? given.publicUrl : `http://localhost:${port}`,
    dataDir: options.dataDir ?? given.dataDir,
    logLevel: options.quiet ? 'silent' : given.logLevel,
  }
}

/** `wanted` where nobody listens there, any free one for 0. */
async function freePort(host: string, wanted: number): Promise<number> {
  const socket = createSocket()
  await new Promise<void>((listening, failed) => socket.once('error', failed).listen(wanted, host, listening))
  const address = socket.address()
  await new Promise<void>((closed) => socket.close(() => closed()))
  if (address === null || typeof address === 'string') throw new Error('no port was free')
  return address.port
}
