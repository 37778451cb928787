import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withAppendix } from '#tests/appendices'
import { refusalOf, type SigningClient, type TestServer, testServer } from '#tests/server'
import { eventually, linkOf, newId, type Prepared, prepared, sent, viewOf } from '../support/prepared.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ environment: { PARAPH_KEEP_DELETED: 'false', PARAPH_MAX_UPLOAD_MB: '1' } })
})
afterAll(() => server.close())

const box = { x: 40, width: 160, height: 24 }
const FIELDS = [
  { ...box, type: 'file', y: 40, signer: 0 },
  { ...box, type: 'signature', y: 100, height: 48, signer: 0 },
  { ...box, type: 'file', y: 200, signer: 1, required: false },
  { ...box, type: 'signature', y: 260, height: 48, signer: 1 },
] as const
const PEOPLE = ['Ada Signer', 'Bert Signer']
const signerOf = async ({ pack, signers }: Prepared, at: number) => server.signer(await linkOf(server.owner, pack, signers[at]!))
interface Attached {
  readonly method: 'attached'
  readonly file: string
  readonly digest: string
  readonly size: number
  readonly filename: string
}

async function upload(of: SigningClient, pack: string, filename: string, bytes: Uint8Array): Promise<Attached> {
  const { url, file_key } = await of.get<{ url: string; file_key: string }>(
    `/app/get_data_field_upload_url/${pack}?${new URLSearchParams({ filename, data_field_type: 'file' })}`,
  )
  await of.put(url, bytes)
  const { blob_key, digest, size, ...named } = await of.post<{ blob_key: string; digest: string; size: number; filename: string }>(
    `/app/data_field_upload_success/${pack}`,
    { file_key, type: 'file', filename },
  )
  return { method: 'attached', file: blob_key, digest, size, filename: named.filename }
}
const save = (of: SigningClient, pack: string, field: string, data: unknown) =>
  of.post(`/app/documents/${pack}/add_update_data_field`, { data: [{ uuid: field, data }] })
async function finish(of: SigningClient, { pack, signers, fields }: Prepared, at: number) {
  const { version } = of.opened.consent
  await of.post(`/app/documents/${pack}/user_accepted_terms/${signers[at]}`, { consent_version: version })
  await save(of, pack, fields[at * 2 + 1]!, { method: 'typed', text: 'By hand' })
  const { view_digest } = await viewOf(of, pack)
  return of.post(`/app/documents/${pack}/add_update_signatory`, {
    data: { uuid: signers[at] },
    update_status_to: 'complete',
    consent_version: version,
    view_digest,
    date: new Date().toISOString().slice(0, 10),
  })
}
const fetched = (of: { bytes(path: string): Promise<Uint8Array> }, { file }: Attached) =>
  of.bytes(`/app/serve/${file}`).then(
    (bytes) => Buffer.from(bytes).toString(),
    ({ status }) => status,
  )

test('a signer uploads, replaces and removes the file that they are asked for, cannot finish without it, and others have it by the audience', async () => {
  const made = await sent(server.owner, 'Lease with a proof', PEOPLE, FIELDS)
  const [field] = made.fields as [string]
  const ada = await signerOf(made, 0)
  const bert = await signerOf(made, 1)
  expect(await refusalOf(finish(ada, made, 0))).toMatchObject({ code: 'fields-incomplete' })
  const first = await upload(ada, made.pack, 'old proof.txt', Buffer.from('old'))
  await save(ada, made.pack, field, first)
  const second = await upload(ada, made.pack, 'Proof of income.txt', Buffer.from('earns enough'))
  await save(ada, made.pack, field, null)
  await save(ada, made.pack, field, second)
  const { data_fields } = await ada.get<{ data_fields: readonly object[] }>(`/app/documents/${made.pack}/get_data_fields`)
  expect(data_fields[0]).toMatchObject({ data: second, file_key: second.file, filename: 'Proof of income.txt' })
  // Until they have finished it is their own draft, and a replaced file belongs to nobody.
  expect(await fetched(ada, second)).toBe('earns enough')
  for (const other of [bert, server.owner]) expect(await fetched(other, second)).toBe(404)
  expect(await fetched(ada, first)).toBe(404)
  await finish(ada, made, 0)
  expect(await fetched(server.owner, second)).toBe('earns enough')
  expect(await fetched(bert, second)).toBe(404)
  expect(await fetched(await server.stranger('Stray'), second)).toBe(404)
  // Nor do they come to it by putting it into a field of their own.
  expect(await refusalOf(save(bert, made.pack, made.fields[2]!, second))).toMatchObject({ status: 400 })
  // Nor is it taken for an upload of theirs, which is taken away once it was looked at.
  for (const type of ['signature', 'file']) {
    const taken = bert.post(`/app/data_field_upload_success/${made.pack}`, { file_key: second.file, type })
    expect(await refusalOf(taken)).toMatchObject({ status: 404 })
  }
  expect(await fetched(server.owner, second)).toBe('earns enough')
  const { headers } = await fetch(new URL(`/app/serve/${second.file}`, server.url), { headers: { cookie: server.owner.cookie() } })
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="Proof of income.txt"/)
  expect(headers.get('content-type')).toBe('application/octet-stream')
})

test('[D-429] what a signer attached is shown to all signers only where the document says so', async () => {
  for (const on of [false, true]) {
    const made = await sent(server.owner, `Lease, shown: ${on}`, PEOPLE, FIELDS, false, { attachments_visible_to_all_signers: on })
    const ada = await signerOf(made, 0)
    const bert = await signerOf(made, 1)
    const attached = await upload(ada, made.pack, 'proof.txt', Buffer.from(`proof ${on}`))
    await save(ada, made.pack, made.fields[0]!, attached)
    await finish(ada, made, 0)
    expect(await fetched(bert, attached)).toBe(on ? 'proof true' : 404)
  }
})

test('programs, files of other documents and other files than it is said to be stand in no field', async () => {
  const made = await sent(server.owner, 'Lease without programs', PEOPLE, FIELDS)
  const ada = await signerOf(made, 0)
  const words = { status: 400, message: "We currently don't accept executable files." }
  expect(await refusalOf(upload(ada, made.pack, 'proof.exe', Buffer.from('x')))).toMatchObject(words)
  expect(await refusalOf(upload(ada, made.pack, 'proof.pdf', Buffer.from('\u007fELF..', 'latin1')))).toMatchObject(words)
  const good = await upload(ada, made.pack, 'pro\u202eof: 1.txt ', Buffer.from('proof'))
  expect(good.filename).toBe('proof_ 1.txt')
  const field = made.fields[0]!
  for (const bad of [
    { ...good, size: 1 },
    { ...good, digest: 'x'.repeat(43) },
    { ...good, file: newId() },
    { ...good, filename: 'proof.bat' },
  ]) {
    expect(await refusalOf(save(ada, made.pack, field, bad)), JSON.stringify(bad)).toMatchObject({ status: 400 })
  }
  const other = await prepared(server.owner, 'Another lease', PEOPLE, [])
  const theirs = await withAppendix(server.owner, other.pack, 'rules.txt', Buffer.from('rules'))
  expect(await refusalOf(save(ada, made.pack, field, { ...good, file: theirs.file_key }))).toMatchObject({ status: 400 })
})

test('[D-194] it reaches the sealed file by its name, where a field that is kept off its pages is not, and goes with the document', async () => {
  const ownText = (y: number, data: string, shown: boolean) => {
    return { ...box, type: 'text', y, signer: 'self', data, is_visible_in_final_document: shown } as const
  }
  const made = await sent(
    server.owner,
    'Lease to be sealed',
    ['Ada Signer'],
    [...FIELDS.slice(0, 2), ownText(300, 'Shown on the page', true), ownText(340, 'Kept off the page', false)],
  )
  const ada = await signerOf(made, 0)
  const bytes = Buffer.from(`of this lease alone ${newId()}`)
  const attached = await upload(ada, made.pack, 'Grundriß.txt', bytes)
  await save(ada, made.pack, made.fields[0]!, attached)
  await finish(ada, made, 0)
  const { view } = await eventually(
    () => viewOf(server.owner, made.pack),
    (now) => now.view.documents[0]!.sealing.state === 'sealed',
  )
  const { sealing } = view.documents[0]!
  const { verifyFile } = await import('#pdf/verification')
  const sealed = await server.owner.bytes(`/app/serve/${sealing.state === 'sealed' ? sealing.file : ''}`)
  expect(JSON.stringify(await verifyFile(sealed))).toContain('"intact":true')
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const page = await (await getDocument({ data: sealed.slice() }).promise).getPage(1)
  const text = (await page.getTextContent()).items.map((item) => ('str' in item ? item.str : '')).join('')
  expect(text.normalize('NFC')).toContain('Grundriß.txt')
  expect(text).toContain('Shown on the page')
  expect(text).not.toContain('Kept off the page')
  await server.owner.get(`/app/documents/${made.pack}/delete_document`)
  await server.owner.delete(`/app/document_actions/${made.pack}/permanently_delete_document`)
  await eventually(
    async () => (await readdir(join(server.application.foundation.dataDir, 'files'), { recursive: true })).join(' '),
    (names) => !names.includes(createHash('sha256').update(bytes).digest('hex')),
  )
})
