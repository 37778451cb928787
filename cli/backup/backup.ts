import { cp, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type pg from 'pg'
import { type Blobs, diskBlobs, gridFsBlobs } from '#platform/blobs'
import type { Configuration } from '#platform/configuration'
import { openMongo } from '#platform/mongodb'
import type { World } from '#platform/ports'
import { closers } from '../closers.ts'
import { logKindOf } from '../event-log.ts'
import { ForPeople } from '../explain.ts'
import { withInstallation } from '../installation.ts'
import { makeFolder } from '../make-folder.ts'
import { VERSION } from '../version.ts'
import { externalFilesOf, saveExternalFiles } from './external-files.ts'
import { type Manifest, writeManifest } from './manifest.ts'
import { copyOut } from './stored-files.ts'
import { tablesOf, writeTable } from './tables.ts'

const USAGE = 'Usage: paraph backup <folder>. The folder must not exist yet.'

/** `paraph backup <folder>`: everything that cannot be rebuilt, as it was at one moment, while Paraph runs on. */
export async function backup(argv: readonly string[]): Promise<number> {
  const [to, ...more] = argv
  if (to === undefined || to.startsWith('-') || more.length > 0) throw new ForPeople(USAGE)
  const folder = resolve(to)
  if (await stat(folder).catch(() => null)) throw new ForPeople(`${folder} already exists. ${USAGE}`)
  return withInstallation(async ({ configuration, world, pool }) => {
    const open = closers()
    try {
      const blobs = blobsOf(configuration, world, open)
      const dataDir = resolve(configuration.dataDir)
      const made = await backUp({ pool, blobs, dataDir, folder, configuration, now: new Date(world.clock.now()).toISOString() })
      const rows = made.tables.reduce((sum, table) => sum + table.rows, 0)
      console.log(`${folder}: ${rows} rows of ${made.tables.length} tables and ${made.files.length} files, as they were at ${made.begun}.`)
      if (configuration.masterKey !== null)
        console.log('The master key is not in it, since it is set from outside: keep PARAPH_MASTER_KEY too, apart from it.')
      if (configuration.sealing !== null || configuration.seal.pkcs12 !== null)
        console.log('The certificate that you set for sealing is not in it: keep its files too.')
      if (made.log === 'eventstoredb') console.log('The events are in EventStoreDB: back it up now, after this.')
      return 0
    } finally {
      await open.close()
    }
  })
}

export function blobsOf(configuration: Configuration, world: World, open: ReturnType<typeof closers>): Blobs {
  if (configuration.mongoUrl === null) return diskBlobs({ folder: join(resolve(configuration.dataDir), 'files'), ...world })
  const mongo = openMongo(configuration.mongoUrl, world.log)
  open.add(() => mongo.close())
  return gridFsBlobs({ db: mongo.db, ...world })
}

export interface BackupParts {
  readonly pool: pg.Pool
  readonly blobs: Pick<Blobs, 'open'>
  readonly dataDir: string
  readonly folder: string
  readonly configuration: Pick<Configuration, 'eventStoreUrl' | 'evidence' | 'masterKey'>
  /** ISO 8601. */
  readonly now: string
}

/**
 * All tables in one transaction that sees one moment, and after it the files that they name: a file never changes, and one that is named
 * is there before its name. The folder has its name only once everything in it is on disk.
 */
export async function backUp({ pool, blobs, dataDir, folder, configuration, now }: BackupParts): Promise<Manifest> {
  const making = `${folder}.making`
  const made = { mode: 0o700, otherwise: 'Name another one.' }
  await makeFolder(dirname(making), made)
  await rm(making, { recursive: true, force: true })
  await makeFolder(join(making, 'tables'), made)
  const connection = await pool.connect()
  try {
    await connection.query('BEGIN TRANSACTION ISOLATION LEVEL SERIALIZABLE READ ONLY DEFERRABLE')
    const tables: Manifest['tables'] = []
    for (const name of await tablesOf(connection)) {
      tables.push({ name, ...(await writeTable(connection, name, join(making, 'tables', `${name}.jsonl`))) })
    }
    const { rows: steps } = await connection.query<{ name: string }>('SELECT name FROM migration ORDER BY applied, name')
    const { rows: digests } = await connection.query<{ digest: string }>(
      'SELECT DISTINCT digest FROM file WHERE digest IS NOT NULL ORDER BY digest',
    )
    await connection.query('COMMIT')
    const { missing } = await copyOut(
      blobs,
      digests.map(({ digest }) => digest),
      join(making, 'files'),
    )
    const gone = new Set(missing)
    const secrets = await copyIfThere(join(dataDir, 'secrets'), join(making, 'secrets'))
    // An earlier key there is left out too: it would open the backup, or be no key of it at all.
    if (configuration.masterKey !== null) await rm(join(making, 'secrets', 'master.key'), { force: true })
    for (const outside of externalFilesOf(configuration, dataDir)) await saveExternalFiles(outside, making)
    const made: Manifest = {
      format: 'paraph-backup-1',
      version: VERSION,
      begun: now,
      migrations: steps.map(({ name }) => name),
      tables,
      files: digests.flatMap(({ digest }) => (gone.has(digest) ? [] : [digest])),
      log: logKindOf(configuration),
      secrets,
    }
    await writeManifest(making, made)
    await rename(making, folder)
    return made
  } finally {
    // Ended, so that a transaction that was broken off is not left open.
    connection.release(true)
  }
}

/** False where there is none. */
export async function copyIfThere(from: string, to: string): Promise<boolean> {
  return cp(from, to, { recursive: true, preserveTimestamps: true }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
}
