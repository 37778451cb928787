import { mkdtemp, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TooLarge } from '#platform/blobs'
import { diskSpool } from '#platform/spool'
import { testWorld } from '#tests/world'
import { removeFolder } from '../support/spawned.ts'

const world = testWorld()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paraph-spool-'))
})
afterAll(() => removeFolder(folder))

async function* once(text: string) {
  yield Buffer.from(text)
}

test('what is held is there while somebody works on it, and gone however that ends', async () => {
  const spool = diskSpool({ folder: join(folder, 'held'), ...world })
  const left = () => readdir(join(folder, 'held'))
  const held = await spool.hold(once('some bytes'), 100, async ({ path, size }) => [
    await readFile(path, 'utf8'),
    size,
    (await left()).length,
  ])
  expect(held).toEqual(['some bytes', 10, 1])
  await expect(spool.hold(once('some bytes'), 9, async () => expect.fail('too much was let in'))).rejects.toThrow(TooLarge)
  await expect(spool.hold(once('x'), 9, () => Promise.reject(new Error('the work failed')))).rejects.toThrow('the work failed')
  async function* broken() {
    yield Buffer.from('half')
    throw new Error('aborted')
  }
  await expect(spool.hold(broken(), 9, async () => expect.fail('half of it was let in'))).rejects.toThrow('aborted')
  await spool.place((path) => writeFile(path, 'by a worker'))
  expect(await left()).toEqual([])
})

test('what a crash left is removed at the start, and what another process works on is not', async () => {
  const shared = join(folder, 'shared')
  await diskSpool({ folder: shared, ...world }).place(async () => {
    for (const name of ['left', 'in use']) await writeFile(join(shared, name), name)
    const now = world.clock.now() / 1000
    await utimes(join(shared, 'left'), now, now - 86_401)
    await utimes(join(shared, 'in use'), now, now)
    expect(await diskSpool({ folder: shared, ...world, abandonedAfterMs: 86_400_000 }).sweep()).toBe(1)
    expect(await readdir(shared)).toEqual(['in use'])
  })
  expect(await diskSpool({ folder: shared, ...world }).sweep()).toBe(1)
  expect(await diskSpool({ folder: join(folder, 'none yet'), ...world }).sweep()).toBe(0)
})
