import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Blobs, diskBlobs, memoryBlobs } from '#platform/blobs'
import { migrate } from '#platform/postgres'
import { testDatabase } from '#tests/postgres'
import { removeFolder, temporaryFolder } from '#tests/spawned'
import { backUp } from '../../cli/backup/backup.ts'
import { readManifest } from '../../cli/backup/manifest.ts'
import { restoreContent } from '../../cli/backup/restore.ts'
import { SCHEMA } from '../../cli/schema.ts'
import { testWorld } from '../support/world.ts'

const ODD = 'a\nb\r\nc\u2028d\u2029e\u0085f"g\\h\u0001 עברית 𝄞'

/** An installation in the middle of its work, with two files and more rows than are read at a time. */
async function backedUp(masterKey: Uint8Array | null = null) {
  const [database, into, folder] = [await testDatabase(), await testDatabase(), await temporaryFolder()]
  onTestFinished(async () => {
    await database.drop()
    await into.drop()
    await removeFolder(folder)
  })
  const { pool } = database
  const blobs = memoryBlobs()
  await migrate(pool, SCHEMA)
  await pool.query(`INSERT INTO process VALUES ('requests', '12'), ('sealing', '7')`)
  await pool.query(`INSERT INTO job (key, queue, state) SELECT 'done ' || n, 'requests', 'done' FROM generate_series(1, 1100) AS n`)
  await pool.query(
    `INSERT INTO job (key, queue, state, error) VALUES ('w', 'requests', 'waiting', NULL), ('r', 'requests', 'running', NULL), ('f', 'requests', 'failed', $1)`,
    [ODD],
  )
  const digests: string[] = []
  for (const text of ['first file', 'second file']) {
    const { digest, size } = await blobs.put(bytesOf(text))
    digests.push(digest)
    await pool.query('INSERT INTO blob (digest, size, refs) VALUES ($1, $2, 1)', [digest, size])
    await pool.query(`INSERT INTO file (key, pack, media_type, digest) VALUES ($1, 'p', 'application/pdf', $2)`, [text, digest])
  }
  const configuration = { eventStoreUrl: null, masterKey, evidence: { deletionsFile: null, anchorFile: null } } as never
  const secrets = join(folder, 'data', 'secrets')
  await mkdir(secrets, { recursive: true })
  for (const name of ['master.key', 'sealing.pem']) await writeFile(join(secrets, name), name)
  const backup = join(folder, 'backup')
  const now = '2026-03-02T09:00:00.000Z'
  const content = await backUp({ pool, blobs, dataDir: join(folder, 'data'), folder: backup, configuration, now })
  const files = memoryBlobs()
  const restored = (blobs: Pick<Blobs, 'put'> = files) => restoreContent({ pool: into.pool, blobs, folder: backup, content })
  const rows = async (sql: string) => (await into.pool.query({ text: sql, rowMode: 'array' })).rows
  return { backup, digests, files, restored, rows }
}
async function* bytesOf(text: string) {
  yield new TextEncoder().encode(text)
}

test('a restored installation begins its work again: processes read from the beginning, finished work stays finished, and waiting work is asked for again', async () => {
  const { restored, rows, files, digests } = await backedUp()
  expect(await restored()).toMatchObject({ files: 2, problems: [] })
  expect(await rows('SELECT name, position FROM process ORDER BY 1')).toEqual([
    ['requests', ''],
    ['sealing', ''],
  ])
  expect(await rows('SELECT state, count(*)::int FROM job GROUP BY 1 ORDER BY 1')).toEqual([
    ['done', 1_100],
    ['failed', 1],
  ])
  for (const digest of digests) expect(await files.has(digest)).toBe(true)
})

test('texts come back as they were, whatever stands in them: also what some take for the end of a line', async () => {
  const { restored, rows } = await backedUp()
  expect(await restored()).toMatchObject({ problems: [] })
  expect(await rows("SELECT error FROM job WHERE key = 'f'")).toEqual([[ODD]])
})

test('a damaged backup is reported with its damage: a file of other bytes, and rows that are missing', async () => {
  const { backup, digests, restored } = await backedUp()
  const [changed] = digests as [string, string]
  await appendFile(join(backup, 'files', changed.slice(0, 2), changed), 'more')
  const table = join(backup, 'tables', 'job.jsonl')
  await writeFile(table, (await readFile(table, 'utf8')).split('\n').slice(1).join('\n'))
  expect(await restored()).toMatchObject({
    files: 1,
    problems: ['table job has 1102 rows instead of 1103', `the file ${changed} is not in the backup as it was`],
  })
})

/** Puts other bytes into one line of a table of the backup, counted from 1; a number below counts from the end. */
async function damaged(backup: string, table: string, number: number, change: (line: string) => string): Promise<void> {
  const path = join(backup, 'tables', `${table}.jsonl`)
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n')
  const at = number < 0 ? lines.length + number : number - 1
  lines[at] = change(lines[at]!)
  await writeFile(path, `${lines.join('\n')}\n`)
}

test('of a damaged backup what can be read comes back, and each line that cannot is named', async () => {
  const { backup, restored, rows } = await backedUp()
  await damaged(backup, 'job', 3, (line) => line.slice(0, 20))
  // Between two others it would be read as two rows, and take the next one with it.
  await damaged(backup, 'job', 40, (line) => line.replace('{', '{},{'))
  await damaged(backup, 'job', 600, (line) => line.replace('"state"', '"stale"'))
  await damaged(backup, 'job', 601, (line) => line.replace(/"attempts":\d+/, '"attempts":"x"'))
  await damaged(backup, 'job', -1, (line) => line.slice(0, -9))
  const { problems } = await restored()
  expect(problems).toEqual([
    ...[3, 40, 600, 601, 1_103].map((line) => `line ${line} of table job cannot be read, and is left out`),
    'table job has 1098 rows instead of 1103',
  ])
  expect((await rows('SELECT count(*)::int FROM job WHERE state = $$done$$'))[0]?.[0]).toBeGreaterThan(1_090)
  expect(await rows('SELECT count(*)::int FROM process')).toEqual([[2]])
})

test('a value that changed in a backup is reported with its table, and so is a table or a file that is not there', async () => {
  const { backup, digests, restored, rows } = await backedUp()
  await damaged(backup, 'file', 1, (line) => line.replace('application/pdf', 'application/pdg'))
  await rm(join(backup, 'tables', 'job.jsonl'))
  const [gone] = digests as [string, string]
  await rm(join(backup, 'files', gone.slice(0, 2), gone))
  const { files, problems } = await restored(diskBlobs({ folder: join(backup, '..', 'files'), ...testWorld() }))
  expect(problems).toEqual(
    expect.arrayContaining([
      'table job is not in the backup',
      'table file is not in the backup as it was',
      `the file ${gone} is not in the backup as it was`,
    ]),
  )
  expect([files, problems.length]).toEqual([1, 3])
  expect(await rows('SELECT count(*)::int FROM file')).toEqual([[2]])
})

test('a manifest that is damaged ends a restore before anything is written, with a sentence', async () => {
  const { backup } = await backedUp()
  const path = join(backup, 'manifest.json')
  await writeFile(path, (await readFile(path, 'utf8')).slice(0, -40))
  await expect(readManifest(backup)).rejects.toThrow(/manifest\.json is damaged: .* Restore from another backup\./)
})

test('a backup to where no folder can be made ends at once, and says so', async () => {
  const into = (folder: string) => backUp({ folder } as never)
  await expect(into(join(import.meta.filename, 'backup'))).rejects.toThrow(/is not a folder\. Name another one\./)
  // There `mkdir` with `recursive` never returns.
  if (process.platform === 'linux') await expect(into('/proc/backup/there')).rejects.toThrow('cannot be made: ENOENT. Name another one.')
})

test('the master key is in a backup where it lies with the installation, and never where it is set from outside', async () => {
  const secretsIn = async (backup: string) => (await readdir(join(backup, 'secrets'))).sort()
  expect(await secretsIn((await backedUp()).backup)).toEqual(['master.key', 'sealing.pem'])
  expect(await secretsIn((await backedUp(new Uint8Array(32))).backup)).toEqual(['sealing.pem'])
})
