import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PackFact } from '#domain/pack'
import { documentMigrations, postgresDocumentStore } from '#platform/documents'
import { migrate } from '#platform/postgres'
import { type AuditRecords, auditTrailProjection, documentRecords } from '#projections/audit-trail'
import { type Projections, postgresProjectionStore, rebuild, startProjections } from '#projections/runner'
import { openStage, type Stage } from './stage.ts'
import { type Person, prepared, requested, uuid, withSigners } from './stories.ts'

const ann: Person = { uuid: uuid('signatory', 1), name: 'Ann Example', email: 'ann@example.com' }
const bob: Person = { uuid: uuid('signatory', 2), name: 'Bob Example', email: 'bob@example.com' }

let stage: Stage
let records: AuditRecords
let projections: Projections
beforeAll(async () => {
  stage = await openStage()
  await migrate(stage.database.pool, documentMigrations)
  records = documentRecords(postgresDocumentStore(stage.database.pool), stage.database.pool)
  projections = startProjections(
    { store: postgresProjectionStore(stage.database.pool), log: stage.log, keys: stage.keys, world: stage.world },
    [auditTrailProjection(stage, records)],
  )
})
afterAll(async () => {
  await projections.stop()
  await stage.close()
})

const sent = (n: number): PackFact[] => [...prepared(n, 'Deed'), ...withSigners(n, [ann, bob]), ...requested([ann, bob])]
async function happen(n: number, facts: PackFact[]): Promise<string> {
  const pack = uuid('pack', n)
  await stage.happen(pack, facts)
  expect(await projections.waitFor('audit_trail', null, 20_000)).toBe(true)
  return pack
}
/** As an owner writes: in a transaction that keeps nothing. */
async function withoutKeeping(work: (records: AuditRecords, tables: Parameters<AuditRecords['write']>[0]) => Promise<void>) {
  const connection = await stage.database.pool.connect()
  try {
    await connection.query('BEGIN; SET LOCAL search_path TO audit_trail, public')
    await work(records, connection)
  } finally {
    await connection.query('ROLLBACK')
    connection.release()
  }
}
const kinds = async () => (await postgresDocumentStore(stage.database.pool).kinds()).filter((kind) => kind.startsWith('audit_trail_'))

test('people are forgotten one after the other, and no late hand brings one back', async () => {
  const pack = await happen(1, sent(1))
  const before = (await records.of(pack)).map((row) => ({ ...row, pack }))
  expect(JSON.stringify(before)).toMatch(/Ann.*Bob/)
  for (const [person, left] of [
    [ann, /Bob/],
    [bob, /\[\{/],
  ] as const) {
    await stage.keys.destroy(`pack-${pack}`, person.uuid)
    await projections.forget(`pack-${pack}`)
    const rows = await records.of(pack)
    expect(rows).toHaveLength(before.length)
    expect(JSON.stringify(rows)).not.toContain(person.name.slice(0, 3))
    expect(JSON.stringify(rows)).toMatch(left)
    // What somebody had read before the keys were destroyed, and writes only now.
    await withoutKeeping((to, tables) => to.write(tables, before))
    expect(await records.of(pack)).toEqual(rows)
  }
})

test('records whose checkpoint was not kept are written again, once each', async () => {
  const pack = await happen(2, sent(2))
  const rows = await records.of(pack)
  const ahead = { ...rows.at(-1)!, pack, revision: rows.length, words: 'was written, and then the process died' }
  await withoutKeeping((to, tables) => to.write(tables, [ahead]))
  await stage.happen(pack, [{ type: 'PackTrashed', data: {} }])
  expect(await projections.waitFor('audit_trail', null, 20_000)).toBe(true)
  expect((await records.of(pack)).map(({ revision }) => revision)).toEqual([...rows.map(({ revision }) => revision), rows.length])
})

test('differences found by a rebuild are reported, and replaced rows are gone', async () => {
  const pack = await happen(3, sent(3))
  const right = await records.of(pack)
  const [kind] = await kinds()
  await stage.database.pool.query(`UPDATE documents."of_${kind}" SET body = body || '{"words": "nothing happened"}' WHERE id = $1`, [
    `${pack}/00000001`,
  ])
  expect(await records.of(pack)).not.toEqual(right)
  const { differences } = await rebuild(
    { pool: stage.database.pool, log: stage.log, owners: stage.owners },
    auditTrailProjection(stage, records),
  )
  expect(differences).toEqual([{ table: 'record', live: expect.any(Number), rebuilt: expect.any(Number) }])
  expect(await records.of(pack)).toEqual(right)

  // With what is written next.
  await happen(4, sent(4))
  const left = await kinds()
  expect(left).toHaveLength(1)
  expect(left).not.toContain(kind)
  expect(await records.of(pack)).toEqual(right)
})

test('a reader during the replacement reads all of it', async () => {
  const pack = await happen(5, sent(5))
  const right = await records.of(pack)
  let replaced = false
  const reading = (async () => {
    let read = 0
    for (; !replaced; read++) expect(await records.of(pack)).toEqual(right)
    return read
  })()
  for (let round = 0; round < 3; round++) {
    await rebuild({ pool: stage.database.pool, log: stage.log, owners: stage.owners }, auditTrailProjection(stage, records))
    await happen(6, round === 0 ? sent(6) : [{ type: 'PackRenamed', data: { name: `Deed ${round}` } }])
  }
  replaced = true
  expect(await reading).toBeGreaterThan(3)
})

test('what is replaced between a question and its answer is asked for again', async () => {
  const pack = await happen(7, sent(7))
  const right = await records.of(pack)
  const { pool } = stage.database
  const store = postgresDocumentStore(pool)
  let asked = 0
  const replacing = documentRecords(
    {
      ...store,
      async open(kind) {
        const documents = await store.open<never>(kind)
        const find: typeof documents.find = async (...question) => {
          asked += 1
          if (asked === 1) {
            await rebuild({ pool, log: stage.log, owners: stage.owners }, auditTrailProjection(stage, records))
            // Only the writer removes replaced records.
            await happen(8, sent(8))
          }
          return documents.find(...question)
        }
        return { ...documents, find } as never
      },
    },
    pool,
  )
  expect(await replacing.of(pack)).toEqual(right)
  expect(asked).toBe(2)
})
