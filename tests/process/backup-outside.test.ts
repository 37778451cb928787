import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deletionsFile } from '#processes/deletion'
import { removeFolder, temporaryFolder } from '#tests/spawned'
import { type ExternalFile, externalFilesOf, restoreExternalFiles, saveExternalFiles } from '../../cli/backup/external-files.ts'

let folder: string
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(() => removeFolder(folder))

const KEY = '0192a0b4-0000-7000-8000-00000000000'
const deletion = (at: number) => ({ workspace: `${KEY}0`, pack: `${KEY}${at}`, time: '2026-03-02T09:00:00.000Z', by: 'user:x' })
const packsIn = async (path: string) => (await deletionsFile(path).lines()).map((line) => ('pack' in line ? line.pack : ''))
const anchor = (number: number) => JSON.stringify({ number, root: `root ${number}` })
const numbersIn = async (path: string) =>
  (await readFile(path, 'utf8')).split('\n').flatMap((line) => (line === '' ? [] : [(JSON.parse(line) as { number: number }).number]))
const settings = (deletionsFile: string | null, anchorFile: string | null) => ({ evidence: { deletionsFile, anchorFile } }) as never

test('a backup holds the deletions from where they are set to be; a restore adds them to what is known and forgets none', async () => {
  const [path, backup] = [join(folder, 'elsewhere', 'deleted'), join(folder, 'backup')]
  const [at] = externalFilesOf(settings(path, null), join(folder, 'data')) as [ExternalFile, ExternalFile]
  const file = deletionsFile(path)
  await file.add(deletion(1))
  await file.add(deletion(2))
  await appendFile(path, '{"workspace":"cut o')
  await saveExternalFiles(at, backup)

  // Onto the same disk, where more was deleted since: nothing is lost, nothing comes twice.
  await file.add(deletion(3))
  const before = await readFile(path, 'utf8')
  expect(await restoreExternalFiles(at, backup)).toBeNull()
  expect(await readFile(path, 'utf8')).toBe(before)

  // Into an empty place, and into one that knows others, whose last line a crash cut off.
  const empty: ExternalFile = { name: 'deletions.jsonl', path: join(folder, 'new', 'deletions.jsonl') }
  expect(await restoreExternalFiles(empty, backup)).toBeNull()
  expect(await packsIn(empty.path)).toEqual([`${KEY}1`, `${KEY}2`])
  const other: ExternalFile = { name: 'deletions.jsonl', path: join(folder, 'other') }
  await deletionsFile(other.path).add(deletion(4))
  await appendFile(other.path, '{"cut')
  expect(await restoreExternalFiles(other, backup)).toBeNull()
  expect(await packsIn(other.path)).toEqual([`${KEY}4`, `${KEY}1`, `${KEY}2`])
})

test('anchors come back where they were lost; where others stand, they stay and the restore says so', async () => {
  const [data, backup] = [join(folder, 'anchored'), join(folder, 'backup of anchors')]
  const [, at] = externalFilesOf(settings(null, null), data) as [ExternalFile, ExternalFile]
  expect(at.path).toBe(join(data, 'anchors.jsonl'))
  await saveExternalFiles(at, backup)
  await mkdir(data, { recursive: true })
  await writeFile(at.path, `\n${anchor(1)}\n\n${anchor(2)}\n`)
  await saveExternalFiles(at, backup)

  await writeFile(at.path, `\n${anchor(1)}\n`)
  expect(await restoreExternalFiles(at, backup)).toBeNull()
  expect(await numbersIn(at.path)).toEqual([1, 2])
  await appendFile(at.path, `\n${anchor(3)}\n`)
  expect(await restoreExternalFiles(at, backup)).toBeNull()
  expect(await numbersIn(at.path)).toEqual([1, 2, 3])
  await writeFile(at.path, `\n${anchor(7)}\n`)
  expect(await restoreExternalFiles(at, backup)).toContain('differs from the backup: 2 of its anchors are missing there')
  expect(await numbersIn(at.path)).toEqual([7])
})
