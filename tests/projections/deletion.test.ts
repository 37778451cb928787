import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentMigrations, postgresDocumentStore } from '#platform/documents'
import { migrate } from '#platform/postgres'
import { postgresSubjectKeys, type SubjectKey } from '#platform/subject-keys'
import { auditTrailProjection, documentRecords, tableRecords } from '#projections/audit-trail'
import { inboxProjection } from '#projections/inbox'
import { listProjection } from '#projections/list'
import type { FoldDeps } from '#projections/packs'
import { forgetRows, type Projection, postgresProjectionStore, rebuild } from '#projections/runner'
import { idOf, packInSetup, sent, signedBy } from '#tests/pack'
import { advance } from '../../projections/runner/store.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage((pool, { random, timers }) => postgresSubjectKeys({ pool, random, timers, masterKey: new Uint8Array(32) }))
  await migrate(stage.database.pool, documentMigrations)
})
afterAll(() => stage.close())

/** Keys as a process knows them that hears of nothing. */
function keysOnceKnown() {
  const known = new Map<string, SubjectKey | null>()
  return {
    ...stage.keys,
    onDestroyed: () => () => undefined,
    async existingAll(wanted: readonly { stream: string; subject: string }[]) {
      const now = await stage.keys.existingAll(wanted)
      for (const { stream, subject } of wanted) {
        const at = `${stream} ${subject}`
        if (!known.get(at)) known.set(at, now(stream, subject))
      }
      return (stream: string, subject: string) => known.get(`${stream} ${subject}`) ?? null
    },
  }
}

/** Tables of read models, and of documents, in which this text stands. */
async function holding(text: string): Promise<readonly string[]> {
  const { pool } = stage.database
  const { rows } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('public', 'information_schema') AND schemaname NOT LIKE 'pg\\_%' ORDER BY 1`,
  )
  const found = await Promise.all(rows.map(({ name }) => pool.query(`SELECT FROM ${name} AS row WHERE strpos(row::text, $1) > 0`, [text])))
  return rows.flatMap(({ name }, at) => (found[at]!.rowCount ? [name] : []))
}

/** The same projection, which waits once it has written rows for the first time. */
function waiting(projection: Projection) {
  const written = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  const open = () => {
    // In one step, so that it can wait between two pages.
    const { stage: _, ...projector } = projection.open()
    return {
      ...projector,
      async project(...[events, tables]: Parameters<typeof projector.project>) {
        await projector.project(events, tables)
        written.resolve()
        await go.promise
      },
    }
  }
  return { projection: { ...projection, open }, written: written.promise, go: () => go.resolve() }
}

const inTable = (deps: FoldDeps) => auditTrailProjection(deps, tableRecords(stage.database.pool))
const inDocuments = (deps: FoldDeps) =>
  auditTrailProjection(deps, documentRecords(postgresDocumentStore(stage.database.pool), stage.database.pool))
const dumped = (schema: string, table: string) => async () => JSON.stringify(await stage.dump(schema, [table]))

const READ_MODELS = [
  ['list', 'list', listProjection, dumped('list', 'pack')],
  ['audit trail', 'audit_trail', inTable, dumped('audit_trail', 'record')],
  ['inbox', 'inbox', inboxProjection, dumped('inbox', 'notification')],
  [
    'audit trail of documents',
    'audit_trail',
    inDocuments,
    async () => {
      const { rows } = await stage.database.pool.query<{ kind: string }>('SELECT kind FROM audit_trail.generation')
      return dumped('documents', `of_${rows[0]!.kind}`)()
    },
  ],
] as const
const FACTS = signedBy(sent(packInSetup('first')), 'first').events.map(({ fact }) => fact)

test.each(READ_MODELS)(
  '[D-294] a document deleted for good while the %s is rebuilt does not come back with the new rows',
  async (title, name, make, held) => {
    const [gone, stays] = [idOf(`gone ${title}`), idOf(`stays ${title}`)]
    for (const key of [gone, stays]) await stage.happen(key, FACTS)
    const projections = stage.start([make(stage)])
    expect(await projections.waitFor(name, null, 20_000)).toBe(true)
    expect(await held()).toContain(gone)

    const slow = waiting(make({ log: stage.log, keys: keysOnceKnown() }))
    const rebuilt = rebuild({ pool: stage.database.pool, log: stage.log, owners: stage.owners }, slow.projection, undefined, () =>
      make(stage),
    )
    await slow.written
    // As the process does it.
    await stage.keys.destroyAll(`pack-${gone}`)
    await projections.forget(`pack-${gone}`)
    expect(await held()).not.toContain(gone)
    await stage.log.remove(`pack-${gone}`)
    slow.go()
    const { differences } = await rebuilt
    expect(differences).toEqual([])
    expect(await held()).not.toContain(gone)
    expect(await held()).toContain(stays)
  },
)

test('what the key of somebody sealed that was destroyed while the list is rebuilt does not come back with the new rows', async () => {
  const key = idOf('somebody of it')
  await stage.happen(key, FACTS)
  const projections = stage.start([listProjection(stage)])
  expect(await projections.waitFor('list', null, 20_000)).toBe(true)
  const row = async () => JSON.stringify((await stage.database.pool.query('SELECT * FROM list.pack WHERE pack = $1', [key])).rows)
  expect(await row()).toMatch(/first@example/)
  const slow = waiting(listProjection({ log: stage.log, keys: keysOnceKnown() }))
  const rebuilt = rebuild({ pool: stage.database.pool, log: stage.log, owners: stage.owners }, slow.projection, undefined, () =>
    listProjection(stage),
  )
  await slow.written
  await stage.keys.destroy(`pack-${key}`, idOf('first'))
  await projections.forget(`pack-${key}`)
  expect(await row()).not.toMatch(/first@example/)
  slow.go()
  expect((await rebuilt).differences).toEqual([])
  expect(await row()).not.toMatch(/first@example/)
})

test.each(READ_MODELS)(
  '[D-294] what a making of the %s left that met its end in the middle goes with a document that it held',
  async (title, name, make, held) => {
    const gone = idOf(`in hand ${title}`)
    await stage.happen(gone, FACTS)
    const projections = stage.start([make(stage)])
    expect(await projections.waitFor(name, null, 20_000)).toBe(true)
    const dies = { ...make(stage), compare: () => Promise.reject(new Error('killed')) }
    await expect(rebuild({ pool: stage.database.pool, log: stage.log, owners: stage.owners }, dies)).rejects.toThrow('killed')
    expect((await holding(gone)).filter((table) => table.startsWith(`${name}_next.`) || table.startsWith('documents.'))).not.toEqual([])

    await stage.keys.destroyAll(`pack-${gone}`)
    await projections.forget(`pack-${gone}`)
    expect(await held()).not.toContain(gone)
    expect(await holding(gone)).toEqual([])
    // A running rebuild is left alone, and the next one is as good as any.
    expect((await rebuild({ pool: stage.database.pool, log: stage.log, owners: stage.owners }, make(stage))).differences).toEqual([])
  },
)

/** A process that keeps a read model and hears of no key, a page of the log at a time. */
async function deafOwner(projection: Projection) {
  const store = postgresProjectionStore(stage.database.pool)
  const { name, filter } = projection
  const projector = projection.open()
  await store.prepare(projection, '')
  return async function read() {
    const from = (await store.checkpoint(name))!.position
    const { events, position: to } = await stage.log.readAll(from, 1_000, filter)
    const streams = [...new Set(events.map(({ event }) => event.stream))]
    return () => advance(store, { name, from, to, streams }, (tables, erased) => projector.project(events, tables, erased))
  }
}

test.each(READ_MODELS)(
  '[D-294] a document deleted for good does not come back into the %s from the memory of a process that did not hear of it',
  async (title, _, make, held) => {
    const [removed, going] = [idOf(`removed ${title}`), idOf(`going ${title}`)]
    for (const key of [removed, going]) await stage.happen(key, FACTS.slice(0, -3))
    const read = await deafOwner(make({ log: stage.log, keys: keysOnceKnown() }))
    await (await read())()
    for (const key of [removed, going]) expect(await held()).toContain(key)
    // The last of them are on their way to it while another process deletes what they are of.
    for (const key of [removed, going]) await stage.happen(key, FACTS.slice(-3), `signatory:${idOf('first')}`)
    const write = await read()
    for (const key of [removed, going]) {
      await stage.keys.destroyAll(`pack-${key}`)
      await forgetRows(postgresProjectionStore(stage.database.pool), make(stage), `pack-${key}`)
    }
    await stage.log.remove(`pack-${removed}`)
    await write()
    for (const key of [removed, going]) expect(await held()).not.toContain(key)
  },
)

test('what the destroyed key of somebody had sealed does not come back into the list from the memory of a process that did not hear of it', async () => {
  const key = idOf('somebody unheard of')
  const row = async () => JSON.stringify((await stage.database.pool.query('SELECT * FROM list.pack WHERE pack = $1', [key])).rows)
  await stage.happen(key, FACTS.slice(0, -3))
  const read = await deafOwner(listProjection({ log: stage.log, keys: keysOnceKnown() }))
  await (await read())()
  expect(await row()).toMatch(/first@example/)
  await stage.happen(key, FACTS.slice(-3))
  const write = await read()
  await stage.keys.destroy(`pack-${key}`, idOf('first'))
  await forgetRows(postgresProjectionStore(stage.database.pool), listProjection(stage), `pack-${key}`)
  await write()
  expect(await row()).toContain(key)
  expect(await row()).not.toMatch(/first@example/)
})
