import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { HEADERS } from '#contract/envelope'
import { LIVE } from '#contract/live'
import { pack as aggregate, fillingIn, type PackState } from '#domain/pack'
import { listen, soon } from '#tests/live-client'
import { refusalOf, type TestServer, testServer } from '#tests/server'
import { eventually, linkOf, newId, type Prepared, prepared, replaced, viewOf } from '../support/prepared.ts'

/** More than one append of the log holds. */
const MANY = 600

let server: TestServer
let form: Prepared
beforeAll(async () => {
  server = await testServer()
  form = await prepared(server.owner, 'A large form', ['Ada Lovelace'], [])
  const fields = Array.from({ length: MANY }, (_, at) => ({
    uuid: newId(),
    document_key: form.document,
    type: at % 2 ? 'signature' : 'text',
    page: at % 2,
    ...{ x: 10 + ((at >> 1) % 40) * 14, y: 10 + Math.floor(at / 80) * 15, width: 13, height: 14 },
    signatory_uuid: form.signers[0],
    description: 'What is meant by this, at some length. '.repeat(2),
  }))
  for (let at = 0; at < MANY; at += 100)
    await server.owner.post(`/app/documents/${form.pack}/add_update_data_field`, { data: fields.slice(at, at + 100) })
}, 120_000)
afterAll(() => server.close())

type View = Awaited<ReturnType<typeof viewOf>>['view']
const placesIn = (view: View) =>
  view.fieldOrder.map((key) => view.fields[key]!).map(({ page, type, x, y, width, height }) => [page, type, x, y, width, height])
type Answer = { document: { key: string } }

test('a copy that was cut off half-way waits for its file and cannot be sent; asked for again it is made whole, once', async () => {
  // What its sender filled in is its own, and more than one append holds.
  const own = await prepared(server.owner, 'A filled form', ['Ada Lovelace'], [])
  const fields = Array.from({ length: 800 }, (_, at) => ({
    uuid: newId(),
    document_key: own.document,
    type: 'text',
    page: at % 2,
    ...{ x: 10 + ((at >> 1) % 40) * 14, y: 10 + Math.floor(at / 80) * 15, width: 13, height: 14 },
    signatory_uuid: 'self',
    data: 'x',
  }))
  for (let at = 0; at < fields.length; at += 100)
    await server.owner.post(`/app/documents/${own.pack}/add_update_data_field`, { data: fields.slice(at, at + 100) })
  const { handler } = server.application.services
  const handle = handler.handle.bind(handler)
  const cut = vi.spyOn(handler, 'handle').mockImplementation(async (asked) => {
    if (cut.mock.calls.length === 2) throw new Error('the server was killed here')
    return handle(asked as never) as never
  })
  const key = newId()
  const copy = async () => {
    server.owner.remember({ 'idempotency-key': key })
    return server.owner
      .get<Answer>(`/app/documents/${own.pack}/create_a_copy`)
      .finally(() => server.owner.remember({ 'idempotency-key': '' }))
  }
  try {
    expect(await refusalOf(copy())).toMatchObject({ status: 500 })
  } finally {
    cut.mockRestore()
  }

  const named = (row: { document_name: string }) => row.document_name === 'Copy of A filled form'
  const rows = () => server.owner.get<{ documents: readonly { key: string; document_name: string }[] }>('/app/documents')
  const half = (await eventually(rows, ({ documents }) => documents.some(named))).documents.find(named)!.key
  const before = await viewOf(server.owner, half)
  expect(before.view.documents[0]!.conversion.state).toBe('waiting')
  const sending = server.owner.post(`/app/documents/${half}/update_document`, {
    data: { status: 'awaiting_signatures', revision: before.revision },
  })
  expect((await refusalOf(sending)).status).toBe(409)

  const { document } = await copy()
  expect(document.key).toBe(half)
  const whole = (await viewOf(server.owner, half)).view
  expect(whole.documents[0]!.conversion.state).toBe('converted')
  expect(placesIn(whole)).toEqual(placesIn((await viewOf(server.owner, own.pack)).view))
  expect((await server.owner.bytes(`/documents/${whole.documents[0]!.key}/get_blob_as_image?index_of_page=0`)).length).toBeGreaterThan(100)

  // Whole, it is its owner's: being asked for once more brings nothing back.
  const [first] = whole.fieldOrder
  await server.owner.post(`/app/documents/${half}/add_update_data_field`, { data: [{ uuid: first, removed: true }] })
  const { revision } = await viewOf(server.owner, half)
  expect((await copy()).document.key).toBe(half)
  expect((await viewOf(server.owner, half)).revision).toBe(revision)
}, 60_000)

test('a template of it, and a document from that template, have every field where it was', async () => {
  const { document: template } = await server.owner.get<Answer>(`/app/documents/${form.pack}/convert_to_template`)
  const { document } = await server.owner.get<Answer>(`/app/documents/${template.key}/create_a_copy?template_to_document=true`)
  const { view } = await viewOf(server.owner, document.key)
  expect(view.kind).toBe('document')
  expect(placesIn(view)).toEqual(placesIn((await viewOf(server.owner, form.pack)).view))
  expect(new Set(Object.values(view.fields).map(({ assignee }) => assignee))).toEqual(new Set([view.signatories[0]!.uuid]))
}, 60_000)

test('signed in part and reverted, it keeps its texts and none of its signatures', async () => {
  const { revision } = await viewOf(server.owner, form.pack)
  await server.owner.post(`/app/documents/${form.pack}/update_document`, { data: { status: 'awaiting_signatures', revision } })
  const ada = await server.signer(await linkOf(server.owner, form.pack, form.signers[0]!))
  const { view } = await viewOf(server.owner, form.pack)
  const records = view.fieldOrder.map((uuid) => ({
    uuid,
    data: view.fields[uuid]!.type === 'signature' ? { method: 'typed', text: 'Ada' } : 'x',
  }))
  for (let at = 0; at < MANY; at += 100)
    await ada.post(`/app/documents/${form.pack}/add_update_data_field`, { data: records.slice(at, at + 100) })
  const asked = await viewOf(server.owner, form.pack)
  // The server dies with the answer on its way, once before the log has it and once after: all of it happened, or nothing did.
  const { handler } = server.application.services
  const handle = handler.handle.bind(handler)
  const standing = async () => {
    const { fields, status } = (await viewOf(server.owner, form.pack)).view
    const filled = Object.values(fields).filter(({ value }) => value !== null)
    return [status, filled.length, new Set(filled.map(({ type }) => type))]
  }
  const revert = () =>
    server.owner.post(`/app/documents/${form.pack}/update_document`, { data: { status: 'setup', revision: asked.revision } })
  for (const dies of ['before', 'after'] as const) {
    const cut = vi.spyOn(handler, 'handle').mockImplementationOnce(async (command) => {
      if (dies === 'after') await handle(command as never)
      throw new Error('the server was killed here')
    })
    expect(await refusalOf(revert())).toMatchObject({ status: 500 })
    cut.mockRestore()
    const whole = ['awaiting_signatures', MANY, new Set(['text', 'signature'])]
    expect(await standing()).toEqual(dies === 'before' ? whole : ['setup', MANY / 2, new Set(['text'])])
  }
}, 60_000)

test('a hundred signatures drawn at length are saved by one call, which can be sent again', async () => {
  const fields = Array.from({ length: 100 }, (_, at) => ({
    type: 'signature',
    ...{ x: 10 + (at % 10) * 50, y: 10 + Math.floor(at / 10) * 60, width: 48, height: 40, signer: 0 },
  }))
  const made = await prepared(server.owner, 'Drawn at length', ['Ada Lovelace'], fields)
  const { revision } = await viewOf(server.owner, made.pack)
  await server.owner.post(`/app/documents/${made.pack}/update_document`, { data: { status: 'awaiting_signatures', revision } })
  const ada = await server.signer(await linkOf(server.owner, made.pack, made.signers[0]!))
  const stroke = Array.from({ length: 2_000 }, (_, at) => (at * 7) % 1_000)
  const drawn = { method: 'drawn', height: 400, strokes: [stroke, stroke] }
  ada.remember({ 'idempotency-key': newId() })
  type Saved = { data_fields: readonly { uuid: string }[]; refused: readonly object[]; revision: number }
  const save = () =>
    ada.post<Saved>(`/app/documents/${made.pack}/add_update_data_field`, { data: made.fields.map((uuid) => ({ uuid, data: drawn })) })
  const saved = await save()
  expect([saved.data_fields.length, saved.refused]).toEqual([100, []])
  expect((await save()).revision).toBe(saved.revision)
  const { fields: held } = (await viewOf(server.owner, made.pack)).view
  expect(Object.values(held).filter(({ value }) => value === null)).toEqual([])
}, 60_000)

test('one click signs a hundred fields with a long drawing, and finishing dates as many: more than one append holds of single ones', async () => {
  const spread = (type: string, y: number) =>
    Array.from({ length: 50 }, (_, at) => ({
      type,
      ...{ x: 10 + (at % 10) * 50, y: y + Math.floor(at / 10) * 60, width: 48, height: 40, signer: 0 },
    }))
  const dates = spread('date', 400).map((field) => ({ ...field, auto_assign_date: true }))
  const made = await prepared(server.owner, 'By one click', ['Ada Lovelace'], [...spread('signature', 10), ...dates])
  await server.owner.post(`/app/documents/${made.pack}/update_document`, { data: { one_click_signing: true } })
  const { revision } = await viewOf(server.owner, made.pack)
  await server.owner.post(`/app/documents/${made.pack}/update_document`, { data: { status: 'awaiting_signatures', revision } })
  const ada = await server.signer(await linkOf(server.owner, made.pack, made.signers[0]!))
  const stroke = Array.from({ length: 10_000 }, (_, at) => (at * 7) % 1_000)
  const data = { method: 'drawn', height: 400, strokes: [stroke] }
  const call = (path: string, body: object) => ada.post(`/app/documents/${made.pack}/${path}`, body)
  await call('add_update_data_field', { data: [{ uuid: made.fields[0], data }] })
  await call(`user_accepted_terms/${made.signers[0]}`, {})
  const { view_digest } = await viewOf(ada, made.pack)
  const date = new Date().toISOString().slice(0, 10)
  await call('add_update_signatory', {
    data: { uuid: made.signers[0] },
    update_status_to: 'complete',
    consent_version: '2026-11',
    view_digest,
    date,
  })
  const { status, fields } = (await viewOf(server.owner, made.pack)).view
  expect(status).toBe('complete')
  expect(Object.values(fields).filter(({ value }) => value === null)).toEqual([])
  const history = await server.application.services.handler.history(`pack-${made.pack}`, aggregate)
  const filled = history.flatMap(({ fact }) => fillingIn(fact)?.fields.length ?? [])
  expect(filled).toEqual([1, 49, 50])
}, 60_000)

test('replaced by one small page, every field comes onto it', async () => {
  const made = await PDFDocument.create()
  made.addPage([120, 120])
  const { view } = await replaced(server.owner, form, await made.save())
  expect(view.documents[0]!.pages).toEqual([{ width: 120_000, height: 120_000 }])
  const off = Object.values(view.fields).filter(({ page, x, y, width, height }) => page > 0 || x + width > 120_000 || y + height > 120_000)
  expect(off).toEqual([])
}, 60_000)

test('a view of more than two megabytes comes in parts, to team and signer, and a live connection is asked to fetch it instead of choking on it', async () => {
  const box = { x: 40, y: 40, width: 120, height: 24 }
  // In bytes it is long, and no field is too small for it.
  const long = '\u5951\u7d04\u66f8"\u2013'.repeat(400)
  const made = await prepared(
    server.owner,
    'With long texts',
    ['Ada Lovelace'],
    [{ type: 'signature', ...box, y: 600, height: 48, signer: 0 }],
  )
  const fields = Array.from({ length: 400 }, (_, at) => ({
    ...{ uuid: newId(), document_key: made.document, type: 'text', page: at % 2 },
    ...{ x: 10 + ((at >> 1) % 40) * 14, y: 10 + Math.floor((at >> 1) / 40) * 15, width: 13, height: 14 },
    ...{ signatory_uuid: 'self', description: long },
  }))
  for (let at = 0; at < fields.length; at += 50)
    await server.owner.post(`/app/documents/${made.pack}/add_update_data_field`, { data: fields.slice(at, at + 50) })
  await server.owner.post(`/app/documents/${made.pack}/update_document`, { data: { status: 'awaiting_signatures' } })
  const signer = await server.signer(await linkOf(server.owner, made.pack, made.signers[0]!))

  const weighed = async (path: string, init: RequestInit) => {
    const bytes = Buffer.from(await (await fetch(new URL(path, server.url), init)).arrayBuffer())
    expect(bytes.length).toBeLessThan(2_000_000)
    return JSON.parse(bytes.toString()) as {
      view: PackState | null
      revision: number
      view_parts: { digest: string; count: number }
      view_part: string
    }
  }
  const asOwner = { headers: { cookie: server.owner.cookie() } }
  const asSignerOf = { headers: { [HEADERS.session]: signer.opened.session_token } }
  const path = `/app/documents/${made.pack}`
  for (const as of [asOwner, asSignerOf]) {
    const first = await weighed(`${path}/view`, as)
    expect(first).toMatchObject({ view: null, view_parts: { count: expect.any(Number) } })
    const { revision, view_parts } = first
    const { digest, count } = view_parts
    const begun = `view_part?revision=${revision}&digest=${digest}`
    let text = first.view_part
    for (let part = 1; part < count; part++) text += (await weighed(`${path}/${begun}&part=${part}`, as)).view_part
    expect(Object.values((JSON.parse(text) as PackState).fields).filter(({ description }) => description === long)).toHaveLength(400)
    // They are of this document.
    expect(await weighed(`/app/documents/${form.pack}/${begun}&part=1`, asOwner)).toMatchObject({ code: 'view-over' })
    // What is written meanwhile is in none of the parts.
    await server.owner.post(`${path}/update_signatory_details`, { data: { uuid: made.signers[0], name: `Ada ${as === asOwner}` } })
    expect(text.endsWith((await weighed(`${path}/${begun}&part=${count - 1}`, as)).view_part)).toBe(true)
    expect(await weighed(`${path}/view_part?revision=${revision}&digest=other&part=1`, as)).toMatchObject({ code: 'view-over' })
  }
  expect(signer.opened).toMatchObject({ view: null, view_part: expect.any(String) })

  const live = await listen(server.url, { cookie: server.owner.cookie() })
  const stale: { document_key: string; revision: number }[] = []
  live.socket.on(LIVE.packStale, (message) => stale.push(message))
  expect(await live.watch(made.pack, -1)).toEqual({ success: true })
  const { revision } = await weighedRevision()
  await soon(
    () => stale.at(-1),
    (last) => last?.revision === revision,
  )
  expect([live.fresh, live.events]).toEqual([[], []])
  // From there on it is pushed as always, and a client that comes back with its revision gets the rest.
  expect(await live.watch(made.pack, revision)).toEqual({ success: true })
  await server.owner.post(`${path}/update_signatory_details`, { data: { uuid: made.signers[0], name: 'Ada King' } })
  await soon(
    () => live.events.length,
    (count) => count > 0,
  )
  expect(live.socket.connected).toBe(true)
  live.socket.close()

  async function weighedRevision() {
    return (await weighed(`${path}/view`, asOwner)) as unknown as { revision: number }
  }
}, 120_000)
