import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalOf, type TestServer, testServer } from '#tests/server'
import { plainBytes } from '../pdf/support/files.ts'
import { eventually, newId, prepared, sent, uploaded, viewOf } from '../support/prepared.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const BOX = { x: 40, y: 40, width: 120, height: 24 }
type Saved = {
  revision: number
  date_updated: string
  previous_update: string
  data_fields: readonly { uuid: string; date_updated: string }[]
  refused: readonly { uuid: string; code: string }[]
}
type DocumentAnswer = {
  document: Record<string, unknown> & { data_fields: Record<string, unknown>[]; signatories: Record<string, unknown>[] }
}
const save = (pack: string, fields: readonly object[]) =>
  server.owner.post<Saved>(`/app/documents/${pack}/add_update_data_field`, { data: fields })
const read = async (key: string) => (await server.owner.get<DocumentAnswer>(`/app/documents/${key}`)).document

describe('a document', () => {
  test('[D-127 D-130 S-249] is read as the specification names its parts, by its own key and by its child’s', async () => {
    const { pack, document } = await prepared(server.owner, 'Parts', ['Ada Lovelace'], [{ type: 'text', ...BOX, signer: 0 }])
    const whole = await read(pack)
    expect(whole).toMatchObject({
      key: pack,
      document_pack_key: null,
      document_type: 'document',
      status: 'setup',
      document_name: 'Parts',
      child_document_keys: [document],
      from_template_key: null,
      account_key: server.workspace,
      branding_key: null,
      final_file_key: null,
      conversion_error_reason: null,
      conversion_error_message: null,
    })
    expect(whole.image_blob_metadata).toHaveLength((whole.image_blob_serving_urls as string[]).length)
    expect(await read(document)).toMatchObject({ key: document, document_pack_key: pack, position: 0, document_name: 'Parts' })
  })

  test('[S-250] is answered to a page that opens it by the key of any of its documents: where in which pack it is, and what all its fields are', async () => {
    const { pack, document } = await prepared(server.owner, 'Opened', ['Ada Lovelace'], [{ type: 'text', ...BOX, signer: 0 }])
    const second = await uploaded(server.owner, 'Opened too', await plainBytes(1), pack)
    const opened = (key: string) =>
      server.owner.get<DocumentAnswer & { success: boolean }>(
        `/app/documents/${key}?is_old_browser=true&include_child_document_data_fields=true`,
      )
    expect(await opened(second.document)).toMatchObject({
      success: true,
      document: { document_pack_key: pack, position: 1, data_fields: [] },
    })
    expect(await opened(document)).toMatchObject({ success: true, document: { document_pack_key: pack, position: 0 } })
    const { document: whole } = await opened(pack)
    expect(whole).toMatchObject({ key: pack, document_pack_key: null, child_document_keys: [document, second.document] })
    expect(whole.data_fields.map(({ document_key }) => document_key)).toEqual([document])
  })

  test('names in Arabic, with emoji, with markup and of 5,000 characters come back word for word, or not at all', async () => {
    const { pack } = await prepared(server.owner, 'Names', ['Ada Lovelace'], [])
    for (const name of ['عقد الإيجار ٢٠٢٦', '🖋️ Contract 👩‍⚖️', '<img src=x onerror=alert(1)> & "co"', 'a\u202eb']) {
      await server.owner.post(`/app/documents/${pack}/update_document`, { data: { document_name: name } })
      expect((await read(pack)).document_name).toBe(name)
    }
    const before = await viewOf(server.owner, pack)
    const long = server.owner.post(`/app/documents/${pack}/update_document`, { data: { document_name: 'n'.repeat(5_000) } })
    expect(await refusalOf(long)).toMatchObject({ status: 400, code: 'too-long' })
    expect((await viewOf(server.owner, pack)).revision).toBe(before.revision)
  })

  test('[D-475] what is left out stays, null clears, and one save is one append', async () => {
    const { pack } = await uploaded(server.owner, 'Saved')
    const before = await viewOf(server.owner, pack)
    const saved = await server.owner.post<{ revision: number; date_updated: string }>(`/app/documents/${pack}/update_document`, {
      data: { document_name: 'Saved twice', subject: 'Please sign', message: 'Dear all', sequential_signing: true },
    })
    expect(saved.revision).toBe(before.revision + 4)
    await server.owner.post(`/app/documents/${pack}/update_document`, { data: { subject: null } })
    expect(await read(pack)).toMatchObject({ document_name: 'Saved twice', subject: '', message: 'Dear all', sequential_signing: true })
  })

  test('a save of several changes changes nothing if one is refused', async () => {
    const { pack } = await uploaded(server.owner, 'All or nothing')
    const { revision } = await viewOf(server.owner, pack)
    const save = (data: unknown) => refusalOf(server.owner.post(`/app/documents/${pack}/update_document`, { data }))
    // Nobody is there who could be asked to sign.
    expect(await save({ document_name: 'Half of it', status: 'awaiting_signatures' })).toMatchObject({ status: 409 })
    expect(await viewOf(server.owner, pack)).toMatchObject({ revision, view: { name: 'All or nothing' } })
  })

  test('a decision on an old revision is a conflict, and nothing of it is kept', async () => {
    const { pack } = await prepared(server.owner, 'Old', ['Ada Lovelace'], [{ type: 'text', ...BOX, signer: 0 }])
    const { revision } = await viewOf(server.owner, pack)
    await server.owner.post(`/app/documents/${pack}/update_document`, { data: { document_name: 'Newer' } })
    const stale = server.owner.post(`/app/documents/${pack}/update_document`, { data: { status: 'awaiting_signatures', revision } })
    expect(await refusalOf(stale)).toMatchObject({ status: 409, code: 'revision-changed' })
    expect((await read(pack)).status).toBe('setup')
  })

  test('the same request sent twice is carried out once; its key for another request is refused', async () => {
    const { pack, document } = await uploaded(server.owner, 'Twice')
    const field = { uuid: newId(), document_key: document, type: 'text', page: 0, ...BOX, signatory_uuid: 'self' }
    const key = newId()
    const post = async (data: unknown, path = 'add_update_data_field') => {
      server.owner.remember({ 'idempotency-key': key })
      try {
        return await server.owner.post<Saved>(`/app/documents/${pack}/${path}`, { data })
      } finally {
        server.owner.remember({ 'idempotency-key': '' })
      }
    }
    const first = await post([field])
    const second = await post([field])
    expect(second).toMatchObject({ revision: first.revision, data_fields: first.data_fields })
    expect((await viewOf(server.owner, pack)).revision).toBe(first.revision)
    expect(await refusalOf(post([{ ...field, x: 60 }]))).toMatchObject({ status: 409, code: 'idempotency-key-reused' })
    // A reader of the history cannot test a guess at the request against it: the key, which the digest depends on, is kept nowhere.
    expect(JSON.stringify(await server.application.services.eventLog.read(`pack-${pack}`, 0n, 100))).not.toContain(key)
  })

  test('a call that found everything as it asks leaves its key unused: it is judged again, and only what changed something is remembered', async () => {
    const { pack } = await uploaded(server.owner, 'As it is')
    const name = async (document_name: string, key = '') => {
      server.owner.remember({ 'idempotency-key': key })
      const saved = server.owner.post<{ revision: number }>(`/app/documents/${pack}/update_document`, { data: { document_name } })
      return (await saved.finally(() => server.owner.remember({ 'idempotency-key': '' }))).revision
    }
    const [key, before] = [newId(), (await viewOf(server.owner, pack)).revision]
    expect(await name('As it is', key)).toBe(before)
    expect(await name('Another', key)).toBe(before + 1)
    // From here on the key is that of what it did.
    expect(await refusalOf(name('As it is', key))).toMatchObject({ status: 409, code: 'idempotency-key-reused' })
    await name('A third')
    expect(await name('Another', key)).toBe(before + 1)
    expect((await read(pack)).document_name).toBe('A third')
    const again = newId()
    const now = await name('A third', again)
    await name('A fourth')
    expect(await name('A third', again)).toBe(now + 2)
  })

  test('[D-248 D-249 D-250] a document that is marked as complete is, and does not go back to setup', async () => {
    const { pack } = await sent(server.owner, 'Done', ['Ada Lovelace'], [{ type: 'text', ...BOX, signer: 0 }])
    expect((await read(pack)).status).toBe('awaiting_signatures')
    await server.owner.post(`/app/documents/${pack}/update_document`, { data: { status: 'complete' } })
    expect((await read(pack)).status).toBe('complete')
    expect(await refusalOf(server.owner.post(`/app/documents/${pack}/update_document`, { data: { status: 'setup' } }))).toEqual({
      status: 409,
      code: 'revert-from-complete',
      message: 'Unable to update status to setup from completed status',
    })
  })

  test('[D-235] requesting signatures is refused with the first check that fails, in the specification’s words', async () => {
    const { pack, document } = await uploaded(server.owner, 'Checks')
    const request = () =>
      refusalOf(server.owner.post(`/app/documents/${pack}/update_document`, { data: { status: 'awaiting_signatures' } }))
    expect((await request()).message).toBe('There are no signatories assigned to the document.')
    const uuid = newId()
    await server.owner.post(`/app/documents/${pack}/update_signatory_details`, { data: { uuid, name: 'Ada', email: 'nonsense' } })
    expect((await request()).message).toBe('There are no fields set up for this document.')
    await save(pack, [{ uuid: newId(), document_key: document, type: 'text', page: 0, ...BOX, signatory_uuid: uuid }])
    expect((await request()).message).toBe('Some of the email addresses assigned are not valid.')
  })

  test('[S-141 S-142 S-252 S-253 D-136] goes to the trash and comes back', async () => {
    const { pack } = await uploaded(server.owner, 'Bin')
    await server.owner.get(`/app/documents/${pack}/delete_document`)
    expect(await read(pack)).toMatchObject({ is_deleted: true, date_deleted: expect.any(String) })
    const list = async (trash: boolean) =>
      (await server.owner.get<{ documents: { key: string }[] }>(`/app/documents?is_trash_view=${trash}`)).documents.map(({ key }) => key)
    expect(await list(true)).toContain(pack)
    expect(await list(false)).not.toContain(pack)
    await server.owner.get(`/app/documents/${pack}/recover_document`)
    expect(await read(pack)).toMatchObject({ is_deleted: false, date_deleted: null })
    expect(await list(false)).toContain(pack)
  })

  test('[S-227 S-244 S-245] several go to the trash together; what may not go stays, and the others go', async () => {
    const [mine, another] = [await uploaded(server.owner, 'Mine'), await uploaded(server.owner, 'Mine too')]
    const answer = await server.owner.post('/app/bulk_actions/document_actions/delete_multiple_documents', {
      document_keys: [mine.pack, newId(), another.pack],
    })
    expect(answer).toMatchObject({ success: true, partial: true, done: [mine.pack, another.pack] })
    expect((await read(mine.pack)).is_deleted).toBe(true)
    await server.owner.post('/app/bulk_actions/document_actions/recover_multiple_documents', { document_keys: JSON.stringify([mine.pack]) })
    expect((await read(mine.pack)).is_deleted).toBe(false)
  })

  test('[S-251] is not deleted for good where deleted documents are kept', async () => {
    const { pack } = await uploaded(server.owner, 'Kept')
    const headers = await ownerHeaders()
    const destroy = () => server.raw(`/app/document_actions/${pack}/permanently_delete_document`, { method: 'DELETE', headers })
    expect((await destroy()).body.code).toBe('not-in-trash')
    await server.owner.get(`/app/documents/${pack}/delete_document`)
    expect((await destroy()).body.code).toBe('deleted-documents-are-kept')
    expect((await read(pack)).is_deleted).toBe(true)
  })
})

describe('fields', () => {
  test('[D-187 D-188 D-189 D-476] are added, changed and read with what the specification names', async () => {
    const { pack, document } = await uploaded(server.owner, 'Fields')
    const uuid = newId()
    const saved = await save(pack, [
      {
        uuid,
        document_key: document,
        type: 'choice',
        page: 0,
        x: 40.125,
        y: 50,
        width: 120,
        height: 24,
        signatory_uuid: 'self',
        options_as_csv: 'Red,"Green, dark",Blue',
        custom_id: 'colour',
        description: 'Which one?',
      },
    ])
    expect(saved).toMatchObject({ data_fields: [{ uuid }], refused: [] })
    await save(pack, [{ uuid, data: 'Green, dark' }])
    await save(pack, [{ uuid, x: 60, y: 70 }])
    const [field] = (await server.owner.get<{ data_fields: object[] }>(`/app/documents/${pack}/get_data_fields`)).data_fields
    expect(field).toMatchObject({
      key: uuid,
      uuid,
      x: 60,
      y: 70,
      width: 120,
      height: 24,
      data: 'Green, dark',
      options_as_csv: 'Red,"Green, dark",Blue',
      custom_id: 'colour',
      description: 'Which one?',
      signatory_uuid: 'self',
      required: true,
      auto_assign_date: false,
      removed: false,
    })
  })

  test('one that is refused does not stop the others; where all are, the answer is a refusal', async () => {
    const { pack, document } = await uploaded(server.owner, 'Some')
    const good = { uuid: newId(), document_key: document, type: 'text', page: 0, ...BOX, signatory_uuid: 'self' }
    const bad = {
      overlapping: { ...good, uuid: newId(), x: BOX.x + 5 },
      negative: { ...good, uuid: newId(), y: 300, width: -20 },
      beyond: { ...good, uuid: newId(), y: 300, page: 99 },
      unknown: { ...good, uuid: newId(), y: 300, type: 'sorcery' },
    }
    const saved = await save(pack, [good, ...Object.values(bad)])
    expect(saved.data_fields.map(({ uuid }) => uuid)).toEqual([good.uuid])
    expect(Object.fromEntries(saved.refused.map(({ uuid, code }) => [uuid, code]))).toEqual({
      [bad.overlapping.uuid]: 'fields-overlap',
      [bad.negative.uuid]: 'size-invalid',
      [bad.beyond.uuid]: 'no-such-page',
      [bad.unknown.uuid]: 'invalid-request',
    })
    expect(await refusalOf(save(pack, [bad.overlapping]))).toMatchObject({ status: 409, code: 'fields-overlap' })
    // An answer that was lost is given again word for word, refusals too.
    server.owner.remember({ 'idempotency-key': newId() })
    const better = { ...good, uuid: newId(), y: 340 }
    const once = await save(pack, [better, bad.overlapping])
    const again = await save(pack, [better, bad.overlapping])
    server.owner.remember({ 'idempotency-key': '' })
    expect(once.refused).toMatchObject([{ uuid: bad.overlapping.uuid, code: 'fields-overlap' }])
    expect(again).toEqual({ ...once, previous_update: again.previous_update })
    expect((await read(pack)).data_fields).toHaveLength(2)
  })

  test('one off the page is put onto it', async () => {
    const { pack, document } = await uploaded(server.owner, 'Off')
    const uuid = newId()
    await save(pack, [
      { uuid, document_key: document, type: 'text', page: 0, x: -500, y: 90_000, width: 100, height: 20, signatory_uuid: 'self' },
    ])
    const { view } = await viewOf(server.owner, pack)
    const field = view.fields[uuid]!
    const page = view.documents[0]!.pages[0]!
    expect(field.x).toBeGreaterThanOrEqual(0)
    expect(field.x).toBeLessThan(5_000)
    expect(field.y + field.height).toBeLessThanOrEqual(page.height)
  })

  test('[D-477] more than 100 in one call are refused', async () => {
    const { pack } = await uploaded(server.owner, 'Hundred')
    const many = Array.from({ length: 101 }, () => ({ uuid: newId(), data: 'x' }))
    expect(await refusalOf(save(pack, many))).toMatchObject({ status: 400, code: 'invalid-request' })
  })

  test('[D-430 D-163] the lock is kept and holds', async () => {
    const { pack, document } = await uploaded(server.owner, 'Locked')
    const uuid = newId()
    await save(pack, [{ uuid, document_key: document, type: 'text', page: 0, ...BOX, signatory_uuid: 'self' }])
    await server.owner.post(`/app/documents/${pack}/update_document`, { data: { data_fields_locked: true } })
    expect((await read(pack)).data_fields_locked).toBe(true)
    expect(await refusalOf(save(pack, [{ uuid, x: 200 }]))).toMatchObject({ code: 'fields-locked' })
    await server.owner.post(`/app/documents/${pack}/update_document`, { data: { data_fields_locked: false } })
    await save(pack, [{ uuid, x: 200 }])
    expect((await viewOf(server.owner, pack)).view.fields[uuid]!.x).toBe(200_000)
  })

  test('[D-280 D-281 D-282] the team’s values are taken in setup, and no more once signatures are requested', async () => {
    const { pack, fields } = await prepared(server.owner, 'Values', ['Ada Lovelace'], [{ type: 'text', ...BOX, signer: 0 }])
    await save(pack, [{ uuid: fields[0], data: 'A start' }])
    await server.owner.post(`/app/documents/${pack}/update_document`, { data: { status: 'awaiting_signatures' } })
    expect((await refusalOf(save(pack, [{ uuid: fields[0], data: 'Changed' }]))).status).toBe(409)
    expect((await read(pack)).data_fields[0]!.data).toBe('A start')
  })
})

test('[D-195] a field that was removed is neither shown nor in the way of a request', async () => {
  const fields = [
    { type: 'text', ...BOX, signer: 0 },
    { type: 'choice', ...BOX, y: 120, signer: 0, options_as_csv: '' },
  ]
  const made = await prepared(server.owner, 'Without choices', ['Ada Lovelace'], fields)
  const request = () => server.owner.post(`/app/documents/${made.pack}/update_document`, { data: { status: 'awaiting_signatures' } })
  expect(await refusalOf(request())).toMatchObject({ code: 'choices-missing' })
  await save(made.pack, [{ uuid: made.fields[1], removed: true }])
  const shown = async () => (await read(made.pack)).data_fields.filter(({ removed }) => !removed).map(({ uuid }) => uuid)
  expect(await shown()).toEqual([made.fields[0]])
  await request()
  expect((await read(made.pack)).status).toBe('awaiting_signatures')
})

test('[D-203] a field says when it changed last, and by whom', async () => {
  const { pack, fields } = await prepared(server.owner, 'Changed by', ['Ada Lovelace'], [{ type: 'text', ...BOX, signer: 0 }])
  const [before] = (await read(pack)).data_fields
  expect(before).toMatchObject({ updated_by_user_name: 'Mira Castell' })
  const nora = await server.member('Nora')
  const data = [{ uuid: fields[0], x: 77 }]
  const saved = await nora.post<Saved>(`/app/documents/${pack}/add_update_data_field`, { data })
  const [after] = (await read(pack)).data_fields
  expect(after).toMatchObject({ updated_by_user_name: 'Nora Tester', date_updated: saved.data_fields[0]!.date_updated })
  expect(after!.date_updated! > before!.date_updated!).toBe(true)
})

describe('signatories', () => {
  test('[D-479 D-166 D-172] are added and changed with what the specification names', async () => {
    const { pack } = await uploaded(server.owner, 'Signers')
    const uuid = newId()
    const saved = await server.owner.post<{ signatory: { uuid: string; date_updated: string } }>(
      `/app/documents/${pack}/update_signatory_details`,
      {
        data: {
          uuid,
          role: 'Landlord',
          name: 'Ada Lovelace',
          email: ' ada@example.com ',
          mobile_number: '082 123 4567',
          is_optional: true,
        },
      },
    )
    expect(saved.signatory).toEqual({ uuid, date_updated: expect.any(String) })
    expect((await read(pack)).signatories[0]).toMatchObject({
      uuid,
      role: 'Landlord',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      mobile_number: '+27821234567',
      position: 0,
      status: 'setup',
      is_optional: true,
      primary_communication_channel: 'email',
    })
    expect(await server.owner.get(`/app/documents/${pack}/get_signatories`)).toMatchObject({
      signatories: [{ uuid, date_updated: expect.any(String) }],
    })
  })

  test('[D-008 D-181] copy recipients are kept next to them, and no link is made for one', async () => {
    const { pack } = await sent(server.owner, 'Copies', ['Ada Lovelace'], [{ type: 'text', ...BOX, signer: 0 }])
    await server.owner.post(`/app/documents/${pack}/update_document`, { data: { status: 'setup' } })
    const uuid = newId()
    await server.owner.post(`/app/documents/${pack}/update_document`, {
      data: { cc_recipients: [{ uuid, name: 'Carl', email: 'carl@example.com' }] },
    })
    expect((await read(pack)).cc_recipients).toEqual([{ uuid, name: 'Carl', email: 'carl@example.com', mobile_number: '' }])
    await server.owner.post(`/app/documents/${pack}/update_document`, { data: { status: 'awaiting_signatures' } })
    const link = server.owner.post(`/app/documents/${pack}/generate_signing_link_for_signatory/${uuid}`, {})
    expect(await refusalOf(link)).toMatchObject({ code: 'signatory-missing' })
  })

  test('one who has fields is removed only together with them', async () => {
    const { pack, signers } = await prepared(server.owner, 'Removing', ['Ada Lovelace'], [{ type: 'text', ...BOX, signer: 0 }])
    const remove = (more: object) =>
      server.owner.post(`/app/documents/${pack}/update_signatory_details`, { data: { uuid: signers[0], removed: true, ...more } })
    expect((await refusalOf(remove({}))).message).toBe("Delete/reassign the signer's data fields first before removing the signer")
    await remove({ with_fields: true })
    const { view } = await viewOf(server.owner, pack)
    expect(Object.values(view.fields).every(({ removed }) => removed)).toBe(true)
  })

  test('[D-485] a request is sent again, and a corrected address kills the old link', async () => {
    const { pack, signers } = await sent(server.owner, 'Again', ['Ada Lovelace'], [{ type: 'text', ...BOX, signer: 0 }])
    const state = async () => (await viewOf(server.owner, pack)).view.signatories[0]!
    const first = await eventually(state, ({ request }) => request?.state === 'sent')
    await server.owner.post(`/app/documents/${pack}/resend_document_notification/${signers[0]}`, { communication_channel_ui: 'email' })
    const second = await eventually(state, ({ request }) => request?.state === 'sent' && request.id !== first.request!.id)
    expect(second.requestsSent).toBe(2)
    await server.owner.post(`/app/documents/${pack}/update_signatory_details`, { data: { uuid: signers[0], email: 'ada.l@example.com' } })
    const third = await eventually(state, ({ request, links }) => request?.state === 'sent' && links.length === 1)
    expect(third.email).toBe('ada.l@example.com')
    expect(second.links.map(({ link }) => link)).not.toContain(third.links[0]!.link)
  })
})

describe('the list', () => {
  test('[S-257 S-258 S-109 S-234] shows the workspace’s documents by status and words, and search answers alike', async () => {
    const { pack } = await sent(server.owner, 'Zebra agreement', ['Grace Hopper'], [{ type: 'text', ...BOX, signer: 0 }])
    const { documents, counts } = await server.owner.get<{ documents: Record<string, unknown>[]; counts: Record<string, number> }>(
      '/app/documents?search_query=zebra',
    )
    expect(documents).toEqual([
      expect.objectContaining({
        key: pack,
        document_name: 'Zebra agreement',
        document_type: 'document',
        status: 'awaiting_signatures',
        account_key: server.workspace,
        is_deleted: false,
      }),
    ])
    expect(counts.all).toBeGreaterThan(0)
    expect(await server.owner.get('/app/search/documents?search_query=hopper')).toMatchObject({
      search_documents: [{ key: pack }],
      wait_for_response: false,
    })
    expect(await server.owner.get('/app/documents?search_query=zebra&document_status=complete')).toMatchObject({ documents: [] })
  })

  test('[S-256] the poll tells which documents changed and which have left', async () => {
    const here = await uploaded(server.owner, 'Polled')
    const gone = await uploaded(server.owner, 'Polled and gone')
    await server.owner.get(`/app/documents/${gone.pack}/delete_document`)
    const unknown = newId()
    const { documents } = await server.owner.post<{ documents: { key: string; _deleted: boolean; date_updated: string | null }[] }>(
      '/app/documents/updates',
      { keys: [here.pack, gone.pack, unknown], is_trash_view: false },
    )
    expect(documents.map(({ key, _deleted }) => [key, _deleted])).toEqual([
      [here.pack, false],
      [gone.pack, true],
      [unknown, true],
    ])
  })
})

describe('polls', () => {
  test('[D-498 D-499 D-500] tell when fields and signatories changed last', async () => {
    const { pack, fields, signers } = await prepared(server.owner, 'Polls', ['Ada Lovelace'], [{ type: 'text', ...BOX, signer: 0 }])
    const changes = () =>
      server.owner.get<{ most_recent_data_field_update: string; most_recent_signatory_update: string }>(
        `/app/documents/${pack}/get_data_field_signatory_updates`,
      )
    const before = await changes()
    const saved = await save(pack, [{ uuid: fields[0], x: 77 }])
    const after = await changes()
    expect(after.most_recent_data_field_update).toBe(saved.data_fields[0]!.date_updated)
    expect(after.most_recent_data_field_update > before.most_recent_data_field_update).toBe(true)
    expect(after.most_recent_signatory_update).toBe(before.most_recent_signatory_update)
    const { signatory } = await server.owner.post<{ signatory: { date_updated: string } }>(
      `/app/documents/${pack}/update_signatory_details`,
      { data: { uuid: signers[0], role: 'Tenant' } },
    )
    expect(await changes()).toMatchObject({
      most_recent_data_field_update: after.most_recent_data_field_update,
      most_recent_signatory_update: signatory.date_updated,
    })
    expect(signatory.date_updated > after.most_recent_signatory_update).toBe(true)
    expect(await server.owner.get(`/app/documents/${pack}/get_data_fields`)).toMatchObject({ data_fields: [{ uuid: fields[0], x: 77 }] })
  })

  test('[D-501 D-502] get_document_updates holds the lists only where they are asked for', async () => {
    const { pack } = await prepared(server.owner, 'Lists', ['Ada Lovelace'], [{ type: 'text', ...BOX, signer: 0 }])
    const updates = async (query: string) =>
      (await server.owner.get<{ document: Record<string, unknown> }>(`/app/documents/${pack}/get_document_updates${query}`)).document
    const bare = await updates('')
    expect(bare).toMatchObject({ conversion_error_reason: null, image_blob_serving_urls: expect.any(Array), filename: 'Lists.pdf' })
    for (const list of ['signatories', 'data_fields', 'child_documents']) expect(bare).not.toHaveProperty(list)
    expect(await updates('?return_signatories=true')).toHaveProperty('signatories')
    expect(await updates('?return_data_fields=true')).toHaveProperty('data_fields')
    expect(await updates('?return_child_documents=true')).toMatchObject({ child_documents: [{ position: 0 }] })
  })
})

async function ownerHeaders(): Promise<Record<string, string>> {
  const answer = await fetch(`${server.url}/app/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': 'none' },
    body: JSON.stringify({ email_address: 'mira@example.com', password: 'correct horse battery' }),
  })
  const { csrf_token } = (await answer.json()) as { csrf_token: string }
  return { cookie: answer.headers.getSetCookie()[0]!.split(';')[0]!, 'x-csrf-token': csrf_token }
}
