import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalOf, type TestServer, testServer } from '#tests/server'
import { eventually, linkOf, newId, sent, viewOf } from '../support/prepared.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const FIELDS = [
  { type: 'text', x: 40, y: 40, width: 120, height: 24, signer: 0, custom_id: 'tenant' },
  { type: 'signature', x: 40, y: 100, width: 160, height: 48, signer: 1 },
]
type Answer = { document: { key: string; document_type: string; from_template_key: string | null; status: string } }

describe('a copy', () => {
  test('[S-146 S-255] is a document of its own: pages, people and fields as they were, and nobody’s signature', async () => {
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
    ])
    expect(Object.keys(view.fields)).not.toEqual(expect.arrayContaining([...source.fields]))
  })

  test('outlives what it was made from, and is sent, signed and sealed like any other', async () => {
    const source = await sent(server.owner, 'Source', ['Ada Lovelace'], [FIELDS[0]!])
    const { document: template } = await server.owner.get<Answer>(`/app/documents/${source.pack}/convert_to_template`)
    expect(template.document_type).toBe('template')
    const sending = server.owner.post(`/app/documents/${template.key}/update_document`, { data: { status: 'awaiting_signatures' } })
    expect(await refusalOf(sending)).toMatchObject({ code: 'template-not-sendable' })
    const { document } = await server.owner.get<Answer>(`/app/documents/${template.key}/create_a_copy?template_to_document=true`)
    expect(document.document_type).toBe('document')
    await server.owner.get(`/app/documents/${source.pack}/delete_document`)
    const { view } = await viewOf(server.owner, document.key)
    // A template's signers are roles: who they are is said of each document made from it.
    const signer = { uuid: view.signatories[0]!.uuid, name: 'Ada Lovelace', email: 'ada@example.com' }
    await server.owner.post(`/app/documents/${document.key}/update_document`, {
      data: { signatories: [signer], status: 'awaiting_signatures' },
    })
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
