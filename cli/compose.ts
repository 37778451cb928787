import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer as createSocket } from 'node:net'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  askForMissingExample,
  createAccounts,
  createMembers,
  createServer,
  defineExample,
  definePasswordMails,
  type Limits,
  LOGIN_LIMITS,
  people,
  type Server,
  type Services,
} from '#command-api'
import { createAuditFiles } from '#pdf/audit-trail'
import { createChecker } from '#pdf/checking'
import { createIntake } from '#pdf/intake'
import { createPageImages } from '#pdf/page-image'
import { createSealer } from '#pdf/sealing'
import { createTempFiles } from '#pdf/temp-file'
import { createWorkerPool } from '#pdf/worker-pool'
import { commandHandler } from '#platform/command-handler'
import { type Configuration, readConfiguration } from '#platform/configuration'
import { imagesOfPack } from '#platform/files'
import { postgresKeyIndex } from '#platform/key-index'
import { createLog } from '#platform/logging'
import { createMetrics } from '#platform/metrics'
import { keepTurn, postgresOwners } from '#platform/ownership'
import { systemWorld } from '#platform/ports'
import { oneTimeLinks, passwords, sessions, throttle } from '#platform/sessions'
import { postgresSubjectKeys } from '#platform/subject-keys'
import { dropDownloadsOf, postgresTempDownloads } from '#platform/temp-downloads'
import { openTracing } from '#platform/tracing'
import { postgresProcessStore, startProcesses } from '#processes'
import { deletionsFile, repeatDeletions } from '#processes/deletion'
import { type Retention, startRetention } from '#processes/retention'
import { auditTrailProjection } from '#projections/audit-trail'
import { inboxProjection } from '#projections/inbox'
import { listProjection, packsToKeepOrNot, packsUnderWay, workspacesWithPacks } from '#projections/list'
import { forgetRows, postgresProjectionStore, startProjections, tracedProjection } from '#projections/runner'
import { anchorAuthority } from './anchor-authority.ts'
import { eventLogHealth, openEventLog } from './event-log.ts'
import { type Evidence, evidence } from './evidence.ts'
import { type Foundation, openFoundation } from './foundation.ts'
import { foundationHealth } from './health.ts'
import { liveAdapter } from './live-adapter.ts'
import { PARTS } from './migrations.ts'
import { poolOnDemand } from './pool-on-demand.ts'
import { progressNews } from './progress-news.ts'
import { queriesOf } from './queries.ts'
import { openSeal } from './seal.ts'
import { lookInto, openStatus } from './status.ts'
import { VERSION } from './version.ts'
import { type Waiting, waiting as waitingFor } from './waiting.ts'
import { type WaitingRoom, waitingRoom } from './waiting-room.ts'

export interface ComposeOptions {
  /** Everything that may be set; read from nowhere but here. Left out: the defaults, on `dataDir`. */
  readonly configuration?: Configuration
  readonly dataDir?: string
  /** 0: any free one. */
  readonly port?: number
  /** Log nothing. */
  readonly quiet?: boolean
  /** What is happening, for whoever waits. */
  readonly tell?: (line: string) => void
  /** The built-in database went away under us. */
  readonly onLost?: (why: string) => void
  /** Ends a start that still waits for what it needs. */
  readonly signal?: AbortSignal
  readonly limits?: Partial<Limits>
}

export interface Application {
  readonly url: string
  /** No account has been made yet. */
  readonly firstAccount: boolean
  readonly foundation: Foundation
  /** What the calls stand on; null where this process has no role `api`. */
  readonly services: Services
  readonly server: Server | null
  /** Null where this process has no role `processes`. */
  readonly watch: ReturnType<Evidence['start']> | null
  readonly retention: Retention | null
  close(): Promise<void>
}

/** Threads that seal: each keeps its libraries warm. */
const MOST_SEALING = 4
const PAGES = fileURLToPath(new URL('../web/dist', import.meta.url))
const RETENTION_EVERY_MS = 3_600_000
const ASSETS = fileURLToPath(new URL('../assets', import.meta.url))

/** The whole program, put together in the one place that knows every part: for `paraph start`, tests and the demo alike. */
export async function composeApplication(options: ComposeOptions): Promise<Application> {
  const configuration = await configurationOf(options)
  const { tell = () => undefined, onLost, signal = new AbortController().signal } = options
  const { host, port, roles, status } = configuration
  const room = waitingRoom([...(roles.includes('api') ? [{ host, port }] : []), ...(status ? [status] : [])], () => waiting.findings())
  const world = systemWorld(createLog({ level: configuration.logLevel, destination: process.stderr }))
  const waiting = waitingFor({ world, signal, tell, begun: room.open })
  try {
    const foundation = await openFoundation({ configuration, migrations: PARTS, tell, waiting, ...(onLost ? { onLost } : {}) })
    try {
      return await composeOn(foundation, { ...options, waiting, room })
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
}

async function composeOn(foundation: Foundation, { waiting, room, ...options }: Start): Promise<Application> {
  const { configuration, world, pool, secrets, files, mailer, onClose } = foundation
  const { publicUrl, defaultCountry, roles } = configuration
  const { tokenKey } = secrets

  const metrics = createMetrics({ ofProcess: configuration.status !== null })
  const { traces } = configuration
  const tracing = await openTracing(traces === null ? null : { url: traces, roles: roles.join(' '), version: VERSION, clock: world.clock })
  onClose(() => tracing.close())
  const jobs = tracing.jobs(metrics.jobs(foundation.jobs))
  const eventLog = tracing.log(metrics.log(await openEventLog(foundation, waiting)))
  onClose(() => eventLog.close())
  const subjectKeys = postgresSubjectKeys({ pool, masterKey: secrets.masterKey, random: world.random, timers: world.timers })
  onClose(() => subjectKeys.close())
  const keyIndex = postgresKeyIndex({ pool })
  const handler = tracing.handler(metrics.handler(commandHandler({ log: eventLog, keys: subjectKeys, world })))

  const links = oneTimeLinks({ pool, world })
  const sessionStore = sessions({ pool, world })
  await waiting.until('database', sessionStore.sweep)
  const parts = {
    handler,
    sessions: sessionStore,
    passwords: passwords({ pool, world }),
    links,
    throttle: throttle({ pool, world, limits: LOGIN_LIMITS }),
    jobs,
    world,
    tokenKey,
  }
  const accounts = createAccounts(parts)
  const members = createMembers(parts)
  const { senderOf } = people(accounts, members)
  definePasswordMails(jobs, { handler, links, mailer, tokenKey, publicUrl })

  const seal = await openSeal(configuration, secrets, foundation.dataDir)
  // A pool each, so that a slow upload never holds up a last signature; processes for what nobody has looked at yet.
  const threads = Math.max(1, Math.min(4, cpus().length - 1))
  // Each starts with the program in the role that uses it, and in another once somebody does after all.
  const limits = { ms: configuration.uploads.maxMs, memoryMb: configuration.uploads.maxMemoryMb }
  const openUploads = () => createWorkerPool({ size: threads, timers: world.timers, limits, apart: true })
  const uploads = roles.includes('processes') ? openUploads() : poolOnDemand(openUploads)
  onClose(() => uploads.close())
  const openTaken = () => createWorkerPool({ size: threads, timers: world.timers })
  const taken = roles.includes('api') ? openTaken() : poolOnDemand(openTaken)
  onClose(() => taken.close())
  const { maxBytes, maxPages, maxSide, maxMs, maxMemoryMb } = configuration.uploads
  const intake = createIntake(uploads, { bytes: maxBytes, pages: maxPages, side: maxSide, ms: maxMs, memoryMb: maxMemoryMb })
  const sample = () => readFile(join(ASSETS, 'sample.pdf'))
  defineExample({ handler, keyIndex, files, intake, jobs, world, tokenKey, defaultCountry, sample })

  const readModels = [listProjection, auditTrailProjection, inboxProjection].map((make) => make({ log: eventLog, keys: subjectKeys }))
  const rows = postgresProjectionStore(pool)
  const projections = roles.includes('projections')
    ? startProjections(
        { store: rows, log: eventLog, keys: subjectKeys, world },
        traces === null ? readModels : readModels.map((one) => tracedProjection(one, tracing)),
      )
    : null
  if (projections) onClose(() => projections.stop())

  const safe = evidence({
    foundation,
    log: eventLog,
    keys: subjectKeys,
    handler,
    authority: anchorAuthority(seal.standard.timestamps, world),
    authorities: seal.authorities,
    async administratorsOf(workspace) {
      return (await members.list(workspace)).filter(({ isAdmin }) => isAdmin)
    },
  })
  const deletions = deletionsFile(configuration.evidence.deletionsFile ?? join(foundation.dataDir, 'deletions.jsonl'))
  const owners = postgresOwners({ pool, world })
  onClose(() => owners.close())
  const turnOf = (name: string) => {
    const turn = keepTurn(owners, name)
    onClose(() => turn.close())
    return turn
  }
  const watch = roles.includes('processes') ? safe.start(turnOf) : null
  const retention = roles.includes('processes') ? startKeeping() : null

  const progress = progressNews({ pool, world, hears: roles.includes('api') })
  onClose(() => progress.close())
  const processes = roles.includes('processes') ? await startHands() : null
  if (!processes) {
    await waiting.until('database', jobs.start)
    onClose(() => jobs.stop())
  }
  void waiting
    .until('database', () => askForMissingExample({ handler, tokenKey }, jobs))
    .catch((error: unknown) => world.log.warn({ error }, 'no example could be asked for'))

  function startKeeping(): Retention {
    const started = startRetention({
      handler,
      mailer,
      world,
      workspaces: () => workspacesWithPacks(pool),
      candidates: (question) => packsToKeepOrNot(pool, question),
      userOf,
      publicUrl,
      everyMs: RETENTION_EVERY_MS,
      turn: turnOf('retention'),
    })
    onClose(() => started.stop())
    return started
  }

  async function userOf(user: string) {
    const profile = await accounts.profileOf(user)
    return profile && { name: profile.fullName, email: profile.email }
  }

  async function rewriteRows(stream: string): Promise<void> {
    if (projections) return projections.forget(stream)
    for (const readModel of readModels) await forgetRows(rows, readModel, stream)
  }

  async function startHands() {
    // One for each core: packs that are finished at the same moment wait for each other no longer than they must.
    const sealing = createWorkerPool({ size: Math.min(MOST_SEALING, cpus().length), timers: world.timers })
    onClose(() => sealing.close())
    const sealer = createSealer(sealing)
    void sealer.warm()
    const started = await startProcesses({
      world,
      log: eventLog,
      keys: subjectKeys,
      handler,
      keyIndex,
      files,
      jobs: { ...jobs, start: () => waiting.until('database', jobs.start) },
      store: postgresProcessStore({ pool, jobs, log: eventLog }),
      owners,
      ...(traces === null ? {} : { tracing }),
      mailer,
      links,
      intake,
      sealer,
      credential: async (chosen) => seal.credential(chosen, world.clock.now()),
      sealStandard: seal.standard,
      async forgetRows(stream) {
        await safe.store.forget(stream)
        await rewriteRows(stream)
      },
      people: {
        mailer,
        sessions: sessionStore,
        passwords: parts.passwords,
        links,
        imagesOf: (pack) => imagesOfPack(pool, pack),
        dropDownloads: (pack) => dropDownloadsOf(pool, files, pack),
        releaseAddress: accounts.releaseAddress,
        rewriteRows,
      },
      deletions,
      underWay: () => packsUnderWay(pool),
      senderOf,
      userOf,
      progress: (pack, kind, child, done, total) => progress.tell({ pack, kind, child, done, total }),
      config: { publicUrl, defaultCountry, maxAttachmentBytes: configuration.mail.maxAttachmentBytes, tokenKey },
    })
    onClose(() => started.stop())
    const repeated = await waiting.until('database', () => repeatDeletions({ handler, outside: deletions }))
    if (repeated > 0) world.log.warn({ count: repeated }, 'deletions that a restore had taken back are carried out again')
    return started
  }

  const tempDownloads = postgresTempDownloads({ pool, files, clock: world.clock, timers: world.timers, log: world.log })
  onClose(() => tempDownloads.stop())
  await waiting.until('database', tempDownloads.sweep)
  function startChecking() {
    const checking = createWorkerPool({ size: 1, timers: world.timers, apart: true })
    onClose(() => checking.close())
    return checking
  }

  const live = roles.includes('api') ? liveAdapter(foundation.databaseUrl, world.log) : null
  if (live) onClose(live.close)
  const services: Services = {
    world,
    handler,
    eventLog,
    subjectKeys,
    keyIndex,
    files,
    sessions: sessionStore,
    accounts,
    members,
    mailer,
    queries: queriesOf({ pool, log: eventLog, timers: world.timers, projections, readModels }),
    pageImages: createPageImages(taken),
    checker: createChecker(startChecking),
    tempFiles: createTempFiles(taken),
    auditFiles: createAuditFiles(taken),
    tempDownloads,
    passwords: processes?.passwords ?? { hold: () => undefined },
    progress: progress.hear,
    evidence: safe,
    liveAdapter: live?.adapter ?? null,
    health: async () => [
      ...(await foundationHealth(foundation)),
      ...(configuration.eventStoreUrl === null ? [] : [await eventLogHealth(eventLog)]),
      ...(watch?.status() ?? []),
      ...(retention ? [retention.status()] : []),
      ...(projections?.status() ?? []).map(({ name, state }) => ({ name: `projection ${name}`, ok: state !== 'stopped', words: state })),
      ...(processes?.status() ?? []).map(({ name, state, problem }) => ({
        name: `process ${name}`,
        ok: state !== 'troubled',
        words: problem === null ? state : `${state}: ${problem}; it tries again by itself`,
      })),
    ],
    config: {
      publicUrl,
      defaultCountry,
      maxUploadBytes: configuration.uploads.maxBytes,
      keepDeleted: configuration.keepDeleted,
      version: VERSION,
      sealAnchors: seal.anchors,
    },
  }
  const server = roles.includes('api') ? await makeServer() : null
  const firstAccount = await waiting.until('database', accounts.noneYet)
  // Whoever asks from here on is told, and nobody is told that all is well before it is.
  waiting.over()
  await room.close()
  await server?.listen({ host: configuration.host, port: configuration.port })
  if (configuration.status) {
    lookInto(metrics, { pool, log: eventLog, http: server?.app.server ?? null })
    const status = await openStatus({ at: configuration.status, metrics, health: services.health })
    onClose(() => status.close())
  }

  async function makeServer(): Promise<Server> {
    const made = await createServer({
      services,
      crossSiteKey: secrets.crossSiteKey,
      pages: { dist: existsSync(PAGES) ? PAGES : null, assets: ASSETS, reportsTo: configuration.errorsTo },
      trustProxy: configuration.trustProxy,
      ...(options.limits ? { limits: options.limits } : {}),
      ...(traces === null ? {} : { tracing }),
    })
    onClose(() => made.close())
    return made
  }

  return { url: publicUrl, firstAccount, foundation, services, server, watch, retention, close: foundation.close }
}

async function configurationOf(options: ComposeOptions): Promise<Configuration> {
  const given = options.configuration ?? readConfiguration({})
  // Links hold the port, so a free one is found before anything is opened; and a busy one is told before the database starts.
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
