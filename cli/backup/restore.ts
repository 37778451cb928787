import { mkdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import type { Blobs } from '#platform/blobs'
import { readConfiguration } from '#platform/configuration'
import { type ChainHead, verifyChain } from '#platform/event-codec'
import { type EventLog, postgresEventLog } from '#platform/event-log'
import { createLog } from '#platform/logging'
import { systemWorld } from '#platform/ports'
import { inTransaction, migrate, openPool, stepsBeyond } from '#platform/postgres'
import { closers } from '../closers.ts'
import { connectOrStartDatabase } from '../connect-or-start-database.ts'
import { prepareDataFolder } from '../data-folder.ts'
import { ForPeople } from '../explain.ts'
import { SCHEMA } from '../schema.ts'
import { blobsOf, copyIfThere } from './backup.ts'
import { externalFilesOf, restoreExternalFiles } from './external-files.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { copyIn } from './stored-files.ts'
import { type Read, readTable } from './tables.ts'

const USAGE = 'Usage: paraph restore <folder>, with PARAPH_DATA or DATABASE_URL naming an empty place.'

/** `paraph restore <folder>`: puts a backup into an empty place, and looks whether everything is whole. */
export async function restore(argv: readonly string[]): Promise<number> {
  const [from, ...more] = argv
  if (from === undefined || from.startsWith('-') || more.length > 0) throw new ForPeople(USAGE)
  const folder = resolve(from)
  const content = await readManifest(folder)
  const configuration = readConfiguration(process.env)
  const world = systemWorld(createLog({ level: 'warn', destination: process.stderr }))
  const dataDir = resolve(configuration.dataDir)
  const open = closers()
  try {
    if (configuration.databaseUrl === null && (await isThere(join(dataDir, 'postgres'))))
      throw new ForPeople(`${dataDir} is not empty. ${USAGE}`)
    await prepareDataFolder(dataDir)
    const url = await connectOrStartDatabase(configuration, dataDir, world.log, open)
    const pool = openPool(url, { max: 4, timers: world.timers })
    open.add(() => pool.end())
    const restored = await restoreContent({ pool, blobs: blobsOf(configuration, world, open), folder, content })
    // Also where the master key is set from outside: what sealed the files here is known as this installation's own by what stands there.
    if (content.secrets) {
      await mkdir(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 })
      if (!(await copyIfThere(join(folder, 'secrets'), join(dataDir, 'secrets'))))
        restored.problems.push('secrets/ is not in the backup: put it there from the installation, or nothing confidential can be read')
    }
    const externalFiles = externalFilesOf(configuration, dataDir)
    for (const outside of externalFiles) {
      const left = await restoreExternalFiles(outside, folder)
      if (left !== null) restored.problems.push(left)
    }
    console.log(`${restored.rows} rows and ${restored.files} files of ${content.begun} are back.`)
    if (configuration.masterKey === null && !(await isThere(join(dataDir, 'secrets', 'master.key'))))
      console.log(
        'The master key is not in it, since it was set from outside: set PARAPH_MASTER_KEY to the same one before you start Paraph.',
      )
    if (content.log === 'eventstoredb') {
      console.log('The events are not in it: restore EventStoreDB from a backup that was made after this one, then start Paraph.')
      return restored.problems.length === 0 ? 0 : say(restored.problems)
    }
    const log = postgresEventLog({ pool, ...world })
    open.add(() => log.close())
    const { events, streams, wrong } = await wholeChains(log)
    console.log(`${events} events in ${streams} histories, every chain ${wrong.length === 0 ? 'whole' : 'looked at'}.`)
    const problems = [...restored.problems, ...wrong]
    if (problems.length > 0) return say(problems)
    console.log(`Before you start Paraph, make sure that these files are the latest: ${externalFiles.map(({ path }) => path).join(', ')}.`)
    return 0
  } finally {
    await open.close()
  }
}

function say(problems: readonly string[]): number {
  for (const problem of problems.slice(0, 50)) console.error(problem)
  return 1
}

export interface RestoreParts {
  /** An empty database. */
  readonly pool: pg.Pool
  readonly blobs: Pick<Blobs, 'put'>
  readonly folder: string
  readonly content: Manifest
}

/** The schema as it was, then every row; all rows in one transaction, so that a restore that was cut off leaves an empty database. */
export async function restoreContent({ pool, blobs, folder, content }: RestoreParts) {
  const { rows: there } = await pool.query<{ there: string | null }>("SELECT to_regclass('public.event_log') AS there")
  if (there[0]?.there != null) {
    const { rows } = await pool.query('SELECT 1 FROM event_log LIMIT 1')
    if (rows.length > 0) throw new ForPeople('The database holds an installation already. Restore into an empty one.')
  }
  const [beyond] = stepsBeyond(SCHEMA, content.migrations)
  if (beyond !== undefined) throw new ForPeople(`A newer Paraph made this backup (${beyond}). Restore it with that version.`)
  // The steps that came later are taken by the next start.
  await migrate(
    pool,
    SCHEMA.filter(({ name }) => content.migrations.includes(name)),
  )
  const problems: string[] = []
  const rows = await inTransaction(pool, async (connection) => {
    let all = 0
    for (const table of content.tables) {
      // Steps of the schema may have put rows there, which the backup has too.
      await connection.query(`DELETE FROM public."${table.name}"`)
      const read = await readTable(connection, table.name, join(folder, 'tables', `${table.name}.jsonl`)).catch(missing)
      problems.push(...problemsOf(table, read))
      all += read?.rows ?? 0
    }
    // The table's name until `jobs/002-due`.
    await beginAgain(connection, content.tables.some(({ name }) => name === 'job') ? 'job' : 'effect')
    return all
  })
  const { copied, wrong } = await copyIn(blobs, content.files, join(folder, 'files'))
  for (const digest of wrong) problems.push(`the file ${digest} is not in the backup as it was`)
  return { rows, files: copied, problems }
}

/** Null where a file of the backup is not there. */
function missing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
  throw error
}

function problemsOf({ name, rows, digest }: Manifest['tables'][number], read: Read | null): readonly string[] {
  if (read === null) return [`table ${name} is not in the backup`]
  const problems = read.unreadable.map((line) => `line ${line} of table ${name} cannot be read, and is left out`)
  if (read.rows !== rows) problems.push(`table ${name} has ${read.rows} rows instead of ${rows}`)
  if (problems.length === 0 && digest !== undefined && read.digest !== digest) problems.push(`table ${name} is not in the backup as it was`)
  return problems
}

/**
 * Processes read the log again from its beginning: finished work is known by its key, and the rest is asked for again, as it stands
 * in the log that came back.
 */
async function beginAgain(connection: pg.PoolClient, jobs: 'job' | 'effect'): Promise<void> {
  await connection.query(`DELETE FROM ${jobs} WHERE state IN ('waiting', 'running')`)
  await connection.query("UPDATE process SET position = ''")
}

async function wholeChains(log: Pick<EventLog, 'readAll'>) {
  const heads = new Map<string, ChainHead>()
  const wrong: string[] = []
  let events = 0
  for (let position = ''; ; ) {
    const page = await log.readAll(position, 500)
    for (const { event } of page.events) {
      const { stream, revision, hash } = event
      if (verifyChain([event], heads.get(stream)).length > 0) wrong.push(`event ${revision} of ${stream} is not whole`)
      heads.set(stream, { revision, hash })
      events++
    }
    position = page.position
    if (page.atEnd) return { events, streams: heads.size, wrong }
  }
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )
