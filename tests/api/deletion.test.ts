import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { refusalOf, type TestServer, testServer } from '#tests/server'
import type { Client } from '../../cli/demo/client.ts'
import { eventually, linkOf, newId, sent, uploaded, viewOf } from '../support/prepared.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ environment: { PARAPH_KEEP_DELETED: 'false' } })
})
afterAll(() => server.close())

const PLANTED = {
  person: 'Wilhelmina Unmistakable',
  value: 'a value that stands nowhere else',
  name: 'Contract of Nobody Else',
  value2: 'sender wrote this alone',
}
const FIELDS = [
  { type: 'text', x: 40, y: 40, width: 120, height: 24, signer: 0 },
  { type: 'text', x: 40, y: 200, width: 120, height: 24, signer: 'self', data: PLANTED.value2 },
] as const

const destroy = (by: Client, key: string) => by.delete(`/app/document_actions/${key}/permanently_delete_document`)
const trash = (key: string) => server.owner.get(`/app/documents/${key}/delete_document`)
const rowsInTrash = async () =>
  (await server.owner.get<{ documents: readonly { key: string }[] }>('/app/documents?is_trash_view=true')).documents.map(({ key }) => key)

/** Every row of every table but those of the server itself, with the table's name, as a dump would hold it. */
async function dump(): Promise<readonly { readonly table: string; readonly row: string }[]> {
  const { pool } = server.application.foundation
  const { rows } = await pool.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE relkind = 'r' AND nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema' ORDER BY 1`,
  )
  const all = []
  for (const { name } of rows) {
    const table = await pool.query<{ row: string }>(`SELECT row::text AS row FROM ${name} AS row`)
    all.push(...table.rows.map(({ row }) => ({ table: name, row })))
  }
  return all
}
/** The forms in which a text might be hidden somewhere. */
const formsOf = (text: string) => [
  text,
  text.toLowerCase(),
  ...(['hex', 'base64', 'base64url'] as const).map((form) => Buffer.from(text).toString(form).slice(0, -4)),
]
async function foundInDump(): Promise<readonly string[]> {
  const text = (await dump()).map(({ row }) => row).join('\n')
  return Object.values(PLANTED).filter((planted) => formsOf(planted).some((form) => text.includes(form)))
}
/** Bytes that no other document has. */
const OWN = Buffer.from('bytes of this document alone')
async function ownBytesOnDisk(): Promise<boolean> {
  const names = await readdir(join(server.application.foundation.dataDir, 'files'), { recursive: true })
  return names.some((name) => name.endsWith(createHash('sha256').update(OWN).digest('hex')))
}

test('[D-294 D-439 S-230 S-231 S-251] a creator deletes for good from the trash: keys, stream, rows, mails and files go, and one line stays', async () => {
  const { eventLog, subjectKeys, files, keyIndex } = server.application.services
  const made = await sent(server.owner, PLANTED.name, [PLANTED.person], FIELDS)
  const { document: copy } = await server.owner.get<{ document: { key: string } }>(`/app/documents/${made.pack}/create_a_copy`)
  await server.owner.post(`/app/documents/${copy.key}/update_document`, {
    data: { document_name: 'A copy', signatories: [] },
  })
  const own = newId()
  await files.reserve({ key: own, pack: made.pack, mediaType: 'text/plain' })
  await files.store(own, Readable.from([OWN]))
  expect(await ownBytesOnDisk()).toBe(true)
  const link = await linkOf(server.owner, made.pack, made.signers[0]!)
  const signer = await server.signer(link)
  await signer.post(`/app/documents/${made.pack}/add_update_data_field`, { data: [{ uuid: made.fields[0], data: PLANTED.value }] })
  await eventually(
    () => server.owner.get<{ mails: readonly { text: string }[] }>('/app/outbox'),
    ({ mails }) => mails.some(({ text }) => text.includes(PLANTED.name)),
  )
  // What is looked for below is there to be found.
  expect(await foundInDump()).toContain(PLANTED.name)
  expect(await foundInDump()).toContain(PLANTED.person)

  expect(await refusalOf(destroy(server.owner, made.pack))).toMatchObject({ status: 409, code: 'not-in-trash' })
  await trash(made.pack)
  expect(await rowsInTrash()).toContain(made.pack)
  const administrator = await server.member('Boss', true)
  expect(await refusalOf(destroy(administrator, made.pack))).toMatchObject({ status: 403, code: 'not-the-creator' })
  expect(await refusalOf(destroy(await server.stranger('Strange'), made.pack))).toMatchObject({ status: 404 })
  expect(await refusalOf(destroy(signer, made.pack))).toMatchObject({ status: 410 })
  const { accounts } = server.application.services
  const membershipsOf = accounts.membershipsOf.bind(accounts)
  const withoutRight = vi.spyOn(accounts, 'membershipsOf').mockImplementation(async (user, since) => {
    const all = await membershipsOf(user, since)
    return all.map((one) => ({ ...one, permissions: new Set([...one.permissions].filter((name) => name !== 'can_delete_documents')) }))
  })
  expect(await refusalOf(destroy(server.owner, made.pack))).toMatchObject({ status: 403, code: 'not-allowed' })
  withoutRight.mockRestore()
  expect((await viewOf(server.owner, made.pack)).view.trashed).not.toBeNull()

  await destroy(server.owner, made.document)
  // From here on nobody comes to it, while it is being taken away and after.
  for (const key of [made.pack, made.document]) {
    expect(await refusalOf(server.owner.get(`/app/documents/${key}`))).toMatchObject({ status: 404 })
  }
  expect(await refusalOf(server.owner.get(`/app/documents/${made.pack}/recover_document`))).toMatchObject({ status: 404 })
  expect(await refusalOf(destroy(server.owner, made.pack))).toMatchObject({ status: 404 })

  await eventually(
    () => keyIndex.find(made.pack, 'document'),
    (entry) => entry === null,
  )
  expect(await eventLog.read(`pack-${made.pack}`, 0n, 10)).toEqual([])
  expect(await subjectKeys.existing(`pack-${made.pack}`, 'pack')).toBeNull()
  expect(await ownBytesOnDisk()).toBe(false)
  expect(await rowsInTrash()).not.toContain(made.pack)
  expect(await refusalOf(server.signer(link))).toMatchObject({ code: 'unknown-link' })
  const { mails } = await server.owner.get<{ mails: readonly { text: string }[] }>('/app/outbox')
  expect(mails.filter(({ text }) => text.includes(PLANTED.name))).toEqual([])

  // The copy has the sender's own words of its own, and its pages, which were the deleted one's too.
  const kept = await viewOf(server.owner, copy.key)
  expect(kept.view.documents[0]!.pages).toHaveLength(2)
  const conversion = kept.view.documents[0]!.conversion
  if (conversion.state !== 'converted') throw new Error('the copy has no pages')
  expect(await files.open(conversion.file)).not.toBeNull()
  await trash(copy.key)
  await destroy(server.owner, copy.key)
  await eventually(
    () => keyIndex.find(copy.key, 'document'),
    (entry) => entry === null,
  )
  expect(await foundInDump()).toEqual([])

  // What still names the pack: that it was deleted, by whom and when, and that nothing may ever be kept under its name again.
  const rest = (await dump()).filter(({ row }) => row.includes(made.pack))
  expect(
    [...new Set(rest.map(({ table }) => table))].filter((table) => !table.startsWith('pgboss.') && !table.startsWith('session')).sort(),
  ).toEqual(['anchor_forgotten', 'event_log', 'event_log_removed', 'file_removed_pack', 'subject_key'])
  const history = await eventLog.read(`workspace-${server.workspace}`, 0n, 1_000)
  expect(history.filter(({ type }) => type === 'PackPermanentlyDeleted')).toMatchObject([
    { data: { pack: made.pack }, meta: { actor: { principal: expect.stringMatching(/^user:/), capacity: 'team' } } },
    { data: { pack: copy.key } },
  ])
})

test('[D-294] read models keep going, and are the same when they are built anew, after a pack went', async () => {
  const { pack } = await uploaded(server.owner, 'Passing')
  const { pack: staying } = await uploaded(server.owner, 'Staying')
  await trash(pack)
  await destroy(server.owner, pack)
  const { keyIndex, health } = server.application.services
  await eventually(
    () => keyIndex.find(pack, 'document'),
    (entry) => entry === null,
  )
  const { documents } = await server.owner.get<{ documents: readonly { key: string }[] }>('/app/documents')
  expect(documents.map(({ key }) => key)).toContain(staying)
  expect((await health()).filter(({ ok }) => !ok)).toEqual([])
})
