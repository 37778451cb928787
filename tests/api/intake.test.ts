import { PDF } from '@libpdf/core'
import { decodePDFRawStream, PDFDocument, PDFRawStream } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FoundField } from '#contract/form-fields'
import type { Conversion } from '#domain/pack'
import { refusalOf, type TestServer, testServer } from '#tests/server'
import { textOfLog } from '#tests/stored-events'
import { dropdown, formOf, listBox, radio } from '../pdf/support/choice-forms.ts'
import { signed } from '../pdf/support/corpus/content.ts'
import { everyKindOfField } from '../pdf/support/corpus/forms.ts'
import { isDark, type Picture, picture } from '../pdf/support/pixels.ts'
import { simple, streamOf } from '../pdf/support/raw.ts'
import { eventually, newId, viewOf } from '../support/prepared.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ environment: { PARAPH_MAX_PAGES: '3', PARAPH_MAX_PAGE_SIDE: '1000' } })
})
afterAll(() => server.close())

type Asked = { url: string; file_key: string; redirect_document_key: string; document: { document_pack_key: string } }
type Document = { conversion_error_reason: string | null; conversion_error_message: string | null }

async function upload(name: string, bytes: Uint8Array, password?: string): Promise<string> {
  const asked = await server.owner.get<Asked>(`/app/get_document_upload_url?filename=${name}.pdf&size=0.1`)
  await server.owner.put(asked.url, bytes)
  const secret = password === undefined ? {} : { pdf_password: password }
  await server.owner.post(`/app/document_upload_success/${asked.redirect_document_key}`, { file_key: asked.file_key, ...secret })
  return asked.document.document_pack_key
}
async function ended(pack: string) {
  const { view } = await eventually(
    () => viewOf(server.owner, pack),
    ({ view: { documents } }) => ['converted', 'failed'].includes(documents[0]!.conversion.state),
  )
  return view.documents[0]!
}
const recordOf = async (pack: string) => (await server.owner.get<{ document: Document }>(`/app/documents/${pack}`)).document
const retried = async (pack: string, pdf_password: string) => {
  await server.owner.post(`/app/documents/${pack}/retry_conversion`, { pdf_password })
  return ended(pack)
}
async function locked(passwords: { userPassword?: string; ownerPassword?: string }): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.addPage([300, 400])
  document.encrypt(passwords)
  return document.save()
}

describe('a protected PDF', () => {
  test('[D-312] asks for its password, says when it is another, and opens with the one that it has: a single space', async () => {
    const pack = await upload('Locked', await locked({ userPassword: ' ' }))
    expect((await ended(pack)).conversion).toMatchObject({ state: 'failed', reason: 'password-required' })
    expect(await recordOf(pack)).toMatchObject({
      conversion_error_reason: 'password-required',
      conversion_error_message: 'This PDF is protected by a password. Enter it to continue.',
    })
    expect((await retried(pack, '  ')).conversion).toMatchObject({ state: 'failed', reason: 'password-wrong' })
    expect(await recordOf(pack)).toMatchObject({ conversion_error_message: 'This password is wrong. Please try again.' })
    expect((await retried(pack, ' ')).conversion).toMatchObject({ state: 'converted' })
  })

  test('[D-134] opens at once with a password that comes along, in any script, which no answer and no event repeats', async () => {
    const password = 'Größe 密码 שלום'
    const pack = await upload('Along', await locked({ userPassword: password }), password)
    expect((await ended(pack)).conversion).toMatchObject({ state: 'converted' })
    const trail = await server.owner.get(`/app/documents/${pack}/view`)
    expect(JSON.stringify([trail, await recordOf(pack)])).not.toContain('密码')
    const kept = await everythingKept()
    expect(kept).toContain(pack)
    expect(kept).not.toContain('密码')
  })

  test('that only forbids changes opens unasked', async () => {
    expect((await ended(await upload('Owned', await locked({ ownerPassword: 'owner' })))).conversion).toMatchObject({ state: 'converted' })
  })
})

test.each([
  [
    'has too many pages',
    () => simple({ catalog: '' }).toString('latin1').replace('[3 0 R]', '[3 0 R 3 0 R 3 0 R 3 0 R]'),
    'too-many-pages',
    'This PDF has too many pages.',
  ],
  [
    'has a page that is too large',
    () => simple({ box: '[0 0 100 1001]' }).toString('latin1'),
    'page-too-large',
    'This PDF has a page that is too large.',
  ],
  [
    'is an XFA form',
    () => simple({ catalog: '/AcroForm << /Fields [] /XFA (x) >>' }).toString('latin1'),
    'unsupported-xfa-form',
    'This PDF is a dynamic XFA form, which is not supported. Print it to a new PDF and upload that.',
  ],
  [
    'is for holders of certificates',
    () => simple({ more: ['<< /Filter /Adobe.PubSec /V 4 >>'] }, { trailer: '/Encrypt 5 0 R' }).toString('latin1'),
    'certificate-encrypted',
    'This PDF is encrypted for certain people by certificate and cannot be opened.',
  ],
] as const)('[D-314 D-315] a PDF that %s is refused in words that say so', async (name, bytes, reason, message) => {
  const pack = await upload(name.replaceAll(' ', ''), Buffer.from(bytes(), 'latin1'))
  expect((await ended(pack)).conversion).toMatchObject({ state: 'failed', reason })
  expect(await recordOf(pack)).toMatchObject({ conversion_error_reason: reason, conversion_error_message: message })
})

describe('a form', () => {
  test('is offered with all that is known of each field; the answer is asked for once', async () => {
    const pack = await upload('Form', await everyKindOfField())
    expect((await ended(pack)).found).toMatchObject({ formFields: { count: 8 }, answered: null, signatures: 0, papers: null })
    const { fields } = await server.owner.get<{ fields: readonly Found[] }>(`/app/documents/${pack}/form_fields`)
    const traits = { page: 0, description: '', required: false, options: [], checkbox_group: null, multiline: false, comb: null }
    const plain = { ...traits, longest: null, filled: false, data: null, lost: [] }
    expect(fields.map(({ x: _, y: __, width: ___, height: ____, ...field }) => field)).toEqual([
      { ...plain, form_field: 0, type: 'text', custom_id: 'person.name', required: true, filled: true, data: 'Filled in' },
      { ...plain, form_field: 1, type: 'text', custom_id: 'letter', multiline: true },
      { ...plain, form_field: 2, type: 'text', custom_id: 'account', comb: 8, longest: 8 },
      { ...plain, form_field: 3, type: 'check', custom_id: 'agreed', filled: true, data: 'checked' },
      { ...plain, form_field: 4, type: 'choice', custom_id: 'country', filled: true, data: 'Peru', options: ['Ghana', 'Peru', 'Laos'] },
      { ...plain, form_field: 5, type: 'choice', custom_id: 'colours', options: ['red', 'green'] },
      { ...plain, form_field: 6, type: 'check', custom_id: 'size.small', description: 'small', checkbox_group: 'size' },
      { ...plain, form_field: 6, type: 'check', custom_id: 'size.large', description: 'large', checkbox_group: 'size' },
    ])
    // With its border.
    const [, letter] = fields
    expect([letter!.x, letter!.y, letter!.width, letter!.height].map(Math.round)).toEqual([40, 80, 161, 81])

    // One that is filled in lies under a field already; nobody says which were taken over.
    const { key, conversion } = await ended(pack)
    const [name] = fields
    const shownIn = async (file: Conversion) =>
      file.state === 'converted' ? drawnIn(await server.owner.bytes(`/app/serve/${file.file}`)) : ''
    const before = await shownIn(conversion)
    const over = { ...oneText(key), x: name!.x, y: name!.y }
    await server.owner.post(`/app/documents/${pack}/add_update_data_field`, { data: [over] })
    await server.owner.post(`/app/documents/${pack}/form_fields`, { taken: true })
    await server.owner.post(`/app/documents/${pack}/form_fields`, { taken: false })
    const { found, conversion: cleared } = await ended(pack)
    expect(found.answered).toBe(true)
    const after = await shownIn(cleared)
    const hex = (text: string) => Buffer.from(text).toString('hex').toUpperCase()
    const printed = ['Filled in', 'green', 'Peru'].map(hex)
    expect(printed.map((text) => [before.includes(text), after.includes(text)])).toEqual([
      [true, false],
      [true, false],
      [true, true],
    ])
  })

  test('is sealed with what its fields hold at the end: a preset and printed options that were taken over are not on the page', async () => {
    const options = ['Yes', 'No', 'Perhaps']
    const bytes = await formOf({}, (drawing) => {
      radio(drawing, 'Ads', options, 'No')
      listBox(drawing, 'Plan', ['Basic 10 EUR', 'Premium 90 EUR'])
      dropdown(drawing, 'Office', ['- Select One -', 'Memphis'], '- Select One -')
    })
    const pack = await upload('Preset', bytes)
    const { key, conversion } = await ended(pack)
    const { fields } = await server.owner.get<{ fields: readonly Found[] }>(`/app/documents/${pack}/form_fields`)
    const taken = fields.filter(({ custom_id }) => custom_id !== 'Office')
    const numbers = [...new Set(taken.map(({ form_field }) => form_field))]
    await server.owner.post(`/app/documents/${pack}/form_fields`, { taken: true, form_fields: numbers })
    const { found, conversion: cleared } = await ended(pack)
    expect(found.answered).toBe(true)
    // Said again, it changes nothing.
    await server.owner.post(`/app/documents/${pack}/form_fields`, { taken: true, form_fields: numbers })
    expect((await ended(pack)).conversion).toEqual(cleared)
    expect(cleared).not.toEqual(conversion)

    const records = taken.map(({ custom_id, type, page, x, y, width, height, options: offered, checkbox_group }) => {
      const data = custom_id === 'Ads.Yes' ? 'checked' : type === 'choice' ? 'Premium 90 EUR' : undefined
      return {
        ...{ uuid: newId(), document_key: key, type, page, x, y, width, height, custom_id },
        ...(checkbox_group === null ? { options_as_csv: offered.join(',') } : { checkbox_group, is_mutually_exclusive: true }),
        ...(data === undefined ? {} : { data }),
      }
    })
    const { outcome, bytes: sealed } = await sealedBy(pack, key, records)
    expect(outcome).toBe('sealed')
    const [before, after] = [await picture(bytes, 0, 2), await picture(sealed, 0, 2)]
    const ink = (seen: Picture, name: string) => {
      const { x, y, width, height } = fields.find(({ custom_id }) => custom_id === name)!
      let count = 0
      for (let top = 2 * y + 8; top < 2 * (y + height) - 8; top++)
        for (let left = 2 * x + 8; left < 2 * (x + width) - 8; left++) if (isDark(seen.at(left, top))) count++
      return count
    }
    expect(ink(before, 'Ads.No')).toBeGreaterThan(50)
    expect(options.map((option) => ink(after, `Ads.${option}`) > 0)).toEqual([true, false, false])
    // One line of the two that were printed there.
    expect(ink(after, 'Plan')).toBeGreaterThan(50)
    expect(ink(after, 'Plan')).toBeLessThan(0.8 * ink(before, 'Plan'))
    expect(ink(after, 'Office')).toBe(ink(before, 'Office'))
    const option = Buffer.from('Basic 10 EUR').toString('hex').toUpperCase()
    expect([await drawnIn(bytes), await drawnIn(sealed)].map((drawn) => drawn.includes(option))).toEqual([true, false])
  })

  test('is nobody’s but the team’s', async () => {
    const pack = await upload('Theirs', await everyKindOfField())
    await ended(pack)
    const stranger = await server.stranger('Stray')
    expect(await refusalOf(stranger.get(`/app/documents/${pack}/form_fields`))).toMatchObject({ status: 404 })
  })
})

type Found = FoundField

test('a PDF that was signed before is reported, and travels along in the sealed file as it came', async () => {
  const original = await signed()
  const pack = await upload('Countersigned', original)
  const { key, found } = await ended(pack)
  expect(found).toMatchObject({ signatures: 1 })
  const { outcome, bytes } = await sealedBy(pack, key)
  expect(outcome).toBe('sealed')
  const attached = (await PDF.load(bytes)).getAttachment('original.pdf')
  expect(Buffer.compare(attached!, original)).toBe(0)
})

describe('a copy of an upload', () => {
  const copyOf = async (pack: string, more = '') =>
    (await server.owner.get<{ document: { key: string } }>(`/app/documents/${pack}/create_a_copy${more}`)).document.key

  test('still offers the form fields that nobody has answered for, also once its origin is gone; an answer comes along', async () => {
    const pack = await upload('Form to copy', await everyKindOfField())
    const { found } = await ended(pack)
    const copy = await copyOf(pack)
    const { document: template } = await server.owner.get<{ document: { key: string } }>(`/app/documents/${pack}/convert_to_template`)
    const own = (await ended(copy)).found
    expect(own).toEqual({ ...found, formFields: { count: 8, file: expect.not.stringMatching(found.formFields!.file) } })
    const listOf = async (key: string) => (await server.owner.get<{ fields: readonly Found[] }>(`/app/documents/${key}/form_fields`)).fields
    const list = await listOf(pack)
    expect(list).toHaveLength(8)

    await server.owner.post(`/app/documents/${pack}/form_fields`, { taken: true })
    await server.application.services.files.removeOfPack(pack)
    expect(await listOf(pack)).toEqual([])
    expect(await listOf(copy)).toEqual(list)
    const used = await copyOf(template.key, '?template_to_document=true')
    expect((await ended(used)).found.answered).toBe(null)
    expect(await listOf(used)).toEqual(list)

    // Said of the copy, it holds for what is copied from it, and for nothing else.
    await server.owner.post(`/app/documents/${copy}/form_fields`, { taken: false })
    expect((await ended(await copyOf(copy))).found).toMatchObject({ formFields: { count: 8 }, answered: false })
    expect((await ended(used)).found.answered).toBe(null)
  })

  test('that was signed before warns too, and its sealed file carries that upload as it came', async () => {
    const original = await signed()
    const pack = await upload('Countersigned to copy', original)
    await ended(pack)
    const copy = await copyOf(pack)
    const { key, found } = await ended(copy)
    expect(found).toMatchObject({ signatures: 1 })
    const { outcome, bytes } = await sealedBy(copy, key)
    expect(outcome).toBe('sealed')
    const attached = (await PDF.load(bytes)).getAttachment('original.pdf')
    expect(Buffer.compare(attached!, original)).toBe(0)
  })
})

test('a portfolio is reported: its papers are no pages', async () => {
  const papers = '/Collection << >> /Names << /EmbeddedFiles << /Names [(a) << /F (a.pdf) >> (b) << /F (b.pdf) >>] >> >>'
  expect((await ended(await upload('Portfolio', simple({ catalog: papers })))).found).toMatchObject({ papers: 2, signatures: 0 })
})

test('a PDF that claims to keep to a standard is reported, in its history too, also as a copy: what is sealed does not claim it', async () => {
  const claim = '<rdf:Description xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" pdfuaid:part="1"/>'
  const pack = await upload('Archival', simple({ catalog: '/Metadata 5 0 R', more: [streamOf(claim, '/Type /Metadata /Subtype /XML')] }))
  const { key, found } = await ended(pack)
  expect(found).toMatchObject({ claims: ['PDF/UA'], signatures: 0, papers: null })
  const { document } = await server.owner.get<{ document: { key: string } }>(`/app/documents/${pack}/create_a_copy`)
  expect((await ended(document.key)).found).toMatchObject({ claims: ['PDF/UA'] })
  const { outcome, bytes } = await sealedBy(pack, key)
  expect(outcome).toBe('sealed')
  expect((await PDFDocument.load(bytes)).catalog.toString()).toContain('/Metadata')
  expect(Buffer.from(bytes).includes('pdfuaid:part')).toBe(false)
  const { audit_records } = await server.owner.get<{ audit_records: { words: string }[] }>(`/app/audit_trail/${pack}`)
  expect(audit_records.map(({ words }) => words)).toContainEqual(
    expect.stringMatching(/claims to conform to PDF\/UA: the sealed file does not/),
  )
})

const oneText = (document: string) => ({
  ...{ uuid: newId(), document_key: document, type: 'text' },
  ...{ page: 0, x: 40, y: 40, width: 100, height: 20 },
})

/** One signer, these fields, completed and sealed. */
async function sealedBy(pack: string, document: string, fields: readonly object[] = [oneText(document)]) {
  const signer = newId()
  await server.owner.post(`/app/documents/${pack}/update_document`, {
    data: { signatories: [{ uuid: signer, role: 'signer-1', name: 'Ada Lovelace', email: 'ada@example.com' }], signing_order: [[signer]] },
  })
  await server.owner.post(`/app/documents/${pack}/add_update_data_field`, {
    data: fields.map((field) => ({ ...field, signatory_uuid: signer })),
  })
  const { revision } = await viewOf(server.owner, pack)
  await server.owner.post(`/app/documents/${pack}/update_document`, { data: { status: 'awaiting_signatures', revision } })
  const asked = await eventually(
    () => viewOf(server.owner, pack),
    ({ view }) => view.signatories[0]?.request?.state === 'sent',
  )
  await server.owner.post(`/app/documents/${pack}/update_document`, { data: { status: 'complete', revision: asked.revision } })
  const { view } = await eventually(
    () => viewOf(server.owner, pack),
    ({ view: { documents } }) => ['sealed', 'failed'].includes(documents[0]!.sealing.state),
  )
  const { sealing } = view.documents[0]!
  const bytes = sealing.state === 'sealed' ? await server.owner.bytes(`/app/serve/${sealing.file}`) : new Uint8Array()
  return { outcome: sealing.state, bytes }
}

/** All content of a file, unpacked. */
async function drawnIn(bytes: Uint8Array): Promise<string> {
  const { context } = await PDFDocument.load(bytes)
  const streams = context.enumerateIndirectObjects().flatMap(([, object]) => (object instanceof PDFRawStream ? [object] : []))
  return streams.map((stream) => Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1')).join('\n')
}

/** All that is kept of what happened and what is to be done, as text. */
async function everythingKept(): Promise<string> {
  const { services, foundation } = server.application
  const { rows } = await foundation.pool.query('SELECT row_to_json(r)::text AS row FROM job r')
  return [...(await textOfLog(services.eventLog)), ...rows.map(({ row }) => row)].join('\n')
}
