import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { digestOf } from '#domain/kernel'
import { type AppendixRecord, appendicesOf, putAppendix, withAppendix } from '#tests/appendices'
import { refusalOf, type TestServer, testServer } from '#tests/server'
import { eventually, linkOf, newId, type Prepared, prepared, sent, viewOf } from '../support/prepared.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ environment: { PARAPH_KEEP_DELETED: 'false', PARAPH_MAX_UPLOAD_MB: '1' } })
})
afterAll(() => server.close())

const FIELD = { type: 'text', x: 40, y: 40, width: 120, height: 24, signer: 0 } as const
const DATE = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const RULES = Buffer.from('The rules of the house.')
const made = (name: string) => prepared(server.owner, name, ['Ada Signer', 'Bert Signer'], [FIELD, { ...FIELD, y: 200, signer: 1 }])
async function send({ pack }: Prepared) {
  const { revision } = await viewOf(server.owner, pack)
  await server.owner.post(`/app/documents/${pack}/update_document`, { data: { status: 'awaiting_signatures', revision } })
}
const signerOf = async ({ pack, signers }: Prepared, at = 0) => server.signer(await linkOf(server.owner, pack, signers[at]!))
const filesOf = async (pack: string) => (await server.application.services.files.keysOf(pack)).length
async function onDisk(bytes: Uint8Array): Promise<boolean> {
  const names = await readdir(join(server.application.foundation.dataDir, 'files'), { recursive: true })
  return names.some((name) => name.endsWith(createHash('sha256').update(bytes).digest('hex')))
}

test('[D-205 D-206 D-503 D-504 D-505 S-130 S-293 S-294 S-295] a supporting document is uploaded in three steps, saved, listed, changed and removed', async () => {
  const { pack, document } = await made('Supported lease')
  const file_key = await putAppendix(server.owner, document, 'House rules.txt', RULES)
  const early = { data: { file_key: newId(), filename: 'x.txt' } }
  expect(await refusalOf(server.owner.post(`/app/documents/${pack}/add_update_appendix`, early))).toMatchObject({ status: 404 })
  expect(
    await server.owner.post(`/app/document_appendix_upload_success/${document}`, { file_key, filename: 'House rules.txt' }),
  ).toMatchObject({
    success: true,
    filename: 'House rules.txt',
    file_key,
    blob_url: `/app/serve/${file_key}`,
  })
  const { document_appendix: saved } = await server.owner.post<{ document_appendix: AppendixRecord }>(
    `/app/documents/${pack}/add_update_appendix`,
    { data: JSON.stringify({ file_key, filename: 'House rules.txt', custom_id: 'rules' }) },
  )
  expect(saved).toEqual({
    key: saved._id,
    _id: expect.stringMatching(/^[\da-f-]{36}$/),
    document_key: pack,
    file_key,
    filename: 'House rules.txt',
    blob_serving_url: `/app/serve/${file_key}`,
    size: RULES.length,
    date_created: expect.stringMatching(DATE),
    date_updated: expect.stringMatching(DATE),
    custom_id: 'rules',
    description: 'Supporting document',
    required: true,
    audience: ['all'],
  })
  expect(await appendicesOf(server.owner, document)).toEqual([saved])
  const change = { key: saved.key, description: 'Read these first', audience: ['signatories'], required: false }
  await server.owner.post(`/app/documents/${pack}/add_update_appendix`, { data: change })
  const [changed] = await appendicesOf(server.owner, pack)
  expect(changed).toEqual({ ...saved, ...change, date_updated: expect.any(String) })
  expect(changed!.date_updated > saved.date_updated).toBe(true)
  expect(await appendicesOf(server.owner, (await made('Another lease')).pack)).toEqual([])
  const served = await fetch(new URL(`/app/serve/${file_key}`, server.url), { headers: { cookie: server.owner.cookie() } })
  expect(Buffer.from(await served.arrayBuffer())).toEqual(RULES)
  await server.owner.get(`/app/documents/${pack}/delete_document_appendix/${saved.key}`)
  expect(await appendicesOf(server.owner, pack)).toEqual([])
  const again = server.owner.get(`/app/documents/${pack}/delete_document_appendix/${newId()}`)
  expect(await refusalOf(again)).toMatchObject({ status: 404 })
})

test('whatever a supporting document holds, a browser saves it and runs nothing of it', async () => {
  const { pack } = await made('Sandboxed lease')
  const page = Buffer.from('<!doctype html><script>alert(1)</script>')
  const { file_key } = await withAppendix(server.owner, pack, 'page "1".html', page)
  for (const way of ['serve', 'serve_image']) {
    const { headers } = await fetch(new URL(`/app/${way}/${file_key}`, server.url), { headers: { cookie: server.owner.cookie() } })
    expect(headers.get('content-type')).toBe('application/octet-stream')
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="page _1_.html"/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain('sandbox')
  }
})

test('[S-187] programs are refused by their name, and by what they hold under any name; neither is kept, and a client that missed the answer gets it again', async () => {
  const { pack } = await made('Lease without programs')
  const words = { status: 400, message: "We currently don't accept executable files." }
  const shortcuts = ['a.scf', 'a.url', 'a.iso', 'a.chm', 'a.xll', 'a.lnk']
  for (const filename of [
    'setup.exe',
    'SETUP.EXE',
    'setup.exe. ',
    'run.bat',
    'open.ps1',
    'setup.exe::$DATA',
    'a\u202efdp.exe',
    ...shortcuts,
  ]) {
    const asked = server.owner.get(`/app/get_document_appendix_upload_url/${pack}?${new URLSearchParams({ filename })}`)
    expect(await refusalOf(asked)).toMatchObject(words)
  }
  const { files } = server.application.foundation
  const disk = `${'\u0000'.repeat(0x8001)}CD001`
  for (const start of ['MZ\u0090\u0000', '\u007fELF', '#!/bin/sh\n', '[InternetShortcut]\r\nURL=', '\r\n[Shell]\r\n', 'ITSF', disk]) {
    const bytes = Buffer.from(`${start} and whatever follows`, 'latin1')
    for (const way of ['success', 'save'] as const) {
      const file_key = await putAppendix(server.owner, pack, 'terms.pdf', bytes)
      const tell = () =>
        way === 'success'
          ? server.owner.post(`/app/document_appendix_upload_success/${pack}`, { file_key })
          : server.owner.post(`/app/documents/${pack}/add_update_appendix`, { data: { file_key, filename: 'terms.pdf' } })
      expect(await refusalOf(tell())).toMatchObject(words)
      expect(await files.find(file_key)).toMatchObject({ digest: null })
      expect(await refusalOf(tell())).toMatchObject(words)
    }
    expect(await onDisk(bytes)).toBe(false)
  }
  const renamed = await putAppendix(server.owner, pack, 'terms.txt', RULES)
  const saved = server.owner.post(`/app/documents/${pack}/add_update_appendix`, { data: { file_key: renamed, filename: 'terms.com' } })
  expect(await refusalOf(saved)).toMatchObject(words)
  expect(await files.find(renamed)).toMatchObject({ digest: null })
})

test('a supporting document goes by a name that every system takes and that reads as it is', async () => {
  const { pack } = await made('Lease with odd names')
  const { file_key } = await withAppendix(server.owner, pack, 'House\u202e rules:\u200b 2026.txt. ', RULES)
  expect(await appendicesOf(server.owner, pack)).toMatchObject([{ filename: 'House rules_ 2026.txt' }])
  const { headers } = await fetch(new URL(`/app/serve/${file_key}`, server.url), { headers: { cookie: server.owner.cookie() } })
  expect(headers.get('content-disposition')).toContain('filename="House rules_ 2026.txt"')
  expect((await withAppendix(server.owner, pack, `${'x'.repeat(300)}.txt`, RULES)).filename).toBe(`${'x'.repeat(196)}.txt`)
})

test('one that is too large is refused, and an upload that never came is no supporting document', async () => {
  const { pack } = await made('Lease with limits')
  const { url, file_key } = await server.owner.get<{ url: string; file_key: string }>(
    `/app/get_document_appendix_upload_url/${pack}?filename=large.bin`,
  )
  expect(await refusalOf(server.owner.post(`/app/document_appendix_upload_success/${pack}`, { file_key }))).toMatchObject({
    code: 'not-uploaded',
  })
  expect(await refusalOf(server.owner.put(url, Buffer.alloc(1_200_000)))).toMatchObject({ status: 413 })
})

test('[D-424 D-425 D-426 D-427 D-428] only those whom the audience names can list it and fetch its file, and nobody outside the team before it is sent', async () => {
  const lease = await made('Lease for some')
  const of: Record<string, AppendixRecord> = {}
  for (const audience of ['all', 'signatories', 'cc_recipients', 'team']) {
    of[audience] = await withAppendix(server.owner, lease.pack, `${audience}.txt`, Buffer.from(`for ${audience}`), { audience: [audience] })
  }
  const fetched = (by: { bytes(path: string): Promise<Uint8Array> }, audience: string) =>
    by.bytes(of[audience]!.blob_serving_url!).then(
      (bytes) => Buffer.from(bytes).toString(),
      ({ status }) => status,
    )
  const member = await server.member('Memberone')
  const stranger = await server.stranger('Strangerone')
  await send(lease)
  const signer = await signerOf(lease)
  const names = (records: readonly AppendixRecord[]) => records.map(({ filename }) => filename)
  expect(names(await appendicesOf(member, lease.pack))).toEqual(['all.txt', 'signatories.txt', 'cc_recipients.txt', 'team.txt'])
  expect(names(await appendicesOf(signer, lease.pack))).toEqual(['all.txt', 'signatories.txt'])
  expect(await refusalOf(appendicesOf(stranger, lease.pack))).toMatchObject({ status: 404 })
  for (const audience of Object.keys(of)) {
    expect(await fetched(member, audience)).toBe(`for ${audience}`)
    expect(await fetched(signer, audience)).toBe(['all', 'signatories'].includes(audience) ? `for ${audience}` : 404)
    expect(await fetched(stranger, audience)).toBe(404)
  }
  // Files withheld from them show in nothing else that they receive.
  const answers = JSON.stringify([await viewOf(signer, lease.pack), signer.opened.view])
  expect(answers).toContain('signatories.txt')
  for (const secret of ['team.txt', 'cc_recipients.txt', of.team!.file_key!]) expect(answers).not.toContain(secret)
  for (const call of [
    () => signer.get(`/app/get_document_appendix_upload_url/${lease.pack}?filename=a.txt`),
    () => signer.post(`/app/documents/${lease.pack}/add_update_appendix`, { data: { description: 'mine' } }),
    () => signer.get(`/app/documents/${lease.pack}/delete_document_appendix/${of.all!.key}`),
  ]) {
    expect(await refusalOf(call())).toMatchObject({ status: 403 })
  }
  // Once it is out, sent files stay as they were sent.
  const late = server.owner.get(`/app/documents/${lease.pack}/delete_document_appendix/${of.all!.key}`)
  expect(await refusalOf(late)).toMatchObject({ status: 409, code: 'not-in-setup' })
})

test('[D-426] the link in a copy recipient’s mail leads to what is for them, and to nothing else', async () => {
  const lease = await made('Lease with a copy')
  const recipient = newId()
  await server.owner.post(`/app/documents/${lease.pack}/update_document`, {
    data: { cc_recipients: [{ uuid: recipient, name: 'Carla Copy', email: 'carla@example.com' }] },
  })
  const [ours, theirs] = await Promise.all(
    ['team', 'cc_recipients'].map((audience) =>
      withAppendix(server.owner, lease.pack, `${audience}.txt`, Buffer.from(`for ${audience}`), { audience: [audience] }),
    ),
  )
  const token = newId()
  await server.application.services.keyIndex.register([
    { key: digestOf(token), kind: 'download', pack: lease.pack, extra: { recipient, mail: newId() } },
  ])
  const got = (query: string) => fetch(new URL(`/app/final/${token}${query}`, server.url))
  const served = await got(`?supporting=${theirs!.file_key}`)
  expect(await served.text()).toBe('for cc_recipients')
  expect(served.headers.get('content-disposition')).toMatch(/^attachment; filename="?cc_recipients\.txt\b/)
  expect(served.headers.get('content-type')).toBe('application/octet-stream')
  expect(served.headers.get('x-content-type-options')).toBe('nosniff')
  for (const query of [`?supporting=${ours!.file_key}`, `?supporting=${newId()}`, '']) expect((await got(query)).status).toBe(404)
})

test('[D-149] a document keeps what it says of attachments and annotation', async () => {
  const { pack } = await made('Lease with options')
  const options = { include_attachments: true, attachments_visible_to_all_signers: true, can_be_annotated: true }
  const now = async () => (await server.owner.get<{ document: object }>(`/app/documents/${pack}`)).document
  expect(await now()).toMatchObject(Object.fromEntries(Object.keys(options).map((name) => [name, false])))
  await server.owner.post(`/app/documents/${pack}/update_document`, { data: options })
  expect(await now()).toMatchObject(options)
})

test('[D-137] a document keeps what it says of signing, each option by itself', async () => {
  const { pack } = await made('Lease with signing options')
  const first = {
    sequential_signing: false,
    use_signing_wizard: true,
    one_click_initial: false,
    one_click_signing: false,
    can_use_drawn_signature: true,
    can_use_typed_signature: true,
    can_use_uploaded_signature: true,
    use_two_factor_authentication: false,
    obfuscate_contact_info: true,
    email_is_optional_for_signing: false,
    communication_channel_configurable: false,
    use_signer_groups: false,
    first_signer_has_multi_edit_role: false,
    can_reject_individual_documents: false,
  }
  const now = async () => (await server.owner.get<{ document: object }>(`/app/documents/${pack}`)).document
  expect(await now()).toMatchObject(first)
  let wanted: Record<string, boolean> = first
  for (const [name, value] of Object.entries(first)) {
    await server.owner.post(`/app/documents/${pack}/update_document`, { data: { [name]: !value } })
    wanted = { ...wanted, [name]: !value }
    // The last way to sign leaves uploading behind (specification section 5).
    if (name === 'can_use_uploaded_signature') wanted = { ...wanted, can_use_uploaded_signature: true }
    expect(await now()).toMatchObject(wanted)
  }
})

test('a copy has its own, and deleting either for good leaves nothing behind that the other does not need', async () => {
  const lease = await made('Lease to copy')
  const bytes = Buffer.from(`of this lease alone ${newId()}`)
  const removed = Buffer.from(`removed from it ${newId()}`)
  const held = await withAppendix(server.owner, lease.pack, 'kept.txt', bytes, { audience: ['signatories'] })
  const gone = await withAppendix(server.owner, lease.pack, 'gone.txt', removed)
  await server.owner.get(`/app/documents/${lease.pack}/delete_document_appendix/${gone.key}`)
  const { document: copy } = await server.owner.get<{ document: { key: string } }>(`/app/documents/${lease.pack}/create_a_copy`)
  const [copied] = await appendicesOf(server.owner, copy.key)
  expect(copied).toMatchObject({ filename: 'kept.txt', audience: ['signatories'] })
  expect(copied!.file_key).not.toBe(held.file_key)
  const destroy = async (pack: string) => {
    await server.owner.get(`/app/documents/${pack}/delete_document`)
    await server.owner.delete(`/app/document_actions/${pack}/permanently_delete_document`)
    await eventually(
      () => filesOf(pack),
      (count) => count === 0,
    )
  }
  await destroy(lease.pack)
  expect([await onDisk(bytes), await onDisk(removed)]).toEqual([true, false])
  expect(Buffer.from(await server.owner.bytes(copied!.blob_serving_url!))).toEqual(bytes)
  await destroy(copy.key)
  expect(await onDisk(bytes)).toBe(false)
})

test('no call that looks at an upload takes away a file that the document is made of', async () => {
  const lease = await sent(server.owner, 'Lease to take apart', ['Ada Signer'], [FIELD])
  const signer = await signerOf(lease)
  const { view } = await viewOf(signer, lease.pack)
  const { conversion } = view.documents[0]!
  const pages = 'file' in conversion ? conversion.file : ''
  for (const type of ['signature', 'image']) {
    const taken = signer.post(`/app/data_field_upload_success/${lease.pack}`, { file_key: pages, type })
    expect(await refusalOf(taken)).toMatchObject({ status: 404 })
  }
  expect((await signer.bytes(`/app/serve/${pages}`)).length).toBeGreaterThan(1_000)
})

test('one that is added again under its key, after another one was, is answered as itself', async () => {
  const { pack } = await made('Answered lease')
  const add = (key: string, custom_id: string) => {
    server.owner.remember({ 'idempotency-key': key })
    return server.owner
      .post<{ document_appendix: AppendixRecord }>(`/app/documents/${pack}/add_update_appendix`, { data: { custom_id } })
      .finally(() => server.owner.remember({ 'idempotency-key': '' }))
  }
  const key = newId()
  const first = await add(key, 'first')
  const second = await add(newId(), 'second')
  expect((await add(key, 'first')).document_appendix).toEqual(first.document_appendix)
  expect((await appendicesOf(server.owner, pack)).map(({ key }) => key)).toEqual([
    first.document_appendix.key,
    second.document_appendix.key,
  ])
})
