import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Blobs, diskBlobs } from '#platform/blobs'
import { PRODUCT_ON_EVENTSTOREDB } from '#tests/event-store'
import { testDatabase } from '#tests/postgres'
import { refusalOf, type TestServer, testServer } from '#tests/server'
import { textOfLog } from '#tests/stored-events'
import { backUp } from '../../cli/backup/backup.ts'
import { restoreContent } from '../../cli/backup/restore.ts'
import type { Client } from '../../cli/demo/client.ts'
import { asked, eventually, linkOf, newId, SENDER, sent, signAs, uploaded, viewOf } from '../support/prepared.ts'
import { withoutPermission } from '../support/without-permission.ts'

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
  reason: 'a claim that nobody else has',
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
  // On EventStoreDB the table is empty, and what anybody may read of the log is asked for.
  const events = PRODUCT_ON_EVENTSTOREDB ? await textOfLog(server.application.services.eventLog) : []
  all.push(...events.map((row) => ({ table: 'event_log', row })))
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
async function tablesNaming(text: string): Promise<readonly string[]> {
  const found = (await dump()).filter(({ row }) => row.includes(text))
  return [...new Set(found.map(({ table }) => table))].sort()
}
/** Where a deleted document's key stands for good. */
const STAYS = [
  'anchor_forgotten',
  'event_log',
  ...(PRODUCT_ON_EVENTSTOREDB ? [] : ['event_log_removed']),
  // Digests and the order of what happened: the proof that a feed is whole needs them.
  'feed_entry',
  'feed_stream',
  'file_removed_pack',
  'key_index_removed',
  'mail_removed',
  'subject_key',
]
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
  const held = (on: boolean, reason?: string) => server.owner.post(`/app/documents/${made.pack}/legal_hold`, { on, reason })
  await held(true, PLANTED.reason)
  type Holds = { holds: readonly { reason: string }[] }
  expect(await server.owner.get<Holds>(`/app/accounts/${server.workspace}/keeping`)).toMatchObject({ holds: [{ reason: PLANTED.reason }] })
  await held(false)
  await server.owner.get(`/app/documents/${made.pack}/generate_temp_document_download?document_temp_download_type=preview`)
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
  const withoutRight = withoutPermission(server, 'can_delete_documents')
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
  const content = await files.open(conversion.file)
  expect(content).not.toBeNull()
  content?.stream.destroy()
  await trash(copy.key)
  await destroy(server.owner, copy.key)
  await eventually(
    () => keyIndex.find(copy.key, 'document'),
    (entry) => entry === null,
  )
  expect(await foundInDump()).toEqual([])

  // What still names the pack: that it was deleted, by whom and when, and that nothing may ever be kept under its name again.
  expect(await tablesNaming(made.pack)).toEqual(STAYS)
  // Why it was once under a hold stands in the workspace's history, under a key of its own.
  expect(await subjectKeys.existing(`workspace-${server.workspace}`, made.pack)).toBeNull()
  expect((await server.application.watch!.guard.checkNow()).findings).toEqual([])
  const history = await eventLog.read(`workspace-${server.workspace}`, 0n, 1_000)
  expect(history.filter(({ type }) => type === 'PackPermanentlyDeleted')).toMatchObject([
    { data: { pack: made.pack }, meta: { actor: { principal: expect.stringMatching(/^user:/), capacity: 'team' } } },
    { data: { pack: copy.key } },
  ])
})

/** The storing of a file that stands still, just before or just after, until it is let go on. Answers whose file it is. */
function storing(where: 'before' | 'after') {
  const { files } = server.application.services
  const [reached, go] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()]
  const store = files.store.bind(files)
  let isFirst = true
  const spy = vi.spyOn(files, 'store').mockImplementation(async (key, ...content) => {
    const held = isFirst
    isFirst = false
    const { pack } = (await files.find(key))!
    const stored = held && where === 'before' ? null : await store(key, ...content)
    if (held) {
      reached.resolve(pack)
      await go.promise
    }
    return stored ?? store(key, ...content)
  })
  return {
    reached: reached.promise,
    goOn() {
      spy.mockRestore()
      go.resolve()
    },
  }
}

test('[D-294] what is made of a document while it is deleted for good, its pages, a download, its sealed file, leaves nothing behind either', async () => {
  const { keyIndex, health } = server.application.services
  const signed = await sent(server.owner, 'Sealed too late', ['Late Signer'], [{ ...FIELDS[0], type: 'signature' }])
  const [link, shown] = [await linkOf(server.owner, signed.pack, signed.signers[0]!), (await uploaded(server.owner, 'Shown too late')).pack]
  const making = [
    { where: 'before', begin: () => void uploaded(server.owner, 'Converted too late').catch(() => undefined) },
    {
      where: 'after',
      begin: () => server.owner.get(`/app/documents/${shown}/generate_temp_document_download?document_temp_download_type=preview`),
    },
    { where: 'after', begin: () => signAs(server.application.url, link, signed.pack, signed.signers[0]!, signed.fields[0]!) },
  ] as const
  for (const { where, begin } of making) {
    const late = storing(where)
    await begin()
    const pack = await late.reached
    await trash(pack)
    await destroy(server.owner, pack)
    await eventually(
      () => keyIndex.find(pack, 'document'),
      (entry) => entry === null,
    )
    late.goOn()
    // Nothing is tried again and again, and no work names it any more.
    await eventually(
      () => tablesNaming(pack),
      (tables) => JSON.stringify(tables) === JSON.stringify(STAYS),
      20_000,
    )
    // Some work looks again long after a member left.
    const open = "SELECT queue, state FROM job WHERE state <> 'done' AND due < now() + interval '1 minute'"
    const { rows } = await server.application.foundation.pool.query(open)
    expect(rows).toEqual([])
  }
  expect((await health()).filter(({ ok }) => !ok)).toEqual([])
})

test('[D-294] a backup that is being taken while a document goes for good is whole, and holds what deletes it again', async () => {
  const { pool, dataDir, world, configuration } = server.application.foundation
  const { keyIndex } = server.application.services
  const own = Buffer.from('%PDF-1.4 of the backed up alone')
  const going = await uploaded(server.owner, 'Backed up and gone')
  const staying = await uploaded(server.owner, 'Backed up and kept')
  const key = newId()
  await server.application.services.files.reserve({ key, pack: going.pack, mediaType: 'text/plain' })
  const { digest } = await server.application.services.files.store(key, Readable.from([own]))
  const blobs = diskBlobs({ folder: join(dataDir, 'files'), ...world })
  let deleted: Promise<unknown> | null = null
  const during: Pick<Blobs, 'open'> = {
    async open(...asked) {
      // The tables are written, and its files are not.
      deleted ??= trash(going.pack)
        .then(() => destroy(server.owner, going.pack))
        .then(() =>
          eventually(
            () => keyIndex.find(going.pack, 'document'),
            (entry) => entry === null,
          ),
        )
      await deleted
      return blobs.open(...asked)
    },
  }
  const folder = join(dataDir, 'backup')
  const made = await backUp({ pool, blobs: during, dataDir, folder, configuration, now: new Date().toISOString() })
  expect(made.files).not.toContain(digest)
  async function named(file: string): Promise<readonly boolean[]> {
    const text = await readFile(join(folder, file), 'utf8')
    return [going, staying].map(({ pack }) => text.includes(pack))
  }
  // Events in EventStoreDB have a backup of their own.
  expect(await named('tables/event_log.jsonl')).toEqual(Array(2).fill(!PRODUCT_ON_EVENTSTOREDB))
  expect(await named('deletions.jsonl')).toEqual([true, false])
  // Apart from files and the master key it shows nobody's data.
  const tables = await Promise.all(made.tables.map(({ name }) => readFile(join(folder, 'tables', `${name}.jsonl`), 'utf8')))
  const secrets = ['Backed up and kept', 'Backed up and gone', SENDER.email_address].flatMap(formsOf)
  expect(secrets.filter((form) => tables.some((text) => text.includes(form)))).toEqual([])
  const elsewhere = await testDatabase()
  try {
    const back = await restoreContent({ pool: elsewhere.pool, blobs, folder, content: made })
    expect(back).toMatchObject({ problems: [], files: made.files.length })
  } finally {
    await elsewhere.drop()
  }
})

test('[D-294] read models keep going, and are the same after a rebuild, after a pack went', async () => {
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

test('a person’s data goes from where nobody signed with them, stays where others rely on it, and every place says which and why', async () => {
  const { files, eventLog, subjectKeys } = server.application.services
  const person = { reason: 'reason of Tamsin alone', value: 'value of Tamsin alone', name: 'Tamsin Unmistakable' }
  const contact = 'tamsin@example.com'
  const field = (signer: number, y: number) => ({ type: 'text', x: 40, y, width: 120, height: 24, signer }) as const
  const made = async (name: string, who: string) => sent(server.owner, name, [who, 'Orla Kept'], [field(0, 40), field(1, 200)])
  const reject = async ({ pack, signers, fields }: Awaited<ReturnType<typeof made>>, says: { value: string; reason: string }) => {
    await asked(server.owner, pack)
    const link = await linkOf(server.owner, pack, signers[0]!)
    const signer = await server.signer(link)
    await signer.post(`/app/documents/${pack}/add_update_data_field`, { data: [{ uuid: fields[0], data: says.value }] })
    await signer.post(`/app/documents/${pack}/add_update_signatory`, {
      data: { uuid: signers[0] },
      update_status_to: 'rejected',
      rejection_reason: says.reason,
    })
    return { link, signer }
  }
  const rejected = await made('Turned down', person.name)
  const { link, signer } = await reject(rejected, person)
  const held = await made('Turned down and held', 'Tamsin Held')
  await reject(held, { value: 'held', reason: 'held' })
  await server.owner.post(`/app/documents/${held.pack}/legal_hold`, { on: true, reason: 'a claim' })
  const running = await made('Still out', 'Tamsin Running')
  const signed = await sent(server.owner, 'Signed with her', ['Tamsin Signing'], [{ ...field(0, 40), type: 'signature' }])
  await signAs(
    server.application.url,
    await linkOf(server.owner, signed.pack, signed.signers[0]!),
    signed.pack,
    signed.signers[0]!,
    signed.fields[0]!,
  )
  await eventually(
    () => viewOf(server.owner, signed.pack),
    ({ view }) => view.documents[0]!.sealing.state === 'sealed',
  )
  const stranger = await server.stranger('Elsewhere')
  const foreign = await sent(stranger, 'Of another team', ['Tamsin Foreign'], [field(0, 40)])

  type Places = { contact: string; next: string | null; places: readonly { document_key: string; fate: string; holds: object }[] }
  const accounts = `/app/accounts/${server.workspace}`
  const look = (by = server.owner, what = contact) => by.post<Places>(`${accounts}/person_data`, { data: { contact: what } })
  const found = await look(server.owner, ' TAMSIN@example.com ')
  expect(found).toMatchObject({ contact, next: null })
  const fates = ({ places }: Places) => Object.fromEntries(places.map(({ document_key, fate }) => [document_key, fate]))
  expect(fates(found)).toEqual({ [rejected.pack]: 'erasable', [held.pack]: 'held', [running.pack]: 'first-end', [signed.pack]: 'evidence' })
  expect(found.places.find(({ document_key }) => document_key === rejected.pack)?.holds).toEqual({
    ...{ name: true, email: true, mobile: false, values: 1, signatures: 0, visits: 1, mails: 1, reason: true },
  })
  expect((await look(server.owner, 'amsin@example.com')).places).toEqual([])
  expect(await refusalOf(look(server.owner, 'tamsin'))).toMatchObject({ status: 400 })
  expect(await refusalOf(look(await server.member('Ordinary')))).toMatchObject({ status: 403 })
  expect(await refusalOf(look(stranger))).toMatchObject({ status: 404 })

  const rowsOf = async () => (await dump()).map(({ row }) => row).join('\n')
  const visible = async () => {
    const text = await rowsOf()
    return [person.name, person.reason, person.value].filter((planted) => formsOf(planted).some((form) => text.includes(form)))
  }
  expect(await visible()).toContain(person.name)
  const stored = await eventLog.read(`pack-${rejected.pack}`, 0n, 1_000)
  const documents = [rejected, held, running, signed, foreign].map(({ pack }) => pack)
  const erase = (by: Client) =>
    by.post<{ documents: readonly { document_key: string; erased: boolean; message: string | null }[] }>(`${accounts}/erase_person`, {
      data: { contact, documents },
    })
  expect(await refusalOf(erase(stranger))).toMatchObject({ status: 404 })
  const downloads = async () =>
    (await dump()).filter(({ table, row }) => table === 'temp_download' && row.includes(rejected.pack)).map(({ table }) => table)
  const { document_temp_download: preview } = await server.owner.get<{ document_temp_download: { key: string } }>(
    `/app/documents/${rejected.pack}/generate_temp_document_download?document_temp_download_type=preview`,
  )
  await eventually(
    () => files.find(preview.key),
    (file) => file !== null && file.digest !== null,
  )
  expect(await downloads()).toEqual(['temp_download'])
  const done = await erase(server.owner)
  expect(done.documents.filter(({ erased }) => erased).map(({ document_key }) => document_key)).toEqual([rejected.pack])
  expect(done.documents.find(({ document_key }) => document_key === held.pack)?.message).toContain('legal hold')

  await eventually(
    () => subjectKeys.existing(`pack-${rejected.pack}`, rejected.signers[0]!),
    (key) => key === null,
  )
  await eventually(visible, (left) => left.length === 0)
  await eventually(
    async () => (await refusalOf(server.signer(link))).code,
    (code) => code === 'unknown-link',
  )
  await eventually(
    async () => (await refusalOf(signer.get(`/app/documents/${rejected.pack}/view`))).status,
    (status) => status === 401,
  )
  expect([await downloads(), await files.find(preview.key)]).toEqual([[], null])
  // Nobody is found where nothing is held; the others are as they were.
  expect(fates(await look())).toEqual({ [held.pack]: 'held', [running.pack]: 'first-end', [signed.pack]: 'evidence' })
  expect(await subjectKeys.existing(`pack-${foreign.pack}`, foreign.signers[0]!)).not.toBeNull()
  const { mails } = await server.owner.get<{ mails: readonly { to: string; text: string }[] }>('/app/outbox')
  expect(mails.filter(({ to, text }) => to === contact && text.includes('Turned down”'))).toEqual([])
  expect(mails.some(({ to, text }) => to === 'orla@example.com' && text.includes('Turned down”'))).toBe(true)

  // The history is the one that it was, and one event longer; nothing of it says who that was.
  const now = await eventLog.read(`pack-${rejected.pack}`, 0n, 1_000)
  expect(now.slice(0, stored.length)).toEqual(stored)
  expect(now.at(-1)).toMatchObject({ type: 'PersonErased', data: { people: [rejected.signers[0]] } })
  expect((await server.application.watch!.guard.checkNow()).findings).toEqual([])
  const said: string[] = []
  for (const url of [
    `/app/documents/${rejected.pack}/view`,
    `/app/replay/${rejected.pack}/steps`,
    `/app/replay/${rejected.pack}/export?format=csv`,
    `/app/replay/${rejected.pack}/export?format=jsonl`,
    '/app/documents?q=Turned',
    '/app/notifications',
  ]) {
    said.push(new TextDecoder().decode(await server.owner.bytes(url)))
  }
  for (const text of [person.name, person.reason, person.value]) expect(said.filter((answer) => answer.includes(text))).toEqual([])
  expect(said[0]).toContain('Orla Kept')
  const replay = await server.owner.get<{
    signatories: readonly { erased: string | null }[]
    visits: readonly { matches: boolean | null }[]
    history: { intact: boolean }
  }>(`/app/replay/${rejected.pack}`)
  expect(replay).toMatchObject({ history: { intact: true }, visits: [{ matches: null }] })
  expect(replay.signatories.map(({ erased }) => erased !== null)).toEqual([true, false])
  const lines = await readFile(join(server.application.foundation.dataDir, 'deletions.jsonl'), 'utf8')
  expect(lines).toContain(`"people":["${rejected.signers[0]}"]`)
})

test('a person is found by a number in any writing, and where their address was corrected to another’s; nothing is kept of the search', async () => {
  const { pack } = await uploaded(server.owner, 'With a number')
  const uuid = newId()
  const save = (person: object) =>
    server.owner.post(`/app/documents/${pack}/update_document`, {
      data: { document_name: 'With a number', signatories: [{ uuid, role: 'signer-1', ...person }], signing_order: [[uuid]] },
    })
  await save({ name: 'Wrong One', email: 'wrong.one@example.com', mobile_number: '082 555 0142' })
  type Places = { places: readonly { document_key: string; fate: string }[] }
  const look = async (contact: string) =>
    (await server.owner.post<Places>(`/app/accounts/${server.workspace}/person_data`, { data: { contact } })).places.map(
      ({ document_key, fate }) => [document_key, fate],
    )
  expect(await look('+27 (82) 555-0142')).toEqual([[pack, 'first-remove']])
  expect(await look('wrong.one@example.com')).toEqual([[pack, 'first-remove']])
  await save({ name: 'Right One', email: 'right.one@example.com', mobile_number: '082 555 0142' })
  expect(await look('wrong.one@example.com')).toEqual([[pack, 'corrected']])
  expect(await look('right.one@example.com')).toEqual([[pack, 'first-remove']])
  expect(await look('who.asked@example.com')).toEqual([])
  const text = (await dump()).map(({ row }) => row).join('\n')
  expect(formsOf('who.asked@example.com').filter((form) => text.includes(form))).toEqual([])
})

test('a profile goes for good where no team needs it: the address is free for a new person, and a team with documents keeps an administrator', async () => {
  const { accounts, members, eventLog, subjectKeys } = server.application.services
  const { pool } = server.application.foundation
  const ownerKey = (await members.list(server.workspace)).find(({ isAdmin, fullName }) => isAdmin && fullName === 'Mira Castell')!.user
  const possible = (by: Client) => by.get<{ possible: boolean; why_not: string | null }>('/app/user/profile_deletion')
  const password = 'correct horse battery'
  const remove = (by: Client, typed = password) => by.post('/app/user/delete_profile', { data: { password: typed } })

  // Somebody else administers the first team by now, so nothing but membership keeps its owner; of a team alone with its documents nobody goes.
  const alone = await server.stranger('Lonely')
  await sent(alone, 'Nobody else’s', ['Ada Lovelace'], [{ type: 'text', x: 40, y: 40, width: 120, height: 24, signer: 0 }])
  expect(await possible(alone)).toMatchObject({ possible: false, why_not: expect.stringContaining('last administrator of “Lonely’s own”') })
  expect(await refusalOf(remove(alone))).toMatchObject({ status: 409, code: 'profile-needed' })

  const leaver = await server.member('Perpetua')
  expect(await possible(leaver)).toMatchObject({ possible: false, why_not: expect.stringContaining('Leave it first') })
  const known = (await members.list(server.workspace)).find(({ email }) => email === 'perpetua@example.com')!
  const former = `/app/accounts/${server.workspace}/former_members`
  type Former = { former_members: readonly { user_key: string; possible: boolean }[] }
  expect((await server.owner.get<Former>(former)).former_members).toEqual([])
  await members.remove(server.workspace, known.key, { user: ownerKey }, { correlation: 'test', causation: 'test' })
  expect((await server.owner.get<Former>(former)).former_members).toMatchObject([{ user_key: known.user, possible: true }])
  expect(await refusalOf(alone.get(former))).toMatchObject({ status: 404 })
  const by = (who: Client, user: string) => who.post(`/app/accounts/${server.workspace}/delete_profile`, { data: { user_key: user } })
  expect(await refusalOf(by(await server.member('Plain'), known.user))).toMatchObject({ status: 403 })
  expect(await refusalOf(by(server.owner, ownerKey))).toMatchObject({ status: 404 })
  expect(await refusalOf(remove(leaver, 'not the password'))).toMatchObject({ status: 403, code: 'password-wrong' })
  await remove(leaver)
  expect((await refusalOf(possible(leaver))).status).toBe(401)

  const stream = `user-${known.user}`
  await eventually(
    () => subjectKeys.existing(stream, 'pack'),
    (key) => key === null,
  )
  expect(await accounts.profileOf(known.user)).toBeNull()
  expect((await server.owner.get<Former>(former)).former_members).toEqual([])
  const { rows } = await pool.query('SELECT account FROM password WHERE account = $1 UNION SELECT owner FROM session WHERE owner = $2', [
    known.user,
    `user:${known.user}`,
  ])
  expect(rows).toEqual([])
  const text = (await dump()).map(({ row }) => row).join('\n')
  expect(formsOf('perpetua@example.com').filter((form) => text.includes(form))).toEqual([])
  expect((await eventLog.read(stream, 0n, 100)).at(-1)).toMatchObject({
    type: 'ProfileErased',
    meta: { actor: { principal: `user:${known.user}` } },
  })
  const { mails } = await server.owner.get<{ mails: readonly { to: string }[] }>('/app/outbox')
  expect(mails.filter(({ to }) => to === 'perpetua@example.com')).toEqual([])

  // The same address, another person.
  await server.member('Perpetua')
  const again = (await members.list(server.workspace)).find(({ email }) => email === 'perpetua@example.com')!
  expect(again.user).not.toBe(known.user)
  expect(await accounts.noneYet()).toBe(false)
})
