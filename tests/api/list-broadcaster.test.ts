import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { ListRow } from '#contract/document-list'
import { idOf } from '#tests/pack'
import { testWorld } from '#tests/world'
import { listBroadcaster } from '../../command-api/live/list-broadcaster.ts'

const [lease, offer] = [idOf('lease'), idOf('offer')]

/** Somebody who watches the list of one workspace, and rows that can be read when they are set to be. */
function stage() {
  const world = testWorld()
  const read = { fails: false, held: Promise.resolve(), of: 'team' }
  const said: { readonly account_key: string; readonly documents: readonly ListRow[]; readonly removed: readonly string[] }[] = []
  let rows: (packs: readonly string[]) => void = () => undefined
  const news = listBroadcaster({
    timers: world.timers,
    watched: () => true,
    to: () => ({ emit: (_, message) => said.push(message as (typeof said)[number]) }),
    queries: {
      onRows(listener) {
        rows = listener
        return () => undefined
      },
      async rowsOf(packs) {
        await read.held
        if (read.fails) throw new Error('the database is away')
        return packs.map((key) => ({ key, account_key: read.of }) as ListRow)
      },
    },
  })
  const pass = async (ms: number) => {
    world.advance(ms)
    await turn()
  }
  return { world, news, said, read, pass, changed: (...packs: string[]) => rows(packs) }
}

test('rows that could not be read are sent once they can be, and each once', async () => {
  const { world, said, read, pass, changed } = stage()
  read.fails = true
  changed(lease)
  await turn()
  changed(offer)
  await pass(1_000)
  expect(said).toEqual([])
  read.fails = false
  await pass(1_000)
  expect(said.flatMap(({ documents }) => documents.map(({ key }) => key)).sort()).toEqual([lease, offer].sort())
  await pass(10_000)
  expect(said).toHaveLength(1)
  expect(world.waiting()).toBe(0)
})

test('what could not be read is not read again after the end', async () => {
  const { world, news, read, pass, changed } = stage()
  const { promise, resolve } = Promise.withResolvers<void>()
  Object.assign(read, { fails: true, held: promise })
  changed(lease)
  await pass(1_000)
  news.stop()
  resolve()
  await turn()
  expect(world.waiting()).toBe(0)
})

test('a pack that moved leaves the list of the first workspace at once, and again behind a row of it that was read before', async () => {
  const { news, said, read, pass, changed } = stage()
  const sentSoFar = () =>
    said.splice(0).map(({ account_key, documents, removed }) => [account_key, documents.map(({ key }) => key), removed])
  const { promise, resolve } = Promise.withResolvers<void>()
  read.held = promise
  changed(lease)
  await turn()
  news.left('team', lease)
  expect(sentSoFar()).toEqual([['team', [], [lease]]])
  resolve()
  await pass(0)
  expect(sentSoFar()).toEqual([['team', [lease], []]])
  read.of = 'others'
  changed(lease)
  await pass(0)
  expect(sentSoFar()).toEqual([
    ['others', [lease], []],
    ['team', [], [lease]],
  ])
  changed(lease)
  await pass(0)
  expect(sentSoFar(), 'what happens there is no business of the former one').toEqual([['others', [lease], []]])
  news.left('others', lease)
  read.of = 'team'
  changed(lease)
  await pass(0)
  expect(sentSoFar()).toEqual([
    ['others', [], [lease]],
    ['team', [lease], []],
    ['others', [], [lease]],
  ])
  news.stop()
})
