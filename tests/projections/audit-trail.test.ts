import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PackFact, PackState, Who } from '#domain/pack'
import { documentMigrations, mongoDocumentStore, postgresDocumentStore } from '#platform/documents'
import { openMongo } from '#platform/mongodb'
import { migrate } from '#platform/postgres'
import { type AuditRecords, auditTrail, auditTrailProjection, documentRecords, tableRecords } from '#projections/audit-trail'
import { type Projections, postgresProjectionStore, rebuild, startProjections } from '#projections/runner'
import { mongoServer } from '#tests/mongodb'
import { openStage, type Stage } from './stage.ts'
import { CREATOR, type Person, prepared, rejected, requested, signed, uuid, WORKSPACE, withSigners } from './stories.ts'

const ann: Person = { uuid: uuid('signatory', 1), name: 'Ann Example', email: 'ann@example.com' }
const team: Who = { as: 'team', user: CREATOR, workspace: WORKSPACE, permissions: new Set() }

interface Home {
  readonly name: string
  records(stage: Stage): Promise<AuditRecords>
  close(): Promise<void>
}
const there = await mongoServer()
const homes: Home[] = [
  { name: 'a table', records: async ({ database }) => tableRecords(database.pool), close: async () => undefined },
  {
    name: 'documents in PostgreSQL',
    async records({ database: { pool } }) {
      await migrate(pool, documentMigrations)
      return documentRecords(postgresDocumentStore(pool), pool)
    },
    close: async () => undefined,
  },
]
if ('none' in there) test.skip(`the audit trail in MongoDB: ${there.none}`, () => undefined)
else {
  const mongo = openMongo(there.url, { warn: () => undefined })
  homes.push({
    name: `documents in ${there.name}`,
    records: async ({ database }) => documentRecords(mongoDocumentStore(mongo.db), database.pool),
    async close() {
      await mongo.db.dropDatabase().catch(() => undefined)
      await mongo.close()
      await there.close()
    },
  })
}

describe.each(homes)('in $name', (home) => {
  let stage: Stage
  let projections: Projections
  let records: AuditRecords
  beforeAll(async () => {
    stage = await openStage()
    records = await home.records(stage)
    projections = startProjections(
      { store: postgresProjectionStore(stage.database.pool), log: stage.log, keys: stage.keys, world: stage.world },
      [auditTrailProjection(stage, records)],
    )
  })
  afterAll(async () => {
    await projections.stop()
    await stage.close()
    await home.close()
  })

  async function happen(n: number, facts: PackFact[], by?: string): Promise<PackState> {
    const { state } = await stage.happen(uuid('pack', n), facts, by)
    expect(await projections.waitFor('audit_trail', null, 10_000)).toBe(true)
    return state
  }
  const read = (n: number, state: PackState, over: { who?: Who; since?: string } = {}) =>
    auditTrail(
      records,
      { pack: uuid('pack', n), state, who: team, people: { [`user:${CREATOR}`]: 'Cleo Creator' }, nameOfUser: async () => '', ...over },
      { takenOver: async () => [], successorAt: async () => null },
    )

  test('[D-225] each record says who did what, when and from where', async () => {
    await happen(1, [...prepared(1, 'Lease'), ...withSigners(1, [ann]), ...requested([ann])], `user:${CREATOR}`)
    const state = await happen(1, signed(1, ann, 0), `signatory:${ann.uuid}`)
    const records = (await read(1, state))!
    expect(records.map(({ who, words }) => `${who}: ${words}`)).toEqual([
      'Cleo Creator: created the document “Lease”',
      'Cleo Creator: added the document “Lease”',
      'Cleo Creator: uploaded “Lease.pdf”',
      'Cleo Creator: “Lease” was converted: 1 page',
      'Cleo Creator: added the signatory signer-1',
      'Cleo Creator: named a signatory “Ann Example”',
      'Cleo Creator: changed the email address of Ann Example',
      'Cleo Creator: placed the signature field “signature_0” on page 1',
      'Cleo Creator: requested signatures',
      'Cleo Creator: a signature request to Ann Example was queued',
      'Ann Example: filled in the signature field “signature_0” on page 1',
      'Ann Example: signed and finished',
    ])
    expect(records.at(-1)).toMatchObject({
      revision: 11,
      code: 'SignatoryCompleted',
      principal: `signatory:${ann.uuid}`,
      address: '192.0.2.7',
      agent: 'Browser',
    })
    expect(records.map(({ date_created }) => date_created)).toEqual([...new Set(records.map(({ date_created }) => date_created))].sort())
  })

  test('what a signatory typed is in no record', async () => {
    await happen(2, [...prepared(2, 'Form'), ...withSigners(2, [ann]), ...requested([ann])])
    const filled = { type: 'FieldFilled', data: { field: uuid('field', 200), by: ann.uuid, value: 'salary 4711' } } as PackFact
    const state = await happen(2, [filled], `signatory:${ann.uuid}`)
    expect(JSON.stringify(await read(2, state))).not.toContain('4711')
    expect(JSON.stringify(await records.of(uuid('pack', 2)))).not.toContain('4711')
  })

  test('[D-423] it is the team’s alone, and only once the pack has left setup', async () => {
    const inSetup = await happen(3, [...prepared(3, 'Secret'), ...withSigners(3, [ann])])
    expect(await read(3, inSetup)).toBeNull()
    const sent = await happen(3, requested([ann]))
    expect(await read(3, sent)).not.toBeNull()
    const others: Who[] = [
      { as: 'signatory', signatory: ann.uuid, link: uuid('other', 1), inPerson: false },
      { as: 'process', name: 'sealing' },
      { ...team, user: uuid('user', 8), workspace: uuid('workspace', 8) },
    ]
    for (const who of others) expect(await read(3, sent, { who })).toBeNull()
  })

  test('[D-523] with since, only records after that time', async () => {
    await happen(4, [...prepared(4, 'Later'), ...withSigners(4, [ann])])
    const state = await happen(4, requested([ann]))
    const records = (await read(4, state))!
    const since = records.at(-3)!.date_created
    const later = (await read(4, state, { since }))!
    expect(later.map(({ code }) => code)).toEqual(['SignaturesRequested', 'SignatureRequestQueued'])
    expect(await read(4, state, { since: records.at(-1)!.date_created })).toEqual([])
  })

  test('every event twice leaves the same records, and a rebuild gives the same again', async () => {
    await happen(5, [...prepared(5, 'Twice'), ...withSigners(5, [ann]), ...requested([ann])])
    await happen(5, rejected(ann, 'no, thank you'))
    const before = await records.of(uuid('pack', 5))
    expect(before).toHaveLength(12)
    const events = (await stage.log.readAll('', 10_000, { streamPrefixes: ['pack-'] })).events
    const projector = auditTrailProjection(stage, records).open()
    const connection = await stage.database.pool.connect()
    await connection.query('BEGIN; SET LOCAL search_path TO audit_trail, public')
    await projector.project(events, connection)
    await projector.project(events.slice(-3), connection)
    await connection.query('COMMIT')
    connection.release()
    expect(await records.of(uuid('pack', 5))).toEqual(before)
    const report = await rebuild({ pool: stage.database.pool, log: stage.log, owners: stage.owners }, auditTrailProjection(stage, records))
    expect(report.differences).toEqual([])
  })

  test('with a signatory’s key go their name and where they were; with the pack’s own key the whole history', async () => {
    const key = uuid('pack', 6)
    await happen(6, [...prepared(6, 'Erased'), ...withSigners(6, [ann]), ...requested([ann])])
    const state = await happen(6, signed(6, ann, 0), `signatory:${ann.uuid}`)
    await stage.keys.destroy(`pack-${key}`, ann.uuid)
    await projections.forget(`pack-${key}`)
    const shown = await read(6, state)
    expect(shown?.at(-1)).toMatchObject({ code: 'SignatoryCompleted', address: null, agent: null })
    const rows = await records.of(key)
    expect(rows).toHaveLength(12)
    // Not their hashes, in which any three letters may stand.
    expect(JSON.stringify(rows.map(({ hash: _, ...said }) => said))).not.toMatch(/Ann|ann@/)
    await stage.keys.destroyAll(`pack-${key}`)
    await projections.forget(`pack-${key}`)
    expect(await read(6, state)).toEqual([])
  })
})
