import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { LIST_STATUSES } from '#contract/document-list'
import { refusalOf, type TestServer, testServer } from '#tests/server'
import { eventually, newId, prepared, sent, uploaded, viewOf } from '../support/prepared.ts'
import { withoutPermission } from '../support/without-permission.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

type Record_ = { readonly [property: string]: unknown }
const read = async (key: string) => (await server.owner.get<{ document: Record_ }>(`/app/documents/${key}`)).document
const TEXT = { type: 'text', x: 40, y: 40, width: 120, height: 24 }
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

test('[D-135] a document tells when it was made, changed, completed and deleted, and whether it is deleted', async () => {
  const { pack } = await sent(server.owner, 'Dates', ['Ada Lovelace'], [{ ...TEXT, signer: 0 }])
  const made = await read(pack)
  expect(made).toMatchObject({ date_created: expect.stringMatching(ISO), date_completed: null, date_deleted: null, is_deleted: false })
  const { revision } = await eventually(
    () => viewOf(server.owner, pack),
    ({ view: { signatories } }) => signatories[0]?.request?.state === 'sent',
  )
  await server.owner.post(`/app/documents/${pack}/update_document`, { data: { status: 'complete', revision } })
  const complete = await read(pack)
  expect(complete).toMatchObject({ date_created: made.date_created, date_completed: expect.stringMatching(ISO), date_deleted: null })
  expect(String(complete.date_updated) > String(made.date_updated)).toBe(true)
  await server.owner.get(`/app/documents/${pack}/delete_document`)
  expect(await read(pack)).toMatchObject({
    date_completed: complete.date_completed,
    date_deleted: expect.stringMatching(ISO),
    is_deleted: true,
  })
})

test('[S-110 S-113] a pack tells of its children, which of them is selected, where each stands and its backing file', async () => {
  const { pack, document } = await uploaded(server.owner, 'Two')
  const { url, file_key, redirect_document_key } = await server.owner.get<{ url: string; file_key: string; redirect_document_key: string }>(
    `/app/get_document_upload_url?${new URLSearchParams({ filename: 'second.pdf', size: '0.1', document_pack_key: pack })}`,
  )
  await server.owner.put(url, await readFile('assets/sample.pdf'))
  await server.owner.post(`/app/document_upload_success/${redirect_document_key}`, { file_key })
  await eventually(
    () => viewOf(server.owner, pack),
    ({ view: { documents } }) => documents.length === 2 && documents.every(({ conversion }) => conversion.state === 'converted'),
  )
  const whole = await read(pack)
  const children = whole.child_document_keys as string[]
  expect(whole).toMatchObject({ key: pack, status: 'setup', document_pack_key: null, selected_document: document })
  expect(children).toEqual([document, redirect_document_key])
  expect((whole.child_documents as Record_[]).map(({ key, position, document_pack_key }) => [key, position, document_pack_key])).toEqual([
    [document, 0, pack],
    [redirect_document_key, 1, pack],
  ])
  const child = await read(redirect_document_key)
  expect(child).toMatchObject({ document_pack_key: pack, position: 1, selected_document: redirect_document_key })
  expect((await server.owner.bytes(`/app/serve/${child.backing_file_key}`)).length).toBeGreaterThan(100)
})

test('[D-009 D-178 D-246] a pack of two is sent as one, tells each signer’s documents, and goes back to setup with both', async () => {
  const { pack, document, signers } = await prepared(
    server.owner,
    'Lease and annex',
    ['Ada Lovelace', 'Grace Hopper'],
    [{ ...TEXT, signer: 0 }],
  )
  const {
    url,
    file_key,
    redirect_document_key: annex,
  } = await server.owner.get<{
    url: string
    file_key: string
    redirect_document_key: string
  }>(`/app/get_document_upload_url?${new URLSearchParams({ filename: 'annex.pdf', size: '0.1', document_pack_key: pack })}`)
  await server.owner.put(url, await readFile('assets/sample.pdf'))
  await server.owner.post(`/app/document_upload_success/${annex}`, { file_key })
  await eventually(
    () => viewOf(server.owner, pack),
    ({ view: { documents } }) => documents.length === 2 && documents.every(({ conversion }) => conversion.state === 'converted'),
  )
  const field = { uuid: newId(), document_key: annex, ...TEXT, page: 0, signatory_uuid: signers[1] }
  await server.owner.post(`/app/documents/${pack}/add_update_data_field`, { data: [field] })
  const turned = async (status: string) => {
    await eventually(
      async () => {
        const { revision } = await viewOf(server.owner, pack)
        return server.owner.post(`/app/documents/${pack}/update_document`, { data: { status, revision } }).catch(() => null)
      },
      (answer) => answer !== null,
    )
    const whole = await read(pack)
    return [whole.status, (whole.child_documents as Record_[]).map((child) => child.status)]
  }
  expect(await turned('awaiting_signatures')).toEqual(['awaiting_signatures', ['awaiting_signatures', 'awaiting_signatures']])
  const { signatories } = await server.owner.get<{ signatories: Record_[] }>(`/app/documents/${pack}/get_signatories`)
  expect(signatories.map(({ associated_document_keys }) => associated_document_keys)).toEqual([[document], [annex]])
  expect(await turned('setup')).toEqual(['setup', ['setup', 'setup']])
})

test('one of several documents is removed by its own key, with its fields; the pack stays, and the removed key leads nowhere', async () => {
  const { pack, document } = await uploaded(server.owner, 'Kept')
  const second = await server.owner.get<{ url: string; file_key: string; redirect_document_key: string }>(
    `/app/get_document_upload_url?${new URLSearchParams({ filename: 'wrong.pdf', size: '0.1', document_pack_key: pack })}`,
  )
  const wrong = second.redirect_document_key
  await server.owner.put(second.url, await readFile('assets/sample.pdf'))
  await server.owner.post(`/app/document_upload_success/${wrong}`, { file_key: second.file_key })
  await eventually(
    () => viewOf(server.owner, pack),
    ({ view: { documents } }) => documents.length === 2 && documents.every(({ conversion }) => conversion.state === 'converted'),
  )
  await server.owner.post(`/app/documents/${wrong}/add_update_data_field`, {
    data: [{ uuid: newId(), page: 0, signatory_uuid: 'self', ...TEXT }],
  })
  await server.owner.get(`/app/documents/${wrong}/delete_document`)
  const left = await read(pack)
  expect(left).toMatchObject({ child_document_keys: [document], is_deleted: false })
  expect((left.data_fields as Record_[]).map(({ removed }) => removed)).toEqual([true])
  for (const path of [`/app/documents/${wrong}`, `/app/documents/${wrong}/delete_document`])
    expect(await refusalOf(server.owner.get(path))).toMatchObject({ status: 404, code: 'not-found' })
  expect(await read(pack)).toMatchObject({ is_deleted: false })
  await server.owner.get(`/app/documents/${document}/delete_document`)
  expect(await read(pack)).toMatchObject({ is_deleted: true })
})

test('[D-172] a signatory’s notifications are on until they are switched off, one by one, and a copy keeps that', async () => {
  const { pack, signers } = await prepared(server.owner, 'Quiet', ['Ada Lovelace'], [{ ...TEXT, signer: 0 }])
  const [uuid] = signers
  const settings = async (key: string) => {
    const [signatory] = (await read(key)).signatories as Record_[]
    return [signatory?.can_receive_signing_notifications, signatory?.can_receive_viewing_notifications]
  }
  const save = (data: object) => server.owner.post(`/app/documents/${pack}/update_signatory_details`, { data: { uuid, ...data } })
  expect(await settings(pack)).toEqual([true, true])
  await save({ can_receive_signing_notifications: false })
  expect(await settings(pack)).toEqual([false, true])
  await save({ can_receive_viewing_notifications: false })
  await save({ can_receive_signing_notifications: true })
  expect(await settings(pack)).toEqual([true, false])
  const { document } = await server.owner.get<{ document: { key: string } }>(`/app/documents/${pack}/create_a_copy`)
  expect(await settings(document.key)).toEqual([true, false])
})

test('[D-189] a field tells who changed it last, by name, to the team', async () => {
  const { pack } = await prepared(server.owner, 'Whose', ['Ada Lovelace'], [{ ...TEXT, signer: 0 }])
  const { data_fields } = await server.owner.get<{ data_fields: readonly Record_[] }>(`/app/documents/${pack}/get_data_fields`)
  expect(data_fields.map(({ updated_by_user_name }) => updated_by_user_name)).toEqual(['Mira Castell'])
})

test('how text stands in a field is saved, answered and kept by a copy; what has no room in a comb is refused in words', async () => {
  const { pack, fields } = await prepared(
    server.owner,
    'Account number',
    ['Ada Lovelace'],
    [
      { ...TEXT, signer: 'self', text_layout: 'comb', comb_cells: 8 },
      { ...TEXT, y: 80, signer: 0, text_layout: 'multi-line' },
      { ...TEXT, y: 120, signer: 0 },
    ],
  )
  const layouts = async (key: string) => {
    const { data_fields } = await server.owner.get<{ data_fields: readonly Record_[] }>(`/app/documents/${key}/get_data_fields`)
    return data_fields.map(({ text_layout, comb_cells }) => [text_layout, comb_cells])
  }
  const save = (record: object) =>
    server.owner.post(`/app/documents/${pack}/add_update_data_field`, { data: [{ uuid: fields[0], ...record }] })
  const three = [
    ['comb', 8],
    ['multi-line', null],
    [null, null],
  ]
  expect(await layouts(pack)).toEqual(three)
  expect(await refusalOf(save({ data: '123456789' }))).toMatchObject({
    code: 'too-long',
    message: 'This text is too long: at most 8 characters are possible.',
  })
  expect(await refusalOf(save({ data: '12\n34' }))).toMatchObject({ code: 'takes-one-line' })
  expect((await refusalOf(save({ comb_cells: 201 }))).code).toBe('layout-invalid')
  expect((await refusalOf(save({ text_layout: 'multi-line', comb_cells: null, type: 'date' }))).code).toBe('has-no-layout')
  await save({ data: '12345678' })
  const { document } = await server.owner.get<{ document: { key: string } }>(`/app/documents/${pack}/create_a_copy`)
  expect(await layouts(document.key)).toEqual(three)
  await save({ comb_cells: 9 })
  await save({ data: '123456789' })
  await save({ text_layout: null })
  expect((await layouts(pack))[0]).toEqual([null, null])

  await save({ max_length: 9 })
  expect(await refusalOf(save({ data: '1234567890' }))).toMatchObject({
    code: 'too-long',
    message: 'This text is too long: at most 9 characters are possible.',
  })
  expect((await refusalOf(save({ max_length: 0 }))).code).toBe('max-length-invalid')
  const { document: again } = await server.owner.get<{ document: { key: string } }>(`/app/documents/${pack}/create_a_copy`)
  const { data_fields } = await server.owner.get<{ data_fields: readonly Record_[] }>(`/app/documents/${again.key}/get_data_fields`)
  expect(data_fields.map(({ max_length }) => max_length)).toEqual([9, null, null])

  await save({ text_size: 14, text_alignment: 'right' })
  expect(await refusalOf(save({ text_size: 73 }))).toMatchObject({
    code: 'text-size-invalid',
    message: 'Text is at least 4 and at most 72 points in size, in whole points.',
  })
  expect((await refusalOf(save({ text_size: 9.5 }))).code).toBe('invalid-request')
  expect((await refusalOf(save({ text_alignment: 'justified' }))).code).toBe('invalid-request')
  const { document: sized } = await server.owner.get<{ document: { key: string } }>(`/app/documents/${pack}/create_a_copy`)
  const copied = await server.owner.get<{ data_fields: readonly Record_[] }>(`/app/documents/${sized.key}/get_data_fields`)
  expect(copied.data_fields.map(({ text_size, text_alignment }) => [text_size, text_alignment])).toEqual([
    [14, 'right'],
    [null, null],
    [null, null],
  ])
})

test('[D-200] a field keeps its colour, the words on its button, its groups and what it is filled in with; a copy has them too', async () => {
  const box = { x: 40, width: 120, height: 24, signer: 0 } as const
  const { pack, fields } = await prepared(
    server.owner,
    'With extras',
    ['Ada Lovelace'],
    [
      { ...box, type: 'text', y: 40, background_colour: '#FEF3C7', field_group: 'Tenant | Address', auto_fill: 'mobile_number' },
      { ...box, type: 'approve', y: 100, approve_decline_button_text: 'We agree' },
      { ...box, type: 'check', y: 160, checkbox_group: 'Extras', is_mutually_exclusive: true },
      { ...box, type: 'text', y: 220 },
    ],
  )
  const extras = async (key: string) => {
    const { data_fields } = await server.owner.get<{ data_fields: readonly Record<string, unknown>[] }>(
      `/app/documents/${key}/get_data_fields`,
    )
    return data_fields.map((each) => [
      each.background_colour,
      each.field_group,
      each.auto_fill,
      each.approve_decline_button_text,
      each.checkbox_group,
      each.is_mutually_exclusive,
    ])
  }
  const kept = [
    ['#fef3c7', 'Tenant|Address', 'mobile_number', null, null, false],
    [null, null, null, 'We agree', null, false],
    [null, null, null, null, 'Extras', true],
    [null, null, null, null, null, false],
  ]
  expect(await extras(pack)).toEqual(kept)
  const { document } = await server.owner.get<{ document: { key: string } }>(`/app/documents/${pack}/create_a_copy`)
  expect(await extras(document.key)).toEqual(kept)
  const save = (uuid: string | undefined, record: object) =>
    server.owner.post(`/app/documents/${pack}/add_update_data_field`, { data: [{ uuid, ...record }] })
  expect((await refusalOf(save(fields[0], { background_colour: 'url(https://example.org)' }))).code).toBe('colour-invalid')
  expect((await refusalOf(save(fields[0], { approve_decline_button_text: 'Yes' }))).code).toBe('has-no-button')
  expect((await refusalOf(save(fields[1], { auto_fill: 'name' }))).code).toBe('has-no-auto-fill')
  await save(fields[0], { background_colour: null, field_group: '', auto_fill: null })
  await save(fields[1], { approve_decline_button_text: null, field_group: 'Tenant' })
  expect((await extras(pack)).slice(0, 2)).toEqual([kept[3], [null, 'Tenant', null, null, null, false]])
})

test('[D-193 D-196] a field keeps its flags and whom it has set up; a copy has all but the temporary ones', async () => {
  const box = { type: 'text', x: 40, width: 120, height: 24, signer: 0 } as const
  const { pack, fields } = await prepared(
    server.owner,
    'With flags',
    ['Ada Lovelace'],
    [
      { ...box, y: 40, is_temporary_field: true },
      { ...box, y: 100, label: ' عنوان التسليم ', continue_if_signer_question: 'Have you read page 2?' },
      { ...box, y: 160, is_question_field: true, is_visible_in_final_document: false },
      { ...box, type: 'signer_setup', y: 220, signer_role_to_setup: 'signer-2', identification_used_during_setup: true },
      { ...box, type: 'approve', y: 280, approve_decline_button_text: 'We agree' },
    ],
  )
  const flags = async (key: string) => {
    const { data_fields } = await server.owner.get<{ data_fields: readonly Record<string, unknown>[] }>(
      `/app/documents/${key}/get_data_fields`,
    )
    return data_fields.map((each) => [
      each.is_temporary_field,
      each.continue_if_signer_question,
      each.is_question_field,
      each.is_visible_in_final_document,
      each.signer_role_to_setup,
      each.identification_used_during_setup,
      each.approve_decline_button_text,
      each.removed,
      each.label,
    ])
  }
  const kept = [
    [true, null, false, true, null, false, null, false, null],
    [false, 'Have you read page 2?', false, true, null, false, null, false, 'عنوان التسليم'],
    [false, null, true, false, null, false, null, false, null],
    [false, null, false, true, 'signer-2', true, null, false, null],
    [false, null, false, true, null, false, 'We agree', false, null],
  ]
  expect(await flags(pack)).toEqual(kept)
  const { document } = await server.owner.get<{ document: { key: string } }>(`/app/documents/${pack}/create_a_copy`)
  expect(await flags(document.key)).toEqual(kept.slice(1))
  await server.owner.post(`/app/documents/${pack}/add_update_data_field`, {
    data: [
      { uuid: fields[0], is_temporary_field: false },
      { uuid: fields[1], continue_if_signer_question: null, label: null },
      { uuid: fields[2], is_question_field: false, is_visible_in_final_document: true },
      { uuid: fields[3], signer_role_to_setup: null },
      { uuid: fields[4], removed: true },
    ],
  })
  const none = [false, null, false, true, null, false, null, false, null]
  expect(await flags(pack)).toEqual([none, none, none, none, [false, null, false, true, null, false, 'We agree', true, null]])
  const refused = server.owner.post(`/app/documents/${pack}/add_update_data_field`, {
    data: [{ uuid: fields[0], signer_role_to_setup: 'signer-2' }],
  })
  expect((await refusalOf(refused)).code).toBe('sets-up-nobody')
})

test('[S-138] a document’s status is one of five; what the list offers beyond them are filters', async () => {
  const statuses = ['setup', 'awaiting_signatures', 'complete', 'conversion_error', 'rejected']
  expect([...LIST_STATUSES].filter((status) => status !== 'all' && status !== 'awaiting_my_signature').sort()).toEqual([...statuses].sort())
  const { documents } = await server.owner.get<{ documents: readonly { status: string }[] }>('/app/documents')
  expect(documents.length).toBeGreaterThan(3)
  for (const { status } of documents) expect(statuses).toContain(status)
})

test('[D-487] enqueue_document_mails requests signatures, then asks only those again whose request did not arrive', async () => {
  const { pack, signers } = await prepared(
    server.owner,
    'Queued',
    ['Ada Lovelace', 'Grace Hopper'],
    [
      { ...TEXT, signer: 0 },
      { ...TEXT, y: 90, signer: 1 },
    ],
  )
  const enqueue = () => server.owner.post<{ success: boolean; message: string }>(`/app/documents/${pack}/enqueue_document_mails`, {})
  expect(await enqueue()).toMatchObject({ success: true, message: 'Setup complete. Signature requests have been queued.' })
  const requests = async () => {
    const { view } = await eventually(
      () => viewOf(server.owner, pack),
      ({ view: { signatories } }) => signatories.every(({ request }) => request?.state === 'sent'),
    )
    return view.signatories.map(({ uuid, request }) => [uuid, request?.id])
  }
  const first = await requests()
  expect(first.map(([uuid]) => uuid)).toEqual([...signers])
  expect(await enqueue()).toMatchObject({ success: true })
  expect(await requests()).toEqual(first)
  const enqueuing = `/app/documents/${pack}/enqueue_document_mails`
  expect(await server.owner.post(enqueuing, { remind: true })).toMatchObject({ success: true })
  const reminded = await requests()
  expect(reminded.map(([uuid]) => uuid)).toEqual([...signers])
  for (const [at, [, request]] of reminded.entries()) expect(request).not.toBe(first[at]![1])
  // The trash ended their links: once out of it, those who wait are asked again without anybody saying so twice.
  await server.owner.get(`/app/documents/${pack}/delete_document`)
  await server.owner.get(`/app/documents/${pack}/recover_document`)
  await enqueue()
  const renewed = await requests()
  for (const [at, [, request]] of renewed.entries()) expect(request).not.toBe(reminded[at]![1])
  await enqueue()
  expect(await requests()).toEqual(renewed)
  const none = await prepared(server.owner, 'Nobody to ask', [], [])
  expect(await refusalOf(server.owner.post(`/app/documents/${none.pack}/enqueue_document_mails`, {}))).toMatchObject({
    status: 409,
    code: 'no-signatories',
  })
})

test('[D-532] delete and recover are there as calls of their own', async () => {
  const { pack } = await uploaded(server.owner, 'There and back')
  const trash = async () =>
    (await server.owner.get<{ documents: readonly { key: string }[] }>('/app/documents?is_trash_view=true')).documents.map(({ key }) => key)
  expect(await server.owner.get(`/app/documents/${pack}/delete_document`)).toMatchObject({ success: true })
  expect(await trash()).toContain(pack)
  expect(await server.owner.get(`/app/documents/${pack}/recover_document`)).toMatchObject({ success: true })
  expect(await trash()).not.toContain(pack)
})

test('[S-190 S-191] uploading takes its permission, uploading into a pack another, each asked by the server', async () => {
  const { pack } = await uploaded(server.owner, 'Mine')
  const ask = (into?: string) =>
    server.owner.get(
      `/app/get_document_upload_url?${new URLSearchParams({ filename: 'new.pdf', size: '0.1', ...(into ? { document_pack_key: into } : {}) })}`,
    )
  try {
    const withoutUploads = withoutPermission(server, 'can_upload_documents')
    expect(await refusalOf(ask())).toMatchObject({ status: 403, code: 'not-permitted' })
    expect(await ask(pack)).toMatchObject({ success: true })
    withoutUploads.mockRestore()
    withoutPermission(server, 'can_upload_documents_to_pack')
    expect(await refusalOf(ask(pack))).toMatchObject({ status: 403, code: 'not-permitted' })
    expect(await ask()).toMatchObject({ success: true })
  } finally {
    vi.restoreAllMocks()
  }
})

test('[S-120] an account holder has a list of signatures of their own, which nobody else reads or changes', async () => {
  const [mira, ben] = [await server.member('Keeping'), await server.member('Other')]
  type Answer = { signatures: readonly { key: string; type: string; method: string; text: string; data: object }[] }
  const list = async (of: typeof mira) => (await of.get<Answer>('/app/user/signatures')).signatures
  const drawn = { method: 'drawn', height: 300, strokes: [[0, 0, 1000, 300]] }
  await mira.post('/app/user/signatures', { type: 'signature', data: { method: 'typed', text: 'Mira K.' } })
  await mira.post('/app/user/signatures', { type: 'initial', data: drawn })
  await mira.post('/app/user/signatures', { type: 'signature', data: { method: 'typed', text: ' ' } })
  const held = await list(mira)
  expect(held.map(({ type, method, text, data }) => [type, method, text, data])).toEqual([
    ['signature', 'typed', 'Mira K.', { method: 'typed', text: 'Mira K.' }],
    ['initial', 'drawn', '', drawn],
  ])
  await ben.delete(`/app/user/signatures/${held[0]!.key}`)
  expect([await list(ben), (await list(mira)).length]).toEqual([[], 2])
  await mira.delete(`/app/user/signatures/${held[0]!.key}`)
  expect((await list(mira)).map(({ key }) => key)).toEqual([held[1]!.key])
  expect((await server.raw('/app/user/signatures')).status).toBe(401)
})

test('[S-128 S-296 S-297 S-298] the picture of a signature is uploaded, taken off its paper, kept by its owner alone, and goes into a document with bytes of its own', async () => {
  const [mira, ben] = [await server.member('Picturing'), await server.member('Beside')]
  const line = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><path d="M40 150 Q150 20 360 120" stroke="#223" stroke-width="6" fill="none"/></svg>',
  )
  const photo = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#d8d2c4' } })
    .composite([{ input: line }])
    .jpeg()
    .toBuffer()
  interface Handed {
    readonly blob_url: string
    readonly enhanced_blob_key: string
    readonly enhanced_blob_url: string
    readonly enhanced_picture: { readonly file: string; readonly width: number; readonly height: number }
  }
  const hand = async (bytes: Uint8Array) => {
    const { url, file_key } = await mira.get<{ url: string; file_key: string }>('/app/get_signature_upload_url')
    expect((await refusalOf(ben.put(url, bytes))).status).toBe(404)
    await mira.put(url, bytes)
    expect((await refusalOf(ben.post('/app/signature_upload_success', { file_key }))).status).toBe(404)
    return mira.post<Handed>('/app/signature_upload_success', { file_key })
  }
  expect(await refusalOf(hand(Buffer.from('no picture')))).toMatchObject({
    status: 400,
    message: "Error uploading your file:/ Make sure you're uploading an image.",
  })
  const unkept = await hand(photo)
  const handed = await hand(photo)
  // One that was handed over and not kept goes with the next.
  expect((await refusalOf(mira.bytes(unkept.blob_url))).status).toBe(404)
  const image = sharp(await mira.bytes(handed.enhanced_blob_url))
  const { width, height, hasAlpha } = await image.metadata()
  expect([width, height, hasAlpha]).toEqual([handed.enhanced_picture.width, handed.enhanced_picture.height, true])
  expect([width! < 400, height! < 200]).toEqual([true, true])
  expect((await image.stats()).channels[3]!.mean).toBeLessThan(60)

  const keep = (of: typeof mira) => of.post('/app/user/signatures', { type: 'signature', data: handed.enhanced_picture })
  expect((await refusalOf(keep(ben))).code).toBe('not-uploaded')
  await keep(mira)
  expect((await refusalOf(mira.bytes(handed.blob_url))).status).toBe(404)
  const [held] = (await mira.get<{ signatures: readonly { key: string; method: string }[] }>('/app/user/signatures')).signatures
  expect(held).toMatchObject({ method: 'uploaded', data: handed.enhanced_picture })
  expect((await refusalOf(ben.bytes(handed.enhanced_blob_url))).status).toBe(404)

  const { pack, fields } = await prepared(
    server.owner,
    'Signed with a picture',
    ['Ada Lovelace'],
    [{ type: 'signature', x: 40, y: 40, width: 160, height: 48, signer: 'self' }],
  )
  const use = (of: typeof mira) =>
    of.post<{ data: { file: string } }>(`/app/documents/${pack}/use_kept_signature`, { signature_key: held!.key })
  expect((await refusalOf(use(ben))).status).toBe(404)
  const { data } = await use(mira)
  await mira.post(`/app/documents/${pack}/add_update_data_field`, { data: [{ uuid: fields[0], data }] })
  // Forgotten by its owner it is gone, and stays where it was used.
  await mira.delete(`/app/user/signatures/${held!.key}`)
  expect((await refusalOf(mira.bytes(handed.enhanced_blob_url))).status).toBe(404)
  expect((await server.owner.bytes(`/app/serve_image/${data.file}`)).length).toBeGreaterThan(100)
})

test('[S-119 S-268 S-270] a signature that is drawn elsewhere or typed becomes a picture of its owner’s, and they see what they keep of each kind', async () => {
  const [mira, ben] = [await server.member('Writing'), await server.member('Looking')]
  interface Made {
    readonly data: { readonly blob_key: string; readonly blob_url?: string; readonly url?: string; readonly picture: object }
  }
  const inkIn = async (url: string) => {
    const { channels, isOpaque } = await sharp(await mira.bytes(url)).stats()
    return { clear: !isOpaque, inked: channels[3]!.max === 255 }
  }
  const drawn = (image: string) => mira.post<Made>('/base64_to_image_blob/', { image })
  const line =
    '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="40"><path d="M4 30 Q40 2 80 20" stroke="#223" fill="none"/></svg>'
  const png = await sharp(Buffer.from(line)).png().toBuffer()
  const made = await drawn(`data:image/png;base64,${png.toString('base64')}`)
  expect(await inkIn(made.data.blob_url!)).toMatchObject({ clear: true })
  expect((await refusalOf(ben.bytes(made.data.blob_url!))).status).toBe(404)
  // Markup that draws is no picture, whatever it is called.
  for (const image of [Buffer.from(line).toString('base64'), `data:image/png;base64,${Buffer.from(line).toString('base64')}`, '%%%'])
    expect(await refusalOf(drawn(image))).toMatchObject({ status: 400, message: expect.stringContaining('uploading an image') })
  expect((await refusalOf(drawn('A'.repeat(1_100_000)))).status).toBe(413)

  const written = (text: string) => mira.get<Made>(`/text_to_image_blob?${new URLSearchParams({ text })}`)
  const widths: number[] = []
  for (const text of ['Mira', 'Mira Castell', 'محمد علي', '田中 太郎', '<b>&amp;</b>']) {
    const { data } = await written(text)
    expect([text, await inkIn(data.url!)]).toEqual([text, { clear: true, inked: true }])
    widths.push((data.picture as { width: number }).width)
  }
  expect(widths[1]).toBeGreaterThan(widths[0]! * 1.5)
  for (const text of [' ', '', '\u{10ffff}', 'M'.repeat(201)])
    expect(await refusalOf(written(text))).toMatchObject({ status: 400, message: expect.stringMatching(/\w/) })

  // As made, it is kept like any other picture.
  const own = async () => (await mira.get<{ user: { signature: object | null; initial: object | null } }>('/app/user')).user
  expect(await own()).toMatchObject({ signature: null, initial: null })
  const { data } = await written('Mira Castell')
  await mira.post('/app/user/signatures', { type: 'signature', data: data.picture })
  await mira.post('/app/user/signatures', { type: 'initial', data: { method: 'typed', text: 'MC' } })
  const uploadedOne = { method: 'uploaded', text: '', blob_key: data.blob_key, blob_url: data.url }
  expect(await own()).toMatchObject({ signature: uploadedOne, initial: { method: 'typed', text: 'MC', blob_key: null, blob_url: null } })
  const { signatures } = await mira.get<{ signatures: readonly object[] }>('/app/user/signatures')
  expect(signatures).toMatchObject([
    { type: 'signature', ...uploadedOne },
    { type: 'initial', method: 'typed', text: 'MC' },
  ])
  expect((await server.raw('/text_to_image_blob?text=Mira')).status).toBe(401)
})
