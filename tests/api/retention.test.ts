import { createHash } from 'node:crypto'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { RetentionAnswer } from '#contract/retention'
import { type WorkspaceCommand, workspace as workspaceAggregate } from '#domain/workspace'
import { commandsOf } from '#platform/command-handler'
import { refusalOf, type TestServer, testServer } from '#tests/server'
import type { Account } from '../../command-api/edge/caller.ts'
import { packs } from '../../command-api/pack/packs.ts'
import { people } from '../../command-api/people.ts'
import { TakenAway, takeout } from '../../command-api/records/takeout.ts'
import { hasOpenssl, startTimeAuthority, type TimeAuthority } from '../pdf/support/time-authority.ts'
import { eventually, linkOf, sent, uploaded, viewOf } from '../support/prepared.ts'

let server: TestServer
let authority: TimeAuthority | null = null
let deletions: string
const KEY = Buffer.alloc(32, 5).toString('base64')
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'paraph-keeping-'))
  deletions = join(folder, 'deletions.jsonl')
  const environment: Record<string, string> = { PARAPH_KEEP_DELETED: 'false', PARAPH_DELETIONS_FILE: deletions, PARAPH_MASTER_KEY: KEY }
  if (hasOpenssl) {
    authority = await startTimeAuthority({ key: 'ec' })
    await writeFile(join(folder, 'tsa.pem'), authority.root)
    Object.assign(environment, { PARAPH_TIMESTAMP_URL: authority.url, PARAPH_TIMESTAMP_CERTIFICATE: join(folder, 'tsa.pem') })
  }
  server = await testServer({ environment })
})
afterAll(async () => {
  await server.close()
  await authority?.close()
})

const FIELDS = [{ type: 'text', x: 40, y: 40, width: 120, height: 24, signer: 0 }] as const
const at = () => `/app/accounts/${server.workspace}/keeping`
const keeping = () => server.owner.get<RetentionAnswer>(at())
const save = (data: object) =>
  server.owner.post<RetentionAnswer>(at(), { data: { retention_years: null, trash_days: null, records_visits: true, ...data } })
const trash = (pack: string) => server.owner.get(`/app/documents/${pack}/delete_document`)
const destroy = (pack: string) => server.owner.delete(`/app/document_actions/${pack}/permanently_delete_document`)
const hold = (pack: string, on: boolean, reason = '') => server.owner.post(`/app/documents/${pack}/legal_hold`, { on, reason })
const rowIsThere = (pack: string, is: boolean) =>
  eventually(
    () => server.application.services.queries.rowsOf([pack]),
    (rows) => rows.some((row) => row.is_deleted) === is,
  )

test('how long a workspace keeps what is read by its members, set by its administrators, and nobody else’s', async () => {
  expect((await keeping()).keeping).toEqual({ retention_years: null, trash_days: null, records_visits: true })
  expect((await save({ retention_years: 10, trash_days: 30 })).keeping).toEqual({
    retention_years: 10,
    trash_days: 30,
    records_visits: true,
  })
  const member = await server.member('Ordinary')
  expect((await member.get<RetentionAnswer>(at())).keeping.retention_years).toBe(10)
  const asked = { data: { retention_years: null, trash_days: null, records_visits: false } }
  expect(await refusalOf(member.post(at(), asked))).toMatchObject({ status: 403, code: 'not-an-administrator' })
  const stranger = await server.stranger('Strange')
  expect((await refusalOf(stranger.get(at()))).status).toBe(404)
  expect((await refusalOf(stranger.post(at(), asked))).status).toBe(404)
  expect((await refusalOf(save({ trash_days: 0 }))).status).toBe(400)
  expect((await keeping()).keeping.records_visits).toBe(true)
  const history = await server.application.services.eventLog.read(`workspace-${server.workspace}`, 0n, 100)
  expect(history.filter(({ type }) => type === 'RetentionChanged')).toMatchObject([
    { data: { years: 10, trashDays: 30 }, meta: { actor: { capacity: 'team', principal: expect.stringMatching(/^user:/) } } },
  ])
  // Another administrator says nothing of what they do not change.
  const change = async (data: object) => (await server.owner.post<RetentionAnswer>(at(), { data })).keeping
  expect(await change({ records_visits: false })).toEqual({ retention_years: 10, trash_days: 30, records_visits: false })
  expect(await change({ trash_days: null })).toEqual({ retention_years: 10, trash_days: null, records_visits: false })
  expect(await change({})).toEqual({ retention_years: 10, trash_days: null, records_visits: false })
  await save({})
})

test('[S-143 D-294] a legal hold keeps a document from its own creator, retention from everybody’s hand; both are lifted again', async () => {
  const { pack } = await uploaded(server.owner, 'Under dispute')
  await hold(pack, true, 'Court order 12/2026')
  await trash(pack)
  expect(await refusalOf(destroy(pack))).toMatchObject({ status: 409, code: 'legal-hold' })
  const { holds } = await keeping()
  expect(holds).toMatchObject([{ document_key: pack, name: 'Under dispute', reason: 'Court order 12/2026' }])
  const member = await server.member('Curious')
  expect((await refusalOf(member.post(`/app/documents/${pack}/legal_hold`, { on: false }))).code).toBe('not-an-administrator')
  await hold(pack, false)
  expect((await keeping()).holds).toEqual([])

  await save({ retention_years: 5 })
  expect(await refusalOf(destroy(pack))).toMatchObject({ status: 409, code: 'deleted-documents-are-kept' })
  await save({})
  await destroy(pack)
  expect((await refusalOf(server.owner.get(`/app/documents/${pack}`))).status).toBe(404)
})

test('what the trash gives up soon is announced in the app and by mail, until it is taken out', async () => {
  const { pack } = await uploaded(server.owner, 'Old offer')
  const { pack: kept } = await uploaded(server.owner, 'Held offer')
  await hold(kept, true)
  for (const each of [pack, kept]) await trash(each)
  await rowIsThere(pack, true)
  await rowIsThere(kept, true)
  await save({ trash_days: 1 })
  await server.application.sweeps!.retention.now()
  await server.application.sweeps!.retention.now()
  const { due } = await keeping()
  expect(due).toMatchObject([{ document_key: pack, name: 'Old offer', because: 'trash' }])
  // A day in the trash is all that is asked for; nobody is surprised all the same.
  expect(Date.parse(due[0]!.date) - Date.now()).toBeGreaterThan(6.9 * 86_400_000)
  const { mails } = await server.owner.get<{ mails: readonly { kind: string; subject: string; document_key: string }[] }>('/app/outbox')
  expect(mails.filter(({ kind }) => kind === 'retention')).toMatchObject([
    { document_key: pack, subject: `“Old offer” will be deleted on ${due[0]!.date.slice(0, 10)} (UTC)` },
  ])
  await server.owner.get(`/app/documents/${pack}/recover_document`)
  await rowIsThere(pack, false)
  expect((await keeping()).due).toEqual([])
  await hold(kept, false)
  await save({})
})

test('sent again under its key, an older change of a team is not carried out again; under the same key another one is refused', async () => {
  const url = `/app/accounts/${server.workspace}/update_account_settings`
  const isShown = () => server.application.services.members.showsSenderPresence(server.workspace)
  const key = server.application.services.world.ids.next()
  const set = async (on: boolean, under: string) => {
    server.owner.remember({ 'idempotency-key': under })
    try {
      return await server.owner.post(url, { data: { show_sender_presence: on } })
    } finally {
      server.owner.remember({ 'idempotency-key': '' })
    }
  }
  await set(true, key)
  await set(false, '')
  await set(true, key)
  expect(await isShown()).toBe(false)
  await expect(set(false, key)).rejects.toMatchObject({ code: 'idempotency-key-reused' })
})

test('[D-294] taken out of the trash while the retention decides, a document stays or is gone; nobody gets it back and loses it again', async () => {
  const { handler, members, eventLog } = server.application.services
  const tell = (command: WorkspaceCommand) =>
    commandsOf(workspaceAggregate, handler).perform({
      key: server.workspace,
      who: { as: 'installation' },
      commands: [command],
      origin: { actor: { principal: 'process:retention', capacity: 'process' }, correlation: 'test', causation: 'test' },
    })
  const now = () => new Date().toISOString()
  const deletions = async (pack: string) =>
    (await eventLog.read(`workspace-${server.workspace}`, 0n, 1_000)).filter(
      ({ type, data }) => type === 'PackPermanentlyDeleted' && (data as { pack?: string }).pack === pack,
    ).length
  const recovered = (pack: string) => server.owner.get(`/app/documents/${pack}/recover_document`)
  /** In the trash, announced, and its day has come. */
  async function due(name: string): Promise<{ pack: string; decide: () => Promise<unknown> }> {
    const { pack } = await uploaded(server.owner, name)
    await trash(pack)
    const since = (await viewOf(server.owner, pack)).view.trashed!
    await tell({ do: 'AnnounceDeletion', pack, as: { because: 'trash', since, on: now() }, due: since })
    return { pack, decide: () => tell({ do: 'DeleteAnnounced', pack, since, now: now() }) }
  }

  const first = await due('Restored first')
  const postpone = members.postponeDeletion.bind(members)
  vi.spyOn(members, 'postponeDeletion').mockImplementationOnce(async (...asked) => {
    const mayGoOn = await postpone(...asked)
    await first.decide()
    return mayGoOn
  })
  await recovered(first.pack)
  await first.decide()
  expect(await deletions(first.pack)).toBe(0)
  expect((await viewOf(server.owner, first.pack)).view.trashed).toBeNull()

  const second = await due('Decided first')
  vi.spyOn(members, 'postponeDeletion').mockImplementationOnce(async (...asked) => {
    await second.decide()
    return postpone(...asked)
  })
  expect((await refusalOf(recovered(second.pack))).status).toBe(404)
  expect(await deletions(second.pack)).toBe(1)
  vi.restoreAllMocks()
})

test('visits are recorded from signers alone, in bounded batches, each thing once, and not at all where the workspace says so', async () => {
  const made = await sent(server.owner, 'Looked at', ['Nell Archer', 'Omar Reyes'], FIELDS)
  const signer = await server.signer(await linkOf(server.owner, made.pack, made.signers[0]!))
  const url = `/app/documents/${made.pack}/visit`
  const page = (of: number) => ({ what: 'page', document: made.document, page: of, ago: 1 })
  const observed = async () =>
    (await server.application.services.eventLog.read(`pack-${made.pack}`, 0n, 1_000)).filter(({ type }) => type === 'VisitObserved')
  type Visit = { readonly recorded: boolean }

  expect(await signer.post<Visit>(url, { moments: [page(0), page(1), page(0), page(99)] })).toMatchObject({ recorded: true })
  await signer.post(url, { moments: [page(1), { what: 'field', field: made.fields[0], ago: 0 }] })
  await signer.post(url, { moments: [page(0)] })
  expect(await observed()).toMatchObject([
    { data: { signatory: made.signers[0], moments: [{ page: 0 }, { page: 1 }] } },
    { data: { signatory: made.signers[0], moments: [{ what: 'field', field: made.fields[0] }] } },
  ])

  const moments = Array.from({ length: 51 }, (_, of) => page(of))
  expect((await refusalOf(signer.post(url, { moments }))).status).toBe(400)
  expect((await refusalOf(signer.post(url, { moments: [] }))).status).toBe(400)
  expect((await refusalOf(server.owner.post(url, { moments: [page(0)] }))).status).toBe(403)
  expect((await refusalOf((await server.stranger('Passing')).post(url, { moments: [page(0)] }))).status).toBe(404)

  await save({ records_visits: false })
  const other = await server.signer(await linkOf(server.owner, made.pack, made.signers[1]!))
  expect(await other.post<Visit>(url, { moments: [page(0)] })).toMatchObject({ recorded: false })
  expect(await observed()).toHaveLength(2)
  await save({})
})

test('[D-294] a restore that brings a deleted document back is followed by its deletion, whatever was under hold then', async () => {
  const { pack } = await uploaded(server.owner, 'Back from the backup')
  const { pack: stays } = await uploaded(server.owner, 'Always there')
  await hold(pack, true, 'lifted after the backup')
  // Deletions in this life of the database stand outside of it.
  const lines = async () => (await readFile(deletions, 'utf8')).split('\n').filter(Boolean)
  const known = (await lines()).map((each) => JSON.parse(each))
  expect(known).toContainEqual({
    workspace: server.workspace,
    pack: expect.any(String),
    time: expect.any(String),
    by: expect.stringMatching(/^user:/),
  })
  // In the life before the restore this one was deleted too; a crash cut off the line of another.
  const line = JSON.stringify({ workspace: server.workspace, pack, time: '2026-03-01T09:00:00.000Z', by: `user:${pack}` })
  await writeFile(deletions, `${(await lines()).join('\n')}\n${line}\n{"workspace":"${server.workspace}","pa`)
  const restarted = await server.anotherProcess({ PARAPH_ROLES: 'processes' })
  await eventually(
    () => server.application.services.keyIndex.find(pack, 'document'),
    (entry) => entry === null,
  )
  expect((await refusalOf(server.owner.get(`/app/documents/${pack}`))).status).toBe(404)
  await server.owner.get(`/app/documents/${stays}`)
  const history = await server.application.services.eventLog.read(`workspace-${server.workspace}`, 0n, 1_000)
  expect(history.filter(({ type, data }) => type === 'PackPermanentlyDeleted' && data.pack === pack)).toMatchObject([
    { meta: { actor: { principal: 'process:restore' } } },
  ])
  await restarted.close()
})

test.skipIf(!hasOpenssl)('the configured authority puts its time under each anchor, and the administrators’ page says so', async () => {
  type Guard = {
    readonly anchors: { authority: boolean; waiting: number; last: { number: number; root: string; timestamped: boolean } | null }
  }
  const { pack } = await uploaded(server.owner, 'Timestamped')
  const ask = () => server.owner.get<Guard>(`/app/accounts/${server.workspace}/guard`)
  authority!.mood = 'down'
  await server.application.watch!.anchoring.now()
  expect((await ask()).anchors).toMatchObject({ authority: true, last: { timestamped: false } })
  expect((await ask()).anchors.waiting).toBeGreaterThan(0)
  authority!.mood = 'fine'
  await server.application.watch!.anchoring.now()
  const { anchors } = await ask()
  expect(anchors).toMatchObject({ waiting: 0, last: { timestamped: true } })
  const { proof } = await server.owner.get<{ proof: { root: string; timestamp: string | null } }>(`/app/evidence/${pack}/anchor`)
  expect(proof.timestamp).toMatch(/^[\w+/]+=*$/)
})

function filesIn(tar: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const files = new Map<string, Uint8Array>()
  const text = (from: number, to: number) => new TextDecoder().decode(tar.subarray(from, to)).replace(/\0.*$/s, '')
  for (let at = 0; tar[at] !== 0; ) {
    const size = Number.parseInt(text(at + 124, at + 136), 8)
    files.set(text(at, at + 100), tar.subarray(at + 512, at + 512 + size))
    at += 512 + Math.ceil(size / 512) * 512
  }
  return files
}

test('a workspace is exported whole, in an archive that goes on where it broke off, and to its administrators alone', async () => {
  const made = await sent(server.owner, 'To take along', ['Nell Archer'], FIELDS)
  const signer = await server.signer(await linkOf(server.owner, made.pack, made.signers[0]!))
  await signer.post(`/app/documents/${made.pack}/add_update_data_field`, { data: [{ uuid: made.fields[0], data: 'still her own' }] })
  const { pack: trashed } = await uploaded(server.owner, 'In the trash too')
  await trash(trashed)
  const url = `/app/accounts/${server.workspace}/export`
  const archive = await server.owner.bytes(url)
  const files = filesIn(archive)
  expect(files.has('README.txt')).toBe(true)
  expect(files.has(`documents/${trashed}/document.json`)).toBe(true)
  const read = (name: string) => new TextDecoder().decode(files.get(`documents/${made.pack}/${name}`))
  const lines = read('history.jsonl')
    .trimEnd()
    .split('\n')
    .map((each) => JSON.parse(each))
  const stored = await server.application.services.eventLog.read(`pack-${made.pack}`, 0n, 1_000)
  expect(lines.filter(({ hash }) => hash).map(({ hash }) => hash)).toEqual(stored.map(({ hash }) => hash))
  expect(read('history.csv').split('\r\n')[0]).toBe('event,time,who,capacity,what,type,address,agent,hash')
  expect(JSON.parse(read('document.json')).name).toBe('To take along')
  // The upload and its pages: bytes as they are stored.
  const own = [...files].filter(([name]) => name.startsWith(`documents/${made.pack}/files/`))
  expect(own).not.toEqual([])
  for (const [name, bytes] of own) {
    const key = /files\/([^.]+)/.exec(name)![1]!
    expect(createHash('sha256').update(bytes).digest('base64url')).toBe((await server.application.services.files.find(key))!.digest)
  }
  expect(new TextDecoder().decode(archive)).not.toContain('still her own')

  const rest = filesIn(await server.owner.bytes(`${url}?after=${made.pack}`))
  expect([...rest.keys()].every((name) => name > `documents/${made.pack}/`)).toBe(true)
  expect(rest.has(`documents/${trashed}/document.json`)).toBe(true)
  const member = await server.member('Leaving')
  expect((await refusalOf(member.get(url))).status).toBe(403)
  expect((await refusalOf((await server.stranger('Outside')).get(url))).status).toBe(404)
})

test('an archive breaks off at the next document once the user may not export any more', async () => {
  const { services } = server.application
  const { accounts, members, applications, handler, keyIndex, world } = services
  for (const name of ['One of two', 'Two of two']) await uploaded(server.owner, name)
  const { user } = (await members.list(server.workspace)).find(({ fullName }) => fullName === 'Mira Castell')!
  const owner: Account = { as: 'account', user, session: '', memberships: await accounts.membershipsOf(user) }
  const parts = {
    services,
    packs: packs({ handler, keyIndex, members, world, defaultCountry: 'ZA' }),
    people: people(accounts, members, applications),
  }
  let asked = 0
  const archive = takeout(parts, async () => (asked++ === 0 ? owner : null), server.workspace, null)
  const chunks: Uint8Array[] = []
  const all = async () => {
    for await (const chunk of archive) chunks.push(chunk)
  }
  await expect(all()).rejects.toThrow(TakenAway)
  const names = [...filesIn(Buffer.concat([...chunks, Buffer.alloc(512)])).keys()]
  expect(names.filter((name) => name.endsWith('/document.json'))).toHaveLength(1)
})
