import { PDFDocument } from 'pdf-lib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditRecord } from '#contract/documents'
import { storyOf, writeHistory } from '#pdf/verification'
import { postgresSharedLeaves } from '#platform/shared-leaves'
import { refusalOf, type TestServer, testServer } from '#tests/server'
import { refusalToCopy } from '../../command-api/pack/copy.ts'
import { historySoFar } from '../../processes/sealing/history.ts'
import { readHistory } from '../../shared/pdf/verification/history.ts'
import { atOnce } from '../../shared/pdf/verification/steps.ts'
import { eventually, linkOf, newId, prepared, replaced, sent, uploaded, viewOf } from '../support/prepared.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ environment: { PARAPH_KEEP_DELETED: 'false' } })
})
afterAll(() => server.close())

const FIELDS = [
  { type: 'text', x: 40, y: 40, width: 120, height: 24, signer: 0, custom_id: 'tenant' },
  { type: 'signature', x: 40, y: 100, width: 160, height: 48, signer: 1 },
  { type: 'text', x: 40, y: 200, width: 120, height: 24, signer: 'self', data: 'Mine' },
  { type: 'signature', x: 40, y: 260, width: 160, height: 48, signer: 'self', data: { method: 'typed', text: 'Mira' } },
] as const
type Answer = { document: { key: string; document_name: string; document_type: string; from_template_key: string | null; status: string } }

const team = (permissions: string[]) =>
  ({ as: 'team', user: newId(), workspace: server.workspace, isAdmin: false, permissions: new Set(permissions) }) as const

describe('several that are merged', () => {
  const merge = (keys: readonly string[], as = server.owner) =>
    as.post<{ document_key: string }>('/app/bulk_actions/document_actions/merge_multiple_documents', { document_keys: keys })
  const pages = async (...sizes: readonly (readonly [number, number])[]) => {
    const file = await PDFDocument.create()
    for (const [width, height] of sizes) file.addPage([width, height])
    return file.save()
  }
  const field = { type: 'text', x: 10, y: 10, width: 80, height: 20 }

  test('[S-246 S-247] are one new document, whose sealed file has their pages in the order of the keys, with fields and signers', async () => {
    const lease = await prepared(server.owner, 'Lease', ['Ada Lovelace'], [{ ...field, type: 'signature', signer: 0 }])
    await replaced(server.owner, lease, await pages([300, 400]))
    const plan = await prepared(server.owner, 'Plan', ['Grace Hopper', 'Ada Lovelace'], [{ ...field, type: 'signature', signer: 1 }])
    const annex = await uploaded(server.owner, 'Annex', await pages([510, 610], [520, 620]), plan.pack)
    await replaced(server.owner, plan, await pages([501, 601]))
    const last = await uploaded(server.owner, 'Last', await pages([700, 800]))
    const onAnnex = { uuid: newId(), document_key: annex.document, page: 1, ...field, type: 'signature', signatory_uuid: plan.signers[0] }
    await server.owner.post(`/app/documents/${plan.pack}/add_update_data_field`, { data: [onAnnex] })

    const { document_key: merged } = await merge([plan.pack, lease.pack, last.pack])
    const { view } = await viewOf(server.owner, merged)
    const inOrder = [
      [501, 601],
      [510, 610],
      [520, 620],
      [300, 400],
      [700, 800],
    ]
    expect(view).toMatchObject({ kind: 'document', status: 'setup', name: 'Plan and 2 more' })
    expect(view.documents.map((each) => each.pages.map(({ width, height }) => [width / 1000, height / 1000]))).toEqual([inOrder])
    // Ada, who signs two of them, signs once.
    expect(view.signatories.map(({ email }) => email)).toEqual(['grace@example.com', 'ada@example.com'])
    const placed = view.fieldOrder.map((key) => view.fields[key]!)
    expect(placed.map(({ page, assignee }) => [page, view.signatories.findIndex(({ uuid }) => uuid === assignee)])).toEqual([
      [0, 1],
      [2, 0],
      [3, 1],
    ])
    expect((await viewOf(server.owner, plan.pack)).view.documents).toHaveLength(2)

    await server.owner.post(`/app/documents/${merged}/update_document`, { data: { status: 'awaiting_signatures' } })
    for (const [at, { uuid }] of view.signatories.entries()) {
      const signer = await server.signer(await linkOf(server.owner, merged, uuid))
      const mine = placed
        .filter(({ assignee }) => assignee === uuid)
        .map(({ key }) => ({ uuid: key, data: { method: 'typed', text: `S${at}` } }))
      await signer.post(`/app/documents/${merged}/add_update_data_field`, { data: mine })
      const { view_digest } = await signer.get<{ view_digest: string }>(`/app/documents/${merged}/view`)
      const completes = { update_status_to: 'complete', consent_version: '2026-11', view_digest }
      await signer.post(`/app/documents/${merged}/add_update_signatory`, { data: { uuid }, ...completes })
    }
    const sealed = await eventually(
      () => viewOf(server.owner, merged),
      (now) => now.view.documents[0]!.sealing.state === 'sealed',
    )
    const { sealing } = sealed.view.documents[0]!
    const file = await PDFDocument.load(await server.owner.bytes(`/app/serve/${sealing.state === 'sealed' ? sealing.file : ''}`))
    expect(
      file
        .getPages()
        .slice(0, inOrder.length)
        .map((page) => [page.getWidth(), page.getHeight()]),
    ).toEqual(inOrder)
  })

  test('[S-179] are two at least, each counted once, all of them whole, and of one workspace', async () => {
    const one = await prepared(server.owner, 'One', ['Ada Lovelace'], [])
    const two = await prepared(server.owner, 'Two', ['Ada Lovelace'], [])
    const few = { status: 400, message: 'Cannot merge less than two documents into new document.' }
    for (const keys of [[], [one.pack], [one.pack, one.pack], [one.pack, one.document]])
      expect(await refusalOf(merge(keys))).toMatchObject(few)
    const missing = newId()
    expect(await refusalOf(merge([one.pack, missing, two.pack]))).toMatchObject({ status: 404, code: 'not-found' })
    await server.owner.get(`/app/documents/${two.pack}/delete_document`)
    expect(await refusalOf(merge([one.pack, two.pack]))).toMatchObject({ code: 'in-trash' })
  })

  test('asked for twice under one key, are merged once, and leave no file behind', async () => {
    const both = [(await uploaded(server.owner, 'Left')).pack, (await uploaded(server.owner, 'Right')).pack]
    server.owner.remember({ 'idempotency-key': newId() })
    const first = await merge(both)
    const again = await merge(both)
    server.owner.remember({ 'idempotency-key': '' })
    expect(again.document_key).toBe(first.document_key)
    expect(await server.application.services.files.keysOf(first.document_key)).toHaveLength(1)
  })

  test('templates make a template, whose roles of one name are one role; tick boxes of two groups of one name stay apart', async () => {
    const tick = { ...field, type: 'check', width: 20, signer: 0, checkbox_group: 'Choice' }
    const template = async (name: string) => {
      const { pack } = await prepared(server.owner, name, ['Ada Lovelace'], [tick])
      return (await server.owner.get<Answer>(`/app/documents/${pack}/convert_to_template`)).document.key
    }
    const { document_key: merged } = await merge([await template('First'), await template('Second')])
    const { view } = await viewOf(server.owner, merged)
    expect(view).toMatchObject({ kind: 'template', name: 'First and 1 more' })
    expect(view.signatories.map(({ role }) => role)).toEqual(['signer-1'])
    expect(new Set(Object.values(view.fields).map(({ group }) => group)).size).toBe(2)
  })
})

describe('a copy', () => {
  test('[S-146 D-013] is a document of its own: pages, people and fields as they were, and nobody’s signature', async () => {
    const source = await sent(server.owner, 'Original', ['Ada Lovelace', 'Grace Hopper'], FIELDS, true)
    const ada = await server.signer(await linkOf(server.owner, source.pack, source.signers[0]!))
    await ada.post(`/app/documents/${source.pack}/add_update_data_field`, { data: [{ uuid: source.fields[0], data: 'a draft of Ada' }] })
    const { document } = await server.owner.get<Answer>(`/app/documents/${source.pack}/create_a_copy`)
    expect(document).toMatchObject({ document_type: 'document', status: 'setup', from_template_key: source.pack })
    const { view } = await viewOf(server.owner, document.key)
    const original = (await viewOf(server.owner, source.pack)).view
    expect(view.documents[0]!.pages).toEqual(original.documents[0]!.pages)
    expect(view.settings).toEqual(original.settings)
    expect(view.signatories.map(({ name, email, status }) => [name, email, status])).toEqual([
      ['Ada Lovelace', 'ada@example.com', 'setup'],
      ['Grace Hopper', 'grace@example.com', 'setup'],
    ])
    const looks = (of: typeof view) =>
      of.fieldOrder.map((key) => of.fields[key]!).map(({ type, x, y, customId, page }) => ({ type, x, y, customId, page }))
    expect(looks(view)).toEqual(looks(original))
    expect(
      Object.values(view.fields).map(({ value, assignee }) => [value, view.signatories.findIndex(({ uuid }) => uuid === assignee)]),
    ).toEqual([
      [null, 0],
      [null, 1],
      // The sender's own text comes along; their signature is given again.
      ['Mine', -1],
      [null, -1],
    ])
    expect(Object.keys(view.fields)).not.toEqual(expect.arrayContaining([...source.fields]))
  })

  test('[S-145 S-254 S-255 S-144 D-010 D-128] a template is made from a document, keeps roles and no names, and is used without being changed', async () => {
    const source = await prepared(server.owner, 'Lease', ['Ada Lovelace'], [FIELDS[0]!])
    const { document: template } = await server.owner.get<Answer>(`/app/documents/${source.pack}/convert_to_template`)
    expect(template).toMatchObject({ document_type: 'template', document_name: 'Lease', status: 'setup' })
    expect((await viewOf(server.owner, source.pack)).view.kind).toBe('document')
    const before = await viewOf(server.owner, template.key)
    expect(before.view.signatories.map(({ role, name, email }) => [role, name, email])).toEqual([['signer-1', '', '']])
    const sending = server.owner.post(`/app/documents/${template.key}/update_document`, { data: { status: 'awaiting_signatures' } })
    expect(await refusalOf(sending)).toMatchObject({ code: 'template-not-sendable' })

    const { document } = await server.owner.get<Answer>(`/app/documents/${template.key}/create_a_copy?template_to_document=true`)
    expect(document).toMatchObject({ document_type: 'document', document_name: 'Lease', from_template_key: template.key })
    const { document: second } = await server.owner.get<Answer>(`/app/documents/${template.key}/create_a_copy`)
    expect(second).toMatchObject({ document_type: 'template', document_name: 'Copy of Lease' })
    const { document: third } = await server.owner.get<Answer>(`/app/documents/${template.key}/create_a_copy?template_to_document=false`)
    expect(third).toMatchObject({ document_type: 'template', document_name: 'Copy of Lease' })
    expect((await viewOf(server.owner, template.key)).revision).toBe(before.revision)
  })

  test('outlives its origin’s files, and is sent, signed and sealed like any other', async () => {
    const source = await prepared(server.owner, 'Source', ['Ada Lovelace'], [FIELDS[0]!])
    const { document } = await server.owner.get<Answer>(`/app/documents/${source.pack}/create_a_copy`)
    const { files } = server.application.services
    const own = (await viewOf(server.owner, document.key)).view.documents[0]!.conversion
    if (own.state !== 'converted') throw new Error('a copy has its pages at once')
    expect((await files.find(own.file))!.pack).toBe(document.key)
    await files.removeOfPack(source.pack)
    expect((await server.owner.bytes(`/app/serve/${own.file}`)).length).toBe(own.size)

    await server.owner.post(`/app/documents/${document.key}/update_document`, { data: { status: 'awaiting_signatures' } })
    const { view } = await viewOf(server.owner, document.key)
    const ada = await server.signer(await linkOf(server.owner, document.key, view.signatories[0]!.uuid))
    await ada.post(`/app/documents/${document.key}/add_update_data_field`, { data: [{ uuid: view.fieldOrder[0], data: 'Ada' }] })
    const { view_digest } = await ada.get<{ view_digest: string }>(`/app/documents/${document.key}/view`)
    await ada.post(`/app/documents/${document.key}/add_update_signatory`, {
      data: { uuid: view.signatories[0]!.uuid },
      update_status_to: 'complete',
      consent_version: '2026-11',
      view_digest,
    })
    const sealed = await eventually(
      () => viewOf(server.owner, document.key),
      (now) => now.view.documents[0]!.sealing.state === 'sealed',
    )
    expect(sealed.view.status).toBe('complete')
  })

  test('takes the sender’s picture along as a file of its own, and nobody else’s', async () => {
    const image = { type: 'image', x: 40, y: 40, width: 100, height: 80 }
    const source = await prepared(
      server.owner,
      'With a picture',
      ['Ada Lovelace'],
      [
        { ...image, signer: 'self' },
        { ...image, y: 140, signer: 0 },
      ],
    )
    const upload = `data_field_upload_success/${source.pack}`
    const { url, file_key } = await server.owner.get<{ url: string; file_key: string }>(
      `/app/get_data_field_upload_url/${source.pack}?filename=logo.png&data_field_type=image`,
    )
    await server.owner.put(
      url,
      await sharp({ create: { width: 30, height: 20, channels: 3, background: '#135' } })
        .png()
        .toBuffer(),
    )
    const {
      blob_key: file,
      digest,
      width,
      height,
    } = await server.owner.post<Record<string, unknown>>(`/app/${upload}`, { file_key, type: 'image' })
    const data = { method: 'uploaded', file, digest, width, height }
    await server.owner.post(`/app/documents/${source.pack}/add_update_data_field`, { data: source.fields.map((uuid) => ({ uuid, data })) })

    const { document } = await server.owner.get<Answer>(`/app/documents/${source.pack}/create_a_copy`)
    const { view } = await viewOf(server.owner, document.key)
    const [own, signers] = view.fieldOrder.map((key) => view.fields[key]!)
    expect(own!.value).toMatchObject({ method: 'uploaded', digest, width, height })
    expect(signers!.value).toBeNull()
    expect(JSON.stringify(own!.value)).not.toContain(file)
    await server.application.services.files.removeOfPack(source.pack)
    const bytes = await server.owner.bytes(`/app/serve_data_field_blob/${document.key}/${own!.key}`)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 30 })
  })

  test('asked for twice under one key, is made once', async () => {
    const { pack } = await prepared(server.owner, 'Once', ['Ada Lovelace'], [FIELDS[0]!])
    const other = await prepared(server.owner, 'Another', ['Ada Lovelace'], [FIELDS[0]!])
    server.owner.remember({ 'idempotency-key': newId() })
    const copy = (path: string) => server.owner.get<Answer>(`/app/documents/${pack}/${path}`)
    const [first, second] = await Promise.all([copy('create_a_copy'), copy('create_a_copy')])
    const later = await copy('create_a_copy')
    expect([second.document.key, later.document.key]).toEqual([first.document.key, first.document.key])
    expect(await refusalOf(copy('convert_to_template'))).toMatchObject({ status: 409, code: 'idempotency-key-reused' })
    const elsewhere = await server.owner.get<Answer>(`/app/documents/${other.pack}/create_a_copy`)
    expect(elsewhere.document.key).not.toBe(first.document.key)
    server.owner.remember({ 'idempotency-key': '' })
    const rows = await eventually(
      () => server.owner.get<{ search_documents: { key: string }[] }>('/app/search/documents?search_query=copy%20of%20once'),
      ({ search_documents }) => search_documents.length > 0,
    )
    expect(rows.search_documents.map(({ key }) => key)).toEqual([first.document.key])
  })

  test('asked for again after a try that ended half-way, is made of what its origin is by then', async () => {
    const { pack, document } = await prepared(server.owner, 'Halfway', ['Ada Lovelace'], [FIELDS[0]!])
    const { files } = server.application.services
    const { share } = files
    const copy = () => server.owner.get<Answer>(`/app/documents/${pack}/create_a_copy`)
    server.owner.remember({ 'idempotency-key': newId() })
    files.share = async (...given) => {
      await share(...given)
      throw new Error('the process died')
    }
    expect(await refusalOf(copy())).toMatchObject({ status: 500 })
    files.share = share
    const second = await PDFDocument.create()
    second.addPage([300, 400])
    await replaced(server.owner, { pack, document }, await second.save())
    const made = await copy()
    server.owner.remember({ 'idempotency-key': '' })
    const { conversion, pages } = (await viewOf(server.owner, made.document.key)).view.documents[0]!
    expect(pages).toEqual([{ width: 300_000, height: 400_000 }])
    expect((await server.owner.bytes(`/app/serve/${conversion.state === 'converted' ? conversion.file : ''}`)).length).toBeGreaterThan(0)
  })

  test('keeps every field where it is, also those that overlap', async () => {
    const { pack, document } = await uploaded(server.owner, 'Overlapping')
    const box = (at: number) => ({ x: 10 + (at % 25) * 22, y: 10 + Math.floor(at / 25) * 20, width: 20, height: 18 })
    const all = Array.from({ length: 60 }, (_, at) => ({
      uuid: newId(),
      document_key: document,
      type: 'text',
      page: at % 2,
      ...box(Math.floor(at / 2)),
      signatory_uuid: 'self',
    }))
    await server.owner.post(`/app/documents/${pack}/add_update_data_field`, { data: all })
    const [first, , third] = all
    await server.owner.post(`/app/documents/${pack}/add_update_data_field`, { data: [{ uuid: third!.uuid, x: first!.x, y: first!.y }] })
    const copied = await server.owner.get<Answer>(`/app/documents/${pack}/create_a_copy`)
    const places = ({ view }: Awaited<ReturnType<typeof viewOf>>) =>
      view.fieldOrder.map((key) => view.fields[key]!).map(({ page, x, y, width, height }) => [page, x, y, width, height])
    const [one, other] = [await viewOf(server.owner, pack), await viewOf(server.owner, copied.document.key)]
    expect(places(other)).toEqual(places(one))
    expect(places(other)).toHaveLength(60)
  })

  test('of what is in the trash, still converting, failed or somebody else’s there is none, and each says why', async () => {
    const { pack } = await prepared(server.owner, 'Gone', ['Ada Lovelace'], [FIELDS[0]!])
    const stranger = await server.stranger('Nemo')
    const theirs = stranger.get(`/app/documents/${pack}/create_a_copy`)
    expect(await refusalOf(theirs)).toMatchObject({ status: 404, code: 'not-found' })
    await server.owner.get(`/app/documents/${pack}/delete_document`)
    expect(await refusalOf(server.owner.get(`/app/documents/${pack}/create_a_copy`))).toMatchObject({ status: 410, code: 'in-trash' })
    const empty = await server.owner.get<{ redirect_document_key: string }>('/app/get_document_upload_url?filename=a.pdf&size=0.1')
    const waiting = server.owner.get(`/app/documents/${empty.redirect_document_key}/convert_to_template`)
    expect(await refusalOf(waiting)).toMatchObject({ status: 409, code: 'not-uploaded' })
    const broken = await uploaded(server.owner, 'Broken', Buffer.from('not a PDF'))
    const failed = server.owner.get(`/app/documents/${broken.pack}/create_a_copy`)
    expect(await refusalOf(failed)).toMatchObject({ status: 409, code: 'conversion-error' })
    const { view } = await viewOf(server.owner, broken.pack)
    const converting = { ...view.documents[0]!, conversion: { state: 'converting', source: newId(), size: 1 } } as const
    expect(refusalToCopy({ ...view, documents: [converting] }, team(['can_create_document_copies']), 'document')).toBe('not-converted')
  })

  test('[S-218 D-451] needs the permission for what it makes', async () => {
    const { pack } = await prepared(server.owner, 'Permitted', ['Ada Lovelace'], [FIELDS[0]!])
    const { view } = await viewOf(server.owner, pack)
    expect(refusalToCopy(view, team(['can_create_templates']), 'document')).toBe('not-permitted')
    expect(refusalToCopy(view, team(['can_create_document_copies']), 'template')).toBe('not-permitted')
    expect(refusalToCopy(view, team(['can_create_document_copies']), 'document')).toBe(null)
    expect(refusalToCopy(view, team(['can_create_templates']), 'template')).toBe(null)
  })

  test('changes something, and so proves where it comes from like any POST', async () => {
    const { pack } = await prepared(server.owner, 'Guarded', ['Ada Lovelace'], [FIELDS[0]!])
    for (const call of ['create_a_copy', 'convert_to_template']) {
      const asked = await server.raw(`/app/documents/${pack}/${call}`, { headers: { cookie: server.owner.cookie() } })
      expect(asked).toMatchObject({ status: 403, body: { code: 'cross-site' } })
    }
  })
})

describe('several copies', () => {
  const copies = (body: object) =>
    server.owner.post<{ partial: boolean; done: string[]; message?: string; refused: { key: string; code: string }[] }>(
      '/app/bulk_actions/document_actions/copy_multiple_documents',
      body,
    )
  const found = async (type: string, words: string) => {
    const { search_documents } = await eventually(
      () =>
        server.owner.get<{ search_documents: { document_name: string }[] }>(
          `/app/search/documents?document_type=${type}&search_query=${words}`,
        ),
      (answer) => answer.search_documents.length > 0,
    )
    return search_documents.map(({ document_name }) => document_name)
  }

  test('[S-248] are made as what is asked for; what may not be copied does not stop the others', async () => {
    const one = await prepared(server.owner, 'Bulk one', ['Ada Lovelace'], [FIELDS[0]!])
    const two = await prepared(server.owner, 'Bulk two', ['Ada Lovelace'], [FIELDS[0]!])
    expect(await copies({ document_keys: [one.pack], type: 'document' })).toMatchObject({ partial: false, done: [one.pack] })
    expect(await found('document', 'copy%20of%20bulk')).toEqual(['Copy of Bulk one'])
    await server.owner.get(`/app/documents/${two.pack}/delete_document`)
    const some = await copies({ document_keys: JSON.stringify([two.pack, one.pack]), type: 'template' })
    expect(some).toMatchObject({ partial: true, done: [one.pack], message: 'Some documents could not be copied' })
    expect(some.refused).toMatchObject([{ key: two.pack, code: 'in-trash' }])
    expect(await found('template', 'bulk')).toEqual(['Bulk one'])
  })

  test('[S-321] of several that could not be made: ‘Documents could not be copied’', async () => {
    const refused = await refusalOf(copies({ document_keys: [newId()], type: 'document' }))
    expect(refused).toMatchObject({ status: 404, message: 'Documents could not be copied' })
  })
})

describe('what waits for an account holder', () => {
  test('[D-217 D-497 S-139] is listed with a link of their own', async () => {
    const { pack } = await sent(server.owner, 'For Mira', ['Mira Castell'], [FIELDS[0]!])
    const { documents } = await server.owner.get<{ documents: { key: string }[] }>('/app/documents?document_status=awaiting_my_signature')
    expect(documents.map(({ key }) => key)).toEqual([pack])
    const { tokens } = await server.owner.get<{ tokens: { signing_link: string }[] }>(
      `/app/tokens/get_pending_signing_requests?document_key=${pack}`,
    )
    expect(tokens).toEqual([
      { signing_link: expect.any(String), create_time_ago: 'just now', document_owner: 'Mira Castell', document_name: 'For Mira' },
    ])
    expect((await server.signer(tokens[0]!.signing_link)).opened.document_key).toBe(pack)
    const unknown = server.owner.get(`/app/tokens/get_pending_signing_requests?document_key=${newId()}`)
    expect(await refusalOf(unknown)).toMatchObject({ status: 404 })
  })
})

describe('what copies have alike', () => {
  let pool: TestServer['application']['foundation']['pool']
  beforeAll(() => {
    pool = server.application.foundation.pool
  })
  const leavesOf = async (pack: string) => {
    const { rows } = await server.application.foundation.pool.query<{ digest: string }>(
      'SELECT digest FROM shared_leaf_use JOIN shared_leaf USING (digest) WHERE stream = $1 ORDER BY 1',
      [`pack-${pack}`],
    )
    return rows.map(({ digest }) => digest)
  }
  const isThere = async (digests: readonly string[]) =>
    (await server.application.foundation.pool.query('SELECT FROM shared_leaf WHERE digest = ANY ($1)', [digests])).rowCount
  const destroyed = async (pack: string) => {
    await server.owner.get(`/app/documents/${pack}/delete_document`)
    await server.owner.delete(`/app/document_actions/${pack}/permanently_delete_document`)
    await eventually(
      () => server.application.services.eventLog.read(`pack-${pack}`, 0n, 1),
      (events) => events.length === 0,
    )
    await eventually(
      () => leavesOf(pack),
      (digests) => digests.length === 0,
    )
  }
  const copy = async (pack: string) =>
    (await server.owner.get<Answer>(`/app/documents/${pack}/create_a_copy?template_to_document=true`)).document.key
  const WORDS = 'words that only the template has'
  async function template(): Promise<string> {
    const fields = Array.from({ length: 100 }, (_, at) => ({
      ...{ type: 'text', x: 20 + (at % 10) * 55, y: 20 + Math.floor(at / 10) * 40, width: 50, height: 20, signer: 0 },
      ...(at === 0 ? { custom_id: WORDS } : {}),
    }))
    const source = await prepared(server.owner, 'Form', ['Ada Lovelace'], fields)
    return (await server.owner.get<Answer>(`/app/documents/${source.pack}/convert_to_template`)).document.key
  }

  test('stands once under its digest: two made at once from a template with a hundred fields are at most three events and 6 kB each', async () => {
    const from = await template()
    const [one, other] = await Promise.all([copy(from), copy(from)])
    for (const made of [one, other]) {
      const { rows } = await pool.query<{ events: string; bytes: string; text: string }>(
        `SELECT count(*) AS events, sum(pg_column_size(e.*)) AS bytes, string_agg(e::text, '') AS text FROM event_log e WHERE stream = $1`,
        [`pack-${made}`],
      )
      expect(Number(rows[0]!.events)).toBeLessThanOrEqual(3)
      expect(Number(rows[0]!.bytes)).toBeLessThanOrEqual(6_000)
      const { view } = await viewOf(server.owner, made)
      expect(Object.keys(view.fields).length).toBe(100)
      expect(view.fields[view.fieldOrder[0]!]!.customId).toBe(WORDS)
    }
    expect(await leavesOf(one)).toEqual(await leavesOf(other))
    expect((await leavesOf(one)).length).toBe(2)
    // Later changes are in the next one.
    const { view, revision } = await viewOf(server.owner, from)
    const [field] = view.fieldOrder
    await server.owner.post(`/app/documents/${from}/add_update_data_field`, { revision, data: [{ uuid: field, x: 300 }] })
    const next = (await viewOf(server.owner, await copy(from))).view
    expect(next.fields[next.fieldOrder[0]!]!.x).not.toBe(view.fields[field!]!.x)
    const { rows } = await pool.query<{ text: string }>('SELECT box AS text FROM shared_leaf')
    expect(rows.map(({ text }) => Buffer.from(text, 'base64url').toString('latin1')).join('')).not.toContain(WORDS)
  })

  test('goes with the last document that holds it, not before, and comes back with the next', async () => {
    const from = await template()
    const [one, other] = [await copy(from), await copy(from)]
    const digests = await leavesOf(one)
    await destroyed(one)
    expect(await isThere(digests)).toBe(2)
    expect(Object.keys((await viewOf(server.owner, other)).view.fields).length).toBe(100)
    await destroyed(other)
    expect(await isThere(digests)).toBe(0)
    const again = await copy(from)
    expect(await leavesOf(again)).toEqual(digests)
    expect(Object.keys((await viewOf(server.owner, again)).view.fields).length).toBe(100)
  })

  test('the last that goes and the next that comes at the same moment lose nothing', async () => {
    const leaves = postgresSharedLeaves({ pool, key: new Uint8Array(32), random: server.application.foundation.world.random })
    const held = new Map([['d'.repeat(43), { salt: 's', value: 'kept' }]])
    for (let round = 0; round < 40; round++) {
      await leaves.keep(`stream-${round}`, held)
      await Promise.all([leaves.release(`stream-${round}`), leaves.keep(`stream-${round + 1}`, held)])
      expect(await leaves.find([...held.keys()])).toEqual(held)
    }
    await leaves.release('stream-40')
    expect((await leaves.find([...held.keys()])).size).toBe(0)
  })

  test('travels in the sealed file, which tells its history alone; its texts do not', async () => {
    const source = await prepared(server.owner, 'To be sealed', ['Ada Lovelace'], [{ ...FIELDS[0]!, custom_id: WORDS }, FIELDS[2]!])
    const { document } = await server.owner.get<Answer>(`/app/documents/${source.pack}/create_a_copy`)
    const made = await viewOf(server.owner, document.key)
    await server.owner.post(`/app/documents/${document.key}/update_document?request_signatures_if_required=true`, {
      data: { status: 'awaiting_signatures', revision: made.revision },
    })
    const { audit_records } = await server.owner.get<{ audit_records: AuditRecord[] }>(`/app/audit_trail/${document.key}`)
    expect(audit_records.filter(({ holds }) => holds).map(({ code }) => code)).toEqual(['DefinitionTaken'])
    expect(audit_records.find(({ holds }) => holds)!.holds).toEqual(
      expect.arrayContaining([
        'added the document “To be sealed”',
        expect.stringMatching(/ was converted: 2 pages$/),
        expect.stringMatching(/^added the signatory /),
        `placed the text field “${WORDS}” on page 1`,
      ]),
    )
    const ada = await server.signer(await linkOf(server.owner, document.key, made.view.signatories[0]!.uuid))
    await ada.post(`/app/documents/${document.key}/add_update_data_field`, { data: [{ uuid: made.view.fieldOrder[0], data: 'Here' }] })
    const history = await historySoFar(
      { log: server.application.services.eventLog, keys: server.application.services.subjectKeys },
      document.key,
      made.view.documents[0]!.key,
    )
    const text = writeHistory(history)
    expect(text).not.toContain(WORDS)
    const read = atOnce(readHistory(new TextEncoder().encode(text)))
    expect(read.problems).toEqual([])
    const story = storyOf(read.events)
    expect(story.events.map(({ words }) => words)).toContainEqual(
      expect.stringMatching(/1 document, 2 fields, 1 signatory and the settings/),
    )
    const changed = text.replace(/"width":120000/, '"width":120001')
    expect(changed).not.toBe(text)
    expect(atOnce(readHistory(new TextEncoder().encode(changed))).problems).toMatchObject([{ code: 'disclosure' }])
  })

  test('changed or taken away is found by the guard', async () => {
    const made = await copy(await template())
    const guard = async () =>
      (await server.application.watch!.guard.checkNow()).findings.filter(({ where }) => where === `pack-${made}`).map(({ kind }) => kind)
    expect(await guard()).toEqual([])
    const digests = await leavesOf(made)
    const { rows } = await pool.query<{ digest: string; box: string }>('SELECT * FROM shared_leaf WHERE digest = ANY ($1)', [digests])
    // The one in the place of the other, so that each would open.
    await pool.query('UPDATE shared_leaf SET box = $1 WHERE digest = $2', [rows[0]!.box, rows[1]!.digest])
    expect(await guard()).toEqual(['values'])
    await pool.query('UPDATE shared_leaf SET box = $1 WHERE digest = $2', [rows[1]!.box, rows[1]!.digest])
    expect(await guard()).toEqual([])
    await pool.query('DELETE FROM shared_leaf_use WHERE digest = $1', [rows[0]!.digest])
    await pool.query('DELETE FROM shared_leaf WHERE digest = $1', [rows[0]!.digest])
    expect(await guard()).toEqual(['values'])
  })
})
