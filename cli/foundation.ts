import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import { makeSelfSignedCertificate } from '#pdf/signature'
import { createWorkerPool, type PoolOptions, type WorkerPool } from '#pdf/worker-pool'
import { diskBlobs, gridFsBlobs } from '#platform/blobs'
import type { Configuration } from '#platform/configuration'
import { type PostgresFiles, postgresFiles, refuseFilesOfAnother } from '#platform/files'
import { type Jobs, postgresJobs } from '#platform/jobs'
import { type ChildLog, createLog } from '#platform/logging'
import { type Mailer, openMailer, smtpTransport } from '#platform/mail'
import type { Mongo } from '#platform/mongodb'
import { type Owners, postgresOwners } from '#platform/ownership'
import { systemWorld, type World } from '#platform/ports'
import { migrate, openPool, refuseNewer, requireDirect, startEmbeddedPostgres } from '#platform/postgres'
import { DataFolderInUse, lockBriefly, lockDataFolder, type ProcessLock, refuseInUse } from '#platform/process-lock'
import {
  findSecrets,
  openSecrets,
  ownIdentity,
  readIdentity,
  refuseOtherMasterKey,
  requireSameMasterKey,
  type Secrets,
} from '#platform/secrets'
import { diskSpool, type Spool } from '#platform/spool'
import { closers } from './closers.ts'
import { prepareDataFolder } from './data-folder.ts'
import { mongoOf } from './documents.ts'
import { SCHEMA } from './schema.ts'
import { isLasting, type Sealing } from './seal.ts'
import { AT_ONCE, type Waiting } from './waiting.ts'

const DAY = 24 * 3_600_000
const YEARS_10 = 10 * 365 * 24 * 3_600_000

export interface Foundation {
  readonly configuration: Configuration
  readonly dataDir: string
  readonly world: World
  readonly log: ChildLog
  readonly pool: pg.Pool
  readonly databaseUrl: string
  /** Null where none is configured. */
  readonly mongo: Mongo | null
  readonly secrets: Secrets
  readonly sealing: Sealing
  readonly files: PostgresFiles
  /** Where bytes wait that only a worker reads. */
  readonly spool: Spool
  /** Who does what only one process does at a time. */
  readonly owners: Owners
  readonly jobs: Jobs
  readonly mailer: Mailer
  /** Threads or processes that work on files, until the program ends. */
  workers(options: Omit<PoolOptions, 'timers'>): WorkerPool
  /** Registers parts to close; the last one opened is closed first. */
  onClose(close: () => Promise<void> | void): void
  close(): Promise<void>
}

export interface FoundationOptions {
  readonly configuration: Configuration
  /** Progress, for those who wait. */
  readonly tell?: (line: string) => void
  /** The built-in database went away under us. */
  readonly onLost?: (why: string) => void
  /** Left out: a missing dependency is reported at once. */
  readonly waiting?: Waiting
  /** Left out: this program starts its own. */
  readonly makeWorkers?: typeof createWorkerPool
}

/** Longer than any query of a program that is about to end; one on a silent connection would never end. */
const POOL_ENDS_MS = 5_000

/** Opens what everything else stands on, in order: data folder, its lock, database, keys, files, jobs, mail. */
export async function openFoundation(options: FoundationOptions): Promise<Foundation> {
  const { configuration, tell = () => undefined, waiting = AT_ONCE, makeWorkers = createWorkerPool } = options
  const log = createLog({ level: configuration.logLevel, destination: process.stderr })
  const world = systemWorld(log)
  const dataDir = resolve(configuration.dataDir)
  const open = closers()
  try {
    await prepareDataFolder(dataDir)
    const alone = configuration.databaseUrl === null
    if (alone) {
      const lock = await lockDataFolder(dataDir)
      open.add(() => lock.release())
    } else await refuseInUse(dataDir)
    const found = () => findSecrets({ ...configuration, dataDir })
    await found()
    const mongo = mongoOf(configuration, log)
    if (mongo) open.add(() => mongo.close())
    const databaseUrl = configuration.databaseUrl ?? (await embedded(dataDir, options, log, open))
    const pool = openPool(databaseUrl, { log, timers: world.timers })
    open.add(() => endPool(pool, world))
    await waiting.until('database', () => requireDirect(pool))
    await waiting.until('database', () => refuseNewer(pool, SCHEMA))
    await waiting.until('database', () => refuseOtherMasterKey(pool, async () => (await found()).fingerprint))
    const abandonedAfterMs = alone ? 0 : DAY
    const blobs = mongo
      ? gridFsBlobs({ db: mongo.db, ...world })
      : diskBlobs({ folder: join(dataDir, 'files'), ...world, abandonedAfterMs })
    await waiting.until(mongo ? 'files' : 'database', () => refuseFilesOfAnother(pool, blobs))
    const applied = await waiting.until('database', () => migrate(pool, SCHEMA))
    if (applied.length > 0) tell(`The database is up to date (${applied.length} steps).`)
    // Made only here, where the database remembers them: a configuration refused by then leaves none behind.
    const making = () => openSecrets({ ...configuration, dataDir, random: world.random })
    // Several processes may share the folder where the database is elsewhere: only its keys must not be made twice.
    const secrets = await (alone ? making() : inTurn(dataDir, options, world, making))
    await waiting.until('database', () => requireSameMasterKey(pool, secrets.fingerprint))
    const sealing = await waiting.until('database', () => sealingOf(pool, { configuration, dataDir, world, secrets }))
    const files = postgresFiles(pool, blobs, { abandonedAfterMs, quotas: configuration.quotas })
    const spool = diskSpool({ folder: join(dataDir, 'temporary'), ...world, abandonedAfterMs })
    const swept = (await waiting.until(mongo ? 'files' : 'database', () => files.sweep())) + (await spool.sweep())
    if (swept > 0) log.info({ part: 'files', count: swept }, 'removed what an interrupted start had left')
    const owners = postgresOwners({ pool, world })
    open.add(() => owners.close())
    const jobs = postgresJobs({ pool, world, owners })
    const { smtpUrl, from, subjectPrefix } = configuration.mail
    const mailer = openMailer({
      pool,
      world,
      key: secrets.mailKey,
      from,
      subjectPrefix,
      transport: smtpUrl === null ? null : smtpTransport(smtpUrl),
    })
    open.add(() => mailer.close())
    const workers: Foundation['workers'] = (of) => {
      const started = makeWorkers({ ...of, timers: world.timers })
      open.add(() => started.close())
      return started
    }
    const parts = { configuration, dataDir, world, log, pool, databaseUrl, mongo, secrets, sealing, files, spool, owners, jobs, mailer }
    return { ...parts, workers, onClose: open.add, close: open.close }
  } catch (error) {
    await open.close()
    throw error
  }
}

async function endPool(pool: pg.Pool, { timers }: World): Promise<void> {
  const late = Promise.withResolvers<void>()
  const cancel = timers.after(POOL_ENDS_MS, late.resolve)
  await Promise.race([pool.end(), late.promise]).finally(cancel)
}

/** Done under the folder's lock, once any other process starting on it has made its keys. */
async function inTurn<T>(dataDir: string, options: FoundationOptions, world: World, work: () => Promise<T>): Promise<T> {
  const lock = await freeLock(dataDir, options, world)
  return work().finally(() => lock.release())
}

async function freeLock(dataDir: string, { tell }: FoundationOptions, { timers }: World): Promise<ProcessLock> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await lockBriefly(dataDir)
    } catch (error) {
      if (!(error instanceof DataFolderInUse) || !error.holder.briefly || attempt === 300) throw error
      // Most are done before anybody could read it.
      if (attempt === 10) tell?.(`Waiting for process ${error.holder.pid}, which makes the keys in ${dataDir}.`)
    }
    const over = Promise.withResolvers<void>()
    timers.after(100, over.resolve)
    await over.promise
  }
}

async function embedded(dataDir: string, options: FoundationOptions, log: ChildLog, open: ReturnType<typeof closers>): Promise<string> {
  const folder = join(dataDir, 'postgres')
  options.tell?.(existsSync(folder) ? 'Starting the built-in database …' : 'Making the built-in database (first start) …')
  const { onLost } = options
  const cluster = await startEmbeddedPostgres({ dataDir: folder, log, ...(onLost ? { onLost } : {}) })
  open.add(() => cluster.stop())
  return cluster.url
}

async function sealingOf(
  pool: pg.Pool,
  { configuration, dataDir, world, secrets }: Pick<Foundation, 'configuration' | 'dataDir' | 'world' | 'secrets'>,
): Promise<Sealing> {
  const own = await ownIdentity(pool, {
    key: secrets.sealingKey,
    random: world.random,
    dataDir,
    lasts: (certificate) => isLasting(certificate, world.clock.now()),
    async make() {
      const now = world.clock.now()
      const host = new URL(configuration.publicUrl).hostname
      const made = makeSelfSignedCertificate({
        commonName: `Paraph at ${host} (self-signed)`,
        from: now,
        until: now + YEARS_10,
        serial: world.random.bytes(16),
      })
      return { certificate: made.certificate, key: made.privateKey }
    },
  })
  return { own, configured: configuration.sealing && (await readIdentity(configuration.sealing)) }
}
