import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PackFact } from '#domain/pack'
import { workspace as workspaceAggregate } from '#domain/workspace'
import { migrate } from '#platform/postgres'
import { entriesAfter, expireEntries, type FeedEntry, feedBounds, feedMigrations, feedProjection, textOf } from '#projections/feed'
import { type Projections, postgresProjectionStore, rebuild, startProjections } from '#projections/runner'
import { openStage, type Stage } from './stage.ts'
import { CREATOR, completed, type Person, prepared, requested, sealed, signed, uuid, WORKSPACE, withSigners } from './stories.ts'

const ann: Person = { uuid: uuid('signatory', 1), name: 'Ann Example', email: 'ann@example.com' }
const ben: Person = { uuid: uuid('signatory', 2), name: 'Ben Example', email: 'ben@example.com' }
const CREATED_BY = `user:${CREATOR}`
const OTHER = uuid('workspace', 2)
const fact = (type: PackFact['type'], data: object) => ({ type, data }) as unknown as PackFact

let stage: Stage
let projections: Projections
beforeAll(async () => {
  stage = await openStage()
  await migrate(stage.database.pool, feedMigrations)
  projections = startProjections(
    { store: postgresProjectionStore(stage.database.pool), log: stage.log, keys: stage.keys, world: stage.world },
    [feedProjection({ ...stage, random: stage.world.random })],
  )
})
afterAll(async () => {
  await projections.stop()
  await stage.close()
})

const happen = (n: number, facts: PackFact[], by = CREATED_BY) => stage.happen(uuid('pack', n), facts, by)
async function feed(workspace = WORKSPACE, after = 0): Promise<readonly FeedEntry[]> {
  expect(await projections.waitFor('feed', null, 10_000)).toBe(true)
  return entriesAfter({ pool: stage.database.pool, keys: stage.keys }, workspace, after, 1_000)
}
const of = (entries: readonly FeedEntry[], n: number) => entries.filter(({ document }) => document === uuid('pack', n))
const rows = async () => stage.dump('public', ['feed', 'feed_entry', 'feed_stream'])

const sha = (text: string) => createHash('sha256').update(text).digest('base64url')
/** By the rules of docs/integrating.md alone. Answers the positions at which the chain breaks. */
function brokenAt(workspace: string, entries: readonly FeedEntry[], from = sha(workspace)): number[] {
  let [previous, expected] = [from, entries[0]?.position ?? 1]
  return entries.flatMap(({ position, id, type, version, document, time, digest, salt, entry, chain }) => {
    const data = salt === null || sha(`${salt}\n${textOf(entry!.data)}`) === digest
    const commitment = sha([id, type, version, document, time, digest].join('\n'))
    const right = position === expected && data && chain === sha([previous, position, commitment].join('\n'))
    previous = chain
    expected = position + 1
    return right ? [] : [position]
  })
}
const hasNames = (entries: readonly FeedEntry[]) => /Ann Example|Deed/.test(JSON.stringify(entries))

test('every workspace has a sequence of its own, without gaps and chained, whatever happens in others meanwhile', async () => {
  await happen(1, [...prepared(1, 'Lease'), ...withSigners(1, [ann, ben]), ...requested([ann, ben])])
  await happen(2, [...prepared(2, 'Offer', { workspace: OTHER }), ...withSigners(2, [ann]), ...requested([ann])])
  await happen(1, signed(1, ann, 0), `signatory:${ann.uuid}`)
  await happen(1, [...signed(1, ben, 1), ...completed()], `signatory:${ben.uuid}`)
  await happen(1, sealed(1), 'process:sealing')
  const [own, others] = [await feed(), await feed(OTHER)]
  expect(own.map(({ position, type }) => `${position} ${type}`)).toEqual([
    '1 document.created',
    '2 document.sent',
    '3 signer.completed',
    '4 signer.completed',
    '5 document.completed',
    '6 document.sealed',
  ])
  expect(others.map(({ position, type }) => `${position} ${type}`)).toEqual(['1 document.created', '2 document.sent'])
  expect(brokenAt(WORKSPACE, own)).toEqual([])
  expect(brokenAt(OTHER, others)).toEqual([])
  expect(own[5]!.entry?.data).toMatchObject({ document: { key: uuid('pack', 1), name: 'Lease', status: 'complete' } })
  expect(await feedBounds(stage.database.pool, WORKSPACE)).toEqual({ first: 1, last: 6, chain: own[5]!.chain })
  expect(await feedBounds(stage.database.pool, uuid('workspace', 9))).toEqual({ first: 1, last: 0, chain: null })
})

test('an entry that is left out, changed or put elsewhere breaks the chain', async () => {
  const entries = await feed()
  expect(brokenAt(WORKSPACE, entries.toSpliced(2, 1))).toContain(4)
  expect(brokenAt(WORKSPACE, entries.with(2, { ...entries[2]!, type: 'signer.rejected' }))).toContain(3)
  expect(brokenAt(WORKSPACE, [entries[1]!, entries[0]!, ...entries.slice(2)])).not.toEqual([])
})

test('a second projection, from the beginning or by a rebuild, adds no entry and changes no number', async () => {
  await feed()
  const before = await rows()
  const { pool } = stage.database
  await projections.stop()
  await pool.query("DELETE FROM projection WHERE name = 'feed'")
  projections = startProjections({ store: postgresProjectionStore(pool), log: stage.log, keys: stage.keys, world: stage.world }, [
    feedProjection({ ...stage, random: stage.world.random }),
  ])
  await feed()
  expect(await rows()).toEqual(before)
  await rebuild({ pool, log: stage.log, owners: stage.owners }, feedProjection({ ...stage, random: stage.world.random }))
  expect(await rows()).toEqual(before)
})

test('a transaction that is lost after its rows were written leaves no entry, and the next try writes each once', async () => {
  const { pool } = stage.database
  await feed()
  const before = await rows()
  await projections.stop()
  await happen(3, [...prepared(3, 'Order'), ...withSigners(3, [ann]), ...requested([ann])])
  const real = feedProjection({ ...stage, random: stage.world.random })
  let tries = 0
  const died = Promise.withResolvers<void>()
  const open = () => {
    const projector = real.open()
    return {
      ...projector,
      async project(...asked: Parameters<typeof projector.project>) {
        await projector.project(...asked)
        if (tries++ > 0) return
        // Nobody else sees anything of it yet.
        expect(await rows()).toEqual(before)
        died.resolve()
        throw Object.assign(new Error('connection lost'), { code: '08006' })
      },
    }
  }
  projections = startProjections({ store: postgresProjectionStore(pool), log: stage.log, keys: stage.keys, world: stage.world }, [
    { ...real, open },
  ])
  await died.promise
  const entries = await feed()
  expect(tries).toBeGreaterThan(1)
  expect(of(entries, 3).map(({ type }) => type)).toEqual(['document.created', 'document.sent'])
  expect(brokenAt(WORKSPACE, entries)).toEqual([])
})

test('the erasure of a person is an entry, takes their name out of earlier ones, and the chain still holds', async () => {
  await happen(4, [...prepared(4, 'Lease'), ...withSigners(4, [ann, ben]), ...requested([ann, ben])])
  await happen(4, [...signed(4, ann, 0), ...signed(4, ben, 1)], `signatory:${ann.uuid}`)
  const before = await feed()
  expect(JSON.stringify(of(before, 4))).toContain('Ann Example')
  await happen(4, [fact('PersonErased', { people: [ann.uuid] })], 'process:deletion')
  await stage.keys.destroy(`pack-${uuid('pack', 4)}`, ann.uuid)
  await projections.forget(`pack-${uuid('pack', 4)}`)
  const after = await feed()
  const [named, other] = of(after, 4).filter(({ type }) => type === 'signer.completed')
  expect(JSON.stringify(of(after, 4))).not.toContain('Ann Example')
  expect(named).toMatchObject({ salt: null, entry: { data: { signer: { key: ann.uuid, name: null } } } })
  expect(other).toMatchObject({ salt: expect.any(String), entry: { data: { signer: { name: 'Ben Example' } } } })
  expect(after.at(-1)).toMatchObject({ type: 'person.erased', entry: { data: { people: [ann.uuid] } } })
  expect(after.map(({ chain }) => chain).slice(0, before.length)).toEqual(before.map(({ chain }) => chain))
  expect(brokenAt(WORKSPACE, after)).toEqual([])
})

test('a document deleted for good is an entry, leaves no data in earlier ones, and the chain still holds', async () => {
  await happen(5, [...prepared(5, 'Deed'), ...withSigners(5, [ann]), ...requested([ann])])
  expect(hasNames(of(await feed(), 5))).toBe(true)
  stage.quiet.advance(1_000)
  await stage.handler.handle({
    stream: `workspace-${WORKSPACE}`,
    aggregate: workspaceAggregate,
    decide: () => [{ type: 'PackPermanentlyDeleted', data: { pack: uuid('pack', 5) } } as never],
    origin: { actor: { principal: CREATED_BY, capacity: 'team' }, correlation: 'test', causation: 'test' },
  })
  const after = of(await feed(), 5)
  expect(hasNames(after)).toBe(false)
  expect(after.map(({ type, entry }) => [type, entry !== null])).toEqual([
    ['document.created', false],
    ['document.sent', false],
    ['document.deleted', true],
  ])
  await stage.keys.destroyAll(`pack-${uuid('pack', 5)}`)
  await stage.log.remove(`pack-${uuid('pack', 5)}`)
  await projections.forget(`pack-${uuid('pack', 5)}`)
  expect(of(await feed(), 5)).toEqual(after)
  expect(brokenAt(WORKSPACE, await feed())).toEqual([])
})

test('entries expire from the beginning on, and what is left has no gaps and goes on where it was', async () => {
  const before = await feed()
  const { pool } = stage.database
  await expireEntries(pool, before[6]!.time)
  const after = await feed()
  const first = after[0]!
  expect(first.position).toBeGreaterThan(1)
  expect(first).toEqual(before.find(({ time }) => time >= before[6]!.time))
  expect(after).toEqual(before.slice(first.position - 1))
  expect(await feedBounds(pool, WORKSPACE)).toMatchObject({ first: first.position, last: before.length })
  await expireEntries(pool, '2999-01-01T00:00:00.000Z')
  expect(await feed()).toEqual([])
  expect(await feedBounds(pool, WORKSPACE)).toMatchObject({ first: before.length + 1, last: before.length })
  await happen(6, prepared(6, 'Next'))
  const next = await feed()
  expect(next.map(({ position }) => position)).toEqual([before.length + 1])
  expect(brokenAt(WORKSPACE, next, before.at(-1)!.chain)).toEqual([])
})
