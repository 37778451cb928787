import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type KeyIndex, keyIndexSchema, memoryKeyIndex, postgresKeyIndex } from '#platform/key-index'
import { migrate } from '#platform/postgres'
import { type TestDatabase, testDatabase } from '#tests/postgres'
import { freshStream } from '#tests/stored-events'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.pool, keyIndexSchema)
  return () => database.drop()
})

describe.each<[string, () => KeyIndex]>([
  ['in memory', memoryKeyIndex],
  ['PostgreSQL', () => postgresKeyIndex({ pool: database.pool })],
])('key index, %s', (_, open) => {
  let index: KeyIndex
  let key: string
  beforeEach(() => {
    index = open()
    key = freshStream('key')
  })

  test('a registered key leads to its pack at once, by its kind', async () => {
    const entry = { key, kind: 'link', pack: 'p1', extra: { signatory: 's1' } }
    expect(await index.register([entry, { key: `${key}-2`, kind: 'field', pack: 'p1' }])).toEqual([])
    expect(await index.find(key, 'link')).toEqual(entry)
    expect(await index.find(`${key}-2`, 'field')).toEqual({ key: `${key}-2`, kind: 'field', pack: 'p1' })
    expect(await index.find(key, 'field')).toBeNull()
    expect(await index.find('nothing', 'link')).toBeNull()
  })

  test('registering again for the same pack is fine, and takes what is newest', async () => {
    await index.register([{ key, kind: 'field', pack: 'p1', extra: { document: 'd1' } }])
    const moved = { key, kind: 'field', pack: 'p1', extra: { document: 'd2' } }
    expect(await index.register([{ key, kind: 'field', pack: 'p1' }, moved])).toEqual([])
    expect(await index.find(key, 'field')).toEqual(moved)
  })

  test('a key that leads to another pack is not taken over; the answer names it, and the rest is registered', async () => {
    await index.register([{ key, kind: 'field', pack: 'p1' }])
    const thief = { key, kind: 'field', pack: 'p2' }
    expect(await index.register([thief, { key, kind: 'file', pack: 'p2' }])).toEqual([thief])
    expect((await index.find(key, 'field'))?.pack).toBe('p1')
    expect((await index.find(key, 'file'))?.pack).toBe('p2')
  })

  test('of rivals for one key one pack gets it', async () => {
    const keys = Array.from({ length: 20 }, (_, at) => `${key}-${at}`)
    const packs = Array.from({ length: 8 }, (_, at) => `p${at}`)
    const taken = await Promise.all(
      packs.map((pack, at) => index.register((at % 2 ? keys : [...keys].reverse()).map((one) => ({ key: one, kind: 'field', pack })))),
    )
    expect(taken.flat()).toHaveLength(20 * 7)
    for (const one of keys) {
      const holder = (await index.find(one, 'field'))?.pack
      expect(taken[packs.indexOf(holder!)]?.some((entry) => entry.key === one)).toBe(false)
    }
  })

  test('links that were made for people whose data went lead nowhere; other people’s, and those of other packs, stay', async () => {
    const pack = freshStream('pack')
    const entries = [
      { key, kind: 'link', pack: pack, extra: { signatory: 's1' } },
      { key: `${key}-2`, kind: 'download', pack: pack, extra: { recipient: 's2' } },
      { key: `${key}-3`, kind: 'link', pack: pack, extra: { signatory: 's3' } },
      { key: `${key}-4`, kind: 'link', pack: 'p2', extra: { signatory: 's1' } },
      { key: `${key}-5`, kind: 'field', pack: pack },
    ]
    await index.register(entries)
    for (const _again of [1, 2]) await index.removeLinks(pack, ['s1', 's2'])
    const left = await Promise.all(entries.map((entry) => index.find(entry.key, entry.kind)))
    expect(left.map((entry) => entry?.key.slice(key.length) ?? null)).toEqual([null, null, '-3', '-4', '-5'])
    // A process about to ask them is late.
    const late = [
      { key: `${key}-6`, kind: 'link', pack, extra: { signatory: 's1', link: 'l6' } },
      { key: `${key}-7`, kind: 'download', pack, extra: { recipient: 's2' } },
    ]
    expect(await index.register([...late, { key: `${key}-8`, kind: 'link', pack, extra: { signatory: 's3' } }])).toEqual(late)
    expect(await index.find(`${key}-6`, 'link')).toBeNull()
    expect(await index.find(`${key}-8`, 'link')).not.toBeNull()
  })

  test('[D-294] keys of a pack that is removed lead nowhere, and may be another’s; those of other packs stay', async () => {
    await index.register([
      { key, kind: 'link', pack: 'gone' },
      { key: `${key}-2`, kind: 'field', pack: 'gone' },
      { key: `${key}-3`, kind: 'field', pack: 'stays' },
    ])
    await index.removeOf('gone')
    await index.removeOf('gone')
    expect(await index.find(key, 'link')).toBeNull()
    expect(await index.find(`${key}-2`, 'field')).toBeNull()
    expect((await index.find(`${key}-3`, 'field'))?.pack).toBe('stays')
    expect(await index.register([{ key, kind: 'link', pack: 'stays' }])).toEqual([])
    const late = { key: `${key}-4`, kind: 'field', pack: 'gone' }
    expect(await index.register([late, { key: `${key}-5`, kind: 'field', pack: 'stays' }])).toEqual([late])
    expect(await index.find(`${key}-4`, 'field')).toBeNull()
  })

  test('[D-294] who registers keys of a pack while it is removed leaves none behind', async () => {
    for (let round = 0; round < 20; round++) {
      const pack = freshStream('pack')
      const keys = Array.from({ length: 6 }, (_, at) => `${key}-${round}-${at}`)
      const registering = keys.map((one, at) => index.register([{ key: one, kind: 'field', pack, extra: { at } }]))
      await Promise.all([...registering.slice(0, 3), index.removeOf(pack), ...registering.slice(3)])
      expect(await Promise.all(keys.map((one) => index.find(one, 'field')))).toEqual(keys.map(() => null))
    }
  })

  test('nothing to register is nothing to do', async () => {
    expect(await index.register([])).toEqual([])
  })
})
