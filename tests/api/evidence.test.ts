import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { hashOfEvent, type StoredEvent, verifyInclusion } from '#domain/kernel'
import { verifyChain } from '#platform/event-codec'
import { PRODUCT_ON_EVENTSTOREDB } from '#tests/event-store'
import { testOnEventTable } from '#tests/event-table'
import { refusalOf, type TestServer, testServer } from '#tests/server'
import { eventually, sent } from '../support/prepared.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ environment: { PARAPH_KEEP_DELETED: 'false' } })
})
afterAll(() => server.close())

const FIELDS = [{ type: 'text', x: 40, y: 40, width: 120, height: 24, signer: 0 }] as const
const prepared = async (name: string) => (await sent(server.owner, name, ['Nell Archer'], FIELDS)).pack
/** Each kind of finding once a stream: one server serves all tests here, those first in which nothing is found. */
const guard = async () => {
  const { findings } = await server.application.watch!.guard.checkNow()
  return [...new Map(findings.map(({ kind, where }) => [`${kind} ${where}`, { kind, where }])).values()]
}
const anchor = () => server.application.watch!.anchoring.now()
const sql = (text: string, values: readonly unknown[] = []) => server.application.foundation.pool.query(text, [...values])
const storedOf = (stream: string) => server.application.services.eventLog.read(stream, 0n, 10_000)
/** Takes a stream out, and records nowhere that it was deleted. */
async function vanish(stream: string): Promise<void> {
  if (PRODUCT_ON_EVENTSTOREDB) await server.application.services.eventLog.remove(stream)
  else await sql('DELETE FROM event_log WHERE stream = $1', [stream])
}
const proofOf = async (key: string) => (await server.owner.get<{ proof: Proof | null }>(`/app/evidence/${key}/anchor`)).proof
type Proof = Parameters<typeof verifyInclusion>[0] & { readonly anchor: StoredEvent }

/** As somebody with the database's password and this program's source would: change one event, then every hash after it. */
async function rewrite(stream: string, from: number, change: (event: StoredEvent) => StoredEvent): Promise<void> {
  let prev = ''
  for (const event of await storedOf(stream)) {
    const plain = event.revision < from ? event : { ...(event.revision === from ? change(event) : event), prev }
    const hash = event.revision < from ? event.hash : hashOfEvent(plain)
    // The sealed values would no longer open with the rewritten event: the forger drops the boxes.
    await sql(
      'UPDATE event_log SET data = $3, meta = $4, prev = $5, hash = $6, sealed = CASE WHEN hash = $6 THEN sealed ELSE $7::json END WHERE stream = $1 AND revision = $2',
      [stream, event.revision, JSON.stringify(plain.data), JSON.stringify(plain.meta), plain.prev, hash, '[]'],
    )
    prev = hash
  }
}
const anHourEarlier = (event: StoredEvent) => ({ ...event, meta: { ...event.meta, time: '2020-01-01T00:00:00.000Z' } })

test('everything is checked for who asks a process that does not walk, by the one that does', async () => {
  const other = await server.anotherProcess({ PARAPH_ROLES: 'api', PARAPH_DATA: server.application.foundation.dataDir })
  onTestFinished(() => other.close())
  const there = await other.as(server.owner)
  type Answer = { report: { began: string; events: number; checking: boolean } }
  const check = async () => (await there.post<Answer>(`/app/accounts/${server.workspace}/guard`, {})).report
  const before = await check()
  await prepared('Asked for elsewhere')
  const asked = new Date().toISOString()
  const report = await check()
  expect(report.checking).toBe(false)
  expect(report.events).toBeGreaterThan(before.events)
  expect(report.began >= asked).toBe(true)
})

test('a proof of any document stands by itself, and a history may go on after it was anchored', async () => {
  const key = await prepared('Hire of the hall')
  expect(await proofOf(key)).toBeNull()
  await prepared('Another')
  await anchor()
  const proof = (await proofOf(key))!
  expect(verifyInclusion(proof)).toBe(true)
  expect(proof.anchor).toMatchObject({ stream: 'anchors', type: 'HeadsAnchored', data: { root: proof.root } })
  const { revision } = proof.leaf
  expect(proof.leaf).toEqual({ stream: `pack-${key}`, revision, hash: (await storedOf(`pack-${key}`))[revision]!.hash })

  await server.owner.get(`/app/documents/${key}/delete_document`)
  expect(await guard()).toEqual([])
  await anchor()
  const later = (await proofOf(key))!
  expect(later.leaf.revision).toBeGreaterThan(proof.leaf.revision)
  expect(verifyInclusion(later)).toBe(true)
})

test('[D-294] after a permanent deletion anchors and the proofs of others still hold; a stream that merely vanished is found', async () => {
  const [gone, stays, stolen] = [await prepared('To be deleted'), await prepared('To stay'), await prepared('To vanish')]
  await anchor()
  await server.owner.get(`/app/documents/${gone}/delete_document`)
  await server.owner.delete(`/app/document_actions/${gone}/permanently_delete_document`)
  await eventually(
    () => storedOf(`pack-${gone}`),
    (events) => events.length === 0,
  )
  expect(await guard()).toEqual([])
  expect(verifyInclusion((await proofOf(stays))!)).toBe(true)
  const left = await sql('SELECT revision, hash FROM anchor_leaf WHERE stream = $1', [`pack-${gone}`])
  expect(new Set(left.rows.flatMap(Object.values))).toEqual(new Set([null]))

  await vanish(`pack-${stolen}`)
  expect(await guard()).toEqual([{ kind: 'lost', where: `pack-${stolen}` }])
  // Making it look deleted does not help: nobody said that it is.
  await sql('UPDATE anchor_leaf SET revision = NULL, hash = NULL WHERE stream = $1', [`pack-${stolen}`])
  expect(await guard()).toEqual([{ kind: 'lost', where: `pack-${stolen}` }])
})

test('who rewrites a history and takes away the heads that hold it is found by the chain of anchors, and a line added outside hides none', async () => {
  const pack = await prepared('Sale of the mill')
  await anchor()
  await prepared('Sale of the sails')
  await anchor()
  const already = await guard()
  const outside = join(server.application.foundation.dataDir, 'anchors.jsonl')
  const before = await readFile(outside, 'utf8')
  const { rows } = await sql(
    'SELECT t.root, t.number, t.revision FROM anchor_tree t JOIN anchor_leaf l USING (root) WHERE l.stream = $1 ORDER BY t.number',
    [`pack-${pack}`],
  )
  const { root, number, revision } = rows[0]
  const { rows: leaves } = await sql('SELECT * FROM anchor_leaf WHERE root = $1', [root])
  await sql('DELETE FROM anchor_leaf WHERE root = $1', [root])
  await sql('DELETE FROM anchor_tree WHERE root = $1', [root])
  expect(await guard()).toEqual([...already, { kind: 'anchors', where: 'anchors' }])

  // As it was, and then another line under the same number.
  await sql('INSERT INTO anchor_tree (root, number, revision) VALUES ($1, $2, $3)', [root, number, revision])
  await sql('INSERT INTO anchor_leaf SELECT * FROM json_populate_recordset(NULL::anchor_leaf, $1)', [JSON.stringify(leaves)])
  expect(await guard()).toEqual(already)
  const line = before
    .split('\n')
    .filter(Boolean)
    .map((text) => JSON.parse(text))
    .find((one) => one.number === number)
  const forged = { ...line, root: 'x'.repeat(43) }
  await writeFile(outside, `${JSON.stringify(forged)}\n${before}`)
  expect(await guard()).toContainEqual({ kind: 'anchors', where: 'anchors' })
  await writeFile(outside, before)
  expect(await guard()).toEqual(already)
  // As after a restore of the database alone: later anchors are missed.
  await writeFile(outside, `${before}${JSON.stringify({ ...line, number: 1_000 + number })}\n`)
  expect(await guard()).toEqual([...already, { kind: 'anchors', where: 'anchors' }])
  await writeFile(outside, before)
})

testOnEventTable(
  'events that were changed, taken out, or whose values were exchanged or dropped are found without any anchor',
  async () => {
    const [changed, cut, values, file] = [await prepared('One'), await prepared('Two'), await prepared('Three'), await prepared('Four')]
    const dropped = await prepared('Five')
    await sql(
      `UPDATE event_log SET meta = jsonb_set(meta::jsonb, '{time}', '"2020-01-01T00:00:00.000Z"')::json WHERE stream = $1 AND revision = 1`,
      [`pack-${changed}`],
    )
    await sql('DELETE FROM event_log WHERE stream = $1 AND revision = 3', [`pack-${cut}`])
    await sql(
      `UPDATE event_log SET sealed = (SELECT sealed FROM event_log WHERE stream = $1 AND revision = 0) WHERE stream = $1 AND revision = 1`,
      [`pack-${values}`],
    )
    await sql(`UPDATE event_log SET sealed = '[]' WHERE stream = $1 AND revision = 1`, [`pack-${dropped}`])
    const folder = join(server.application.foundation.dataDir, 'files')
    const names = await readdir(folder, { recursive: true, withFileTypes: true })
    const bytes = names.find((name) => name.isFile())!
    await writeFile(join(bytes.parentPath, bytes.name), 'other bytes')
    const found = await guard()
    expect(found).toContainEqual({ kind: 'event', where: `pack-${changed}` })
    expect(found).toContainEqual({ kind: 'chain', where: `pack-${cut}` })
    for (const pack of [values, dropped]) expect(found).toContainEqual({ kind: 'values', where: `pack-${pack}` })
    expect(found.filter(({ kind }) => kind === 'file')).toHaveLength(1)
    expect(found.filter(({ where }) => where === `pack-${file}`)).toEqual([])

    // It shows in health, in the app for administrators only, and went to them by mail, once.
    const authorization = `Bearer ${server.application.foundation.secrets.healthToken}`
    const health = await server.raw('/health', { headers: { authorization } })
    expect(health.status).toBe(503)
    expect(await server.raw('/health')).toMatchObject({ status: 503, body: { success: false, status: 'not ok' } })
    expect(JSON.stringify(health.body)).toMatch(/history or files were changed: \d+ findings/)
    expect(JSON.stringify(health.body)).not.toContain(changed)
    const shown = await server.owner.get<{ report: { findings: readonly { document_key: string | null }[] } }>(
      `/app/accounts/${server.workspace}/guard`,
    )
    expect(shown.report.findings.map(({ document_key }) => document_key)).toEqual(expect.arrayContaining([changed, cut, values, null]))
    const member = await server.member('Ordinary')
    expect((await refusalOf(member.get(`/app/accounts/${server.workspace}/guard`))).status).toBe(403)
    const mails = async () =>
      (await server.owner.get<{ mails: readonly { kind: string; text: string }[] }>('/app/outbox')).mails.filter(
        ({ kind }) => kind === 'guard',
      )
    const written = await mails()
    expect(written.map(({ text }) => text).join()).toContain(`event 1 of pack-${changed} was changed`)
    await guard()
    expect(await mails()).toHaveLength(written.length)
  },
)

testOnEventTable('an administrator of the database who rewrites a history, hashes and all, is found by the anchors', async () => {
  const key = await prepared('Lease of the mill')
  const stream = `pack-${key}`
  await anchor()
  const already = await guard()

  const before = await storedOf(stream)
  await rewrite(stream, 2, anHourEarlier)
  const forged = await storedOf(stream)
  expect(forged[2]!.hash).not.toBe(before[2]!.hash)
  expect(verifyChain(forged), 'the forged chain is whole in itself').toEqual([])
  expect(await guard()).toEqual(expect.arrayContaining([...already, { kind: 'anchor', where: stream }]))

  // The leaf with it: then the leaves no longer lead to the root.
  await sql('UPDATE anchor_leaf SET hash = $2 WHERE stream = $1', [stream, forged.at(-1)!.hash])
  expect(await guard()).toContainEqual({ kind: 'anchors', where: 'anchors' })
})

testOnEventTable('who rewrites the anchors too is found by the file outside the database', async () => {
  await prepared('Sale of the boat')
  await anchor()
  const lines = (await readFile(join(server.application.foundation.dataDir, 'anchors.jsonl'), 'utf8')).split('\n').filter(Boolean)
  expect(lines.map((line) => JSON.parse(line).number)).toEqual(lines.map((_, at) => at + 1))
  await rewrite('anchors', 0, anHourEarlier)
  expect(await guard()).toContainEqual({ kind: 'anchors', where: 'anchors' })
  // A line that a crash cut off is no line, and the next anchor stands behind it.
  await appendFile(join(server.application.foundation.dataDir, 'anchors.jsonl'), '{"number":2,"ro')
  await prepared('Sale of the oars')
  await anchor()
  expect(await readFile(join(server.application.foundation.dataDir, 'anchors.jsonl'), 'utf8')).toMatch(
    /"ro\n\{"hash":"[\w-]{43}","number":/,
  )
})
