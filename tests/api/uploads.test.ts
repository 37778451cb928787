import { readFile } from 'node:fs/promises'
import { PDFDict, PDFDocument, PDFHexString, PDFName } from 'pdf-lib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyFile } from '#pdf/verification'
import { refusalOf, type TestServer, testServer } from '#tests/server'
import type { Client } from '../../cli/demo/client.ts'
import { picture as picturedPage } from '../pdf/support/pixels.ts'
import { withAppendix } from '../support/appendices.ts'
import { eventually, linkOf, newId, sent, uploaded, viewOf } from '../support/prepared.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ environment: { PARAPH_MAX_UPLOAD_MB: '1' } })
})
afterAll(() => server.close())

const SIGNATURE = { type: 'signature', x: 40, y: 100, width: 160, height: 48 }
type Asked = {
  url: string
  file_key: string
  redirect_document_key: string
  document: { key: string; document_pack_key: string; document_name: string; status: string }
}
const ask = (name: string, more = '') => server.owner.get<Asked>(`/app/get_document_upload_url?filename=${name}&size=0.1${more}`)
const picture = () =>
  sharp({ create: { width: 300, height: 100, channels: 4, background: '#123' } })
    .png()
    .toBuffer()

async function conversionOf(pack: string) {
  const { view } = await eventually(
    () => viewOf(server.owner, pack),
    ({ view: { documents } }) => documents.every(({ conversion }) => conversion.state === 'converted' || conversion.state === 'failed'),
  )
  return view.documents.at(-1)!.conversion
}
async function upload(name: string, bytes: Uint8Array): Promise<string> {
  const asked = await ask(name)
  await server.owner.put(asked.url, bytes)
  await server.owner.post(`/app/document_upload_success/${asked.redirect_document_key}`, { file_key: asked.file_key })
  return asked.document.document_pack_key
}

describe('uploading a document', () => {
  test('[S-280 S-281 S-282 S-283] takes three steps, and ends in pages', async () => {
    const asked = await ask('Lease.pdf')
    expect(asked).toMatchObject({
      url: expect.stringContaining(asked.file_key),
      document: { key: asked.redirect_document_key, status: 'setup', document_name: 'Lease' },
    })
    const bytes = await readFile('assets/sample.pdf')
    const early = server.owner.post(`/app/document_upload_success/${asked.redirect_document_key}`, { file_key: asked.file_key })
    expect(await refusalOf(early)).toMatchObject({ status: 409, code: 'not-uploaded' })
    await server.owner.put(asked.url, bytes)
    await server.owner.post(`/app/document_upload_success/${asked.redirect_document_key}`, { file_key: asked.file_key })
    expect((await conversionOf(asked.document.document_pack_key)).state).toBe('converted')
    const { document } = await server.owner.get<{ document: { filename: string; image_blob_metadata: unknown[] } }>(
      `/app/documents/${asked.document.document_pack_key}`,
    )
    expect(document).toMatchObject({ filename: 'Lease.pdf', image_blob_metadata: [{ width: 595.28, height: 841.89 }, {}] })
  })

  test('under a name of more than 200 characters is kept under its beginning and its ending, however it is announced', async () => {
    const long = `${'Lease of the harbour '.repeat(20)}.PDF`
    const asked = await ask(long)
    const name = asked.document.document_name
    expect([name.length, long.startsWith(name)]).toEqual([196, true])
    await server.owner.put(asked.url, await readFile('assets/sample.pdf'))
    await server.owner.post(`/app/document_upload_success/${asked.redirect_document_key}`, { file_key: asked.file_key, filename: long })
    const pack = asked.document.document_pack_key
    expect((await conversionOf(pack)).state).toBe('converted')
    const { document } = await server.owner.get<{ document: { filename: string } }>(`/app/documents/${pack}`)
    expect(document.filename).toBe(`${name}.PDF`)
    const appendix = await withAppendix(server.owner, pack, `${'Terms '.repeat(50)}.txt`, Buffer.from('Terms'))
    expect(appendix.filename).toMatch(/^Terms (Terms ){31}Term\.txt$/)
  })

  test('a file that is no PDF, or empty, says so in the specification’s words; its row can be deleted and tried again', async () => {
    const words = await upload('Words.pdf', Buffer.from('Dear reader, this is not a PDF.'))
    expect(await conversionOf(words)).toMatchObject({ state: 'failed', reason: 'not-a-pdf' })
    const read = async () => (await server.owner.get<{ document: object }>(`/app/documents/${words}`)).document
    expect(await read()).toMatchObject({
      status: 'conversion_error',
      conversion_error_reason: 'not-a-pdf',
      conversion_error_message: 'We currently only accept pdf files.',
    })
    await server.owner.post(`/app/documents/${words}/retry_conversion`, {})
    expect(await conversionOf(words)).toMatchObject({ state: 'failed', reason: 'not-a-pdf' })
    await server.owner.get(`/app/documents/${words}/delete_document`)
    expect(await read()).toMatchObject({ is_deleted: true })
    expect(await conversionOf(await upload('Nothing.pdf', new Uint8Array(0)))).toMatchObject({ state: 'failed', reason: 'empty' })
  })

  test('[D-410] one that could not be converted is not edited until its file is replaced', async () => {
    const pack = await upload('Broken.pdf', Buffer.from('nonsense'))
    await conversionOf(pack)
    const rename = () => server.owner.post(`/app/documents/${pack}/update_document`, { data: { document_name: 'Named' } })
    expect(await refusalOf(rename())).toMatchObject({ status: 409, code: 'conversion-error' })
    const again = await ask('Whole.pdf', `&document_key_to_upload_to=${pack}`)
    expect(again.document.document_pack_key).toBe(pack)
    await server.owner.put(again.url, await readFile('assets/sample.pdf'))
    await server.owner.post(`/app/document_upload_success/${again.redirect_document_key}`, {
      file_key: again.file_key,
      filename: 'Whole.pdf',
    })
    expect((await conversionOf(pack)).state).toBe('converted')
    await rename()
  })

  test('one that is too large is refused when it is announced, and when it comes larger than announced', async () => {
    expect(await refusalOf(server.owner.get('/app/get_document_upload_url?filename=Large.pdf&size=5'))).toMatchObject({ status: 413 })
    const asked = await ask('Liar.pdf')
    const answer = await fetch(new URL(asked.url, server.url), {
      method: 'PUT',
      headers: { cookie: server.owner.cookie(), 'x-csrf-token': await tokenOf(server.owner) },
      body: new Uint8Array(2 * 1024 * 1024),
    })
    expect(answer.status).toBe(413)
    expect(await answer.json()).toMatchObject({ success: false, code: 'too-large' })
  })

  test('[S-153] into a pack is possible in setup only; then it has two children, each under its own key', async () => {
    const { pack } = await uploaded(server.owner, 'First')
    const second = await ask('Second.pdf', `&document_pack_key=${pack}`)
    await server.owner.put(second.url, await readFile('assets/sample.pdf'))
    await server.owner.post(`/app/document_upload_success/${second.redirect_document_key}`, { file_key: second.file_key })
    await conversionOf(pack)
    const { document } = await server.owner.get<{ document: { document_name: string; position: number } }>(
      `/app/documents/${second.document.key}`,
    )
    expect(document).toMatchObject({ document_name: 'Second', position: 1 })
    const late = await sent(server.owner, 'Sent', ['Ada Lovelace'], [{ ...SIGNATURE, signer: 0 }])
    expect(await refusalOf(ask('Late.pdf', `&document_pack_key=${late.pack}`))).toMatchObject({ status: 409, code: 'not-in-setup' })
  })

  test('asked for again under its key, as after an answer that was lost, makes one document and no second one', async () => {
    const under = async <T>(key: string, call: () => Promise<T>): Promise<T> => {
      server.owner.remember({ 'idempotency-key': key })
      return call().finally(() => server.owner.remember({ 'idempotency-key': '' }))
    }
    const key = newId()
    const made = await under(key, () => Promise.all([ask('Once.pdf'), ask('Once.pdf'), ask('Once.pdf')]))
    const [first] = made
    for (const again of made) expect(again.document).toEqual(first.document)
    const pack = first.document.document_pack_key
    const later = await under(key, () => ask('Once.pdf'))
    expect(later).toMatchObject({ redirect_document_key: first.redirect_document_key, document: first.document })
    expect(await refusalOf(under(key, () => ask('Other.pdf')))).toMatchObject({ status: 409, code: 'idempotency-key-reused' })
    const another = await ask('Once.pdf')
    expect(another.document.document_pack_key).not.toBe(pack)

    // The last upload address is as good as the first.
    await server.owner.put(later.url, await readFile('assets/sample.pdf'))
    await server.owner.post(`/app/document_upload_success/${later.redirect_document_key}`, { file_key: later.file_key })
    expect((await conversionOf(pack)).state).toBe('converted')

    const into = newId()
    const addSecond = () => under(into, () => ask('Second.pdf', `&document_pack_key=${pack}`))
    const second = await addSecond()
    await ask('Third.pdf', `&document_pack_key=${pack}`)
    expect((await addSecond()).redirect_document_key).toBe(second.redirect_document_key)
    const { view } = await viewOf(server.owner, pack)
    expect(view.documents.map(({ name }) => name)).toMatchObject(['Once', 'Second', 'Third'])
  })
})

describe('a signature image', () => {
  test('[S-287 S-288 S-289 D-062 D-063] is uploaded in three steps, written again, and seen by those who may', async () => {
    const { pack, signers, fields } = await sent(
      server.owner,
      'Scanned',
      ['Ada Lovelace', 'Grace Hopper'],
      [
        { ...SIGNATURE, signer: 0 },
        { ...SIGNATURE, y: 300, signer: 1 },
      ],
    )
    const ada = await server.signer(await linkOf(server.owner, pack, signers[0]!))
    const grace = await server.signer(await linkOf(server.owner, pack, signers[1]!))
    const image = await put(ada, pack, await picture())
    expect(image).toMatchObject({ filename: 'signature.png', width: 300, height: 100 })
    const value = { method: 'uploaded', file: image.blob_key, digest: image.digest, width: image.width, height: image.height }
    await ada.post(`/app/documents/${pack}/add_update_data_field`, { data: [{ uuid: fields[0], data: value }] })
    expect(image.blob_url).toBe(`/app/serve_image/${image.blob_key}`)
    const shown = await ada.bytes(image.blob_url)
    expect((await sharp(shown).metadata()).format).toBe('png')
    const ofField = (by: Client) => by.bytes(`/app/serve_data_field_blob/${pack}/${fields[0]}`)
    expect(Buffer.from(await ofField(ada)).equals(shown)).toBe(true)
    for (const other of [grace, server.owner]) expect(await refusalOf(ofField(other))).toMatchObject({ status: 404 })
    expect(await refusalOf(grace.bytes(image.blob_url))).toMatchObject({ status: 404 })
    expect(await refusalOf(server.owner.bytes(image.blob_url))).toMatchObject({ status: 404 })

    const stolen = grace.post(`/app/documents/${pack}/add_update_data_field`, {
      data: [{ uuid: fields[1], data: { ...value, file: newId() } }],
    })
    expect(await refusalOf(stolen)).toMatchObject({ status: 400 })
  })

  test('of a photograph the ink alone is kept where that is asked for, and all of it otherwise', async () => {
    const { pack, signers } = await sent(server.owner, 'Photographed paper', ['Ada Lovelace'], [{ ...SIGNATURE, signer: 0 }])
    const ada = await server.signer(await linkOf(server.owner, pack, signers[0]!))
    const line =
      '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><path d="M40 150 Q150 20 360 120" stroke="#223" stroke-width="6" fill="none"/></svg>'
    const photo = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#d8d2c4' } })
      .composite([{ input: Buffer.from(line) }])
      .jpeg()
      .toBuffer()
    const ink = await put(ada, pack, photo, 'signature', true)
    expect(ink).toMatchObject({ enhanced: true, filename: 'signature.png' })
    const shown = sharp(Buffer.from(await ada.bytes(ink.blob_url)))
    expect([(await shown.metadata()).width, ink.width < 400, (await shown.stats()).isOpaque]).toEqual([ink.width, true, false])
    expect(await put(ada, pack, photo)).toMatchObject({ enhanced: false, width: 400, height: 200 })
    // Nothing can be separated here; and an image stands for itself, paper and all.
    expect(await put(ada, pack, await picture(), 'signature', true)).toMatchObject({ enhanced: false, width: 300, height: 100 })
    expect(await put(ada, pack, photo, 'image', true)).toMatchObject({ enhanced: false, width: 400 })
  })

  test('one that is not an image is refused in the specification’s words', async () => {
    const { pack, signers } = await sent(server.owner, 'Not one', ['Ada Lovelace'], [{ ...SIGNATURE, signer: 0 }])
    const ada = await server.signer(await linkOf(server.owner, pack, signers[0]!))
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    expect(await refusalOf(put(ada, pack, svg))).toMatchObject({
      status: 400,
      message: "Error uploading your file:/ Make sure you're uploading an image.",
    })
    const exe = ada.get(`/app/get_data_field_upload_url/${pack}?filename=sign.exe&data_field_type=signature`)
    expect((await refusalOf(exe)).message).toBe("We currently don't accept executable files.")
  })
})

describe('pictures of image fields', () => {
  const IMAGE = { type: 'image', x: 40, y: 100, width: 200, height: 120, signer: 0, required: true }

  test('[S-188] a JPEG, PNG or WebP is written again, whatever the ways of signing; anything else is refused by its content, not its name', async () => {
    const settings = { can_use_uploaded_signature: false }
    const { pack, signers, fields } = await sent(server.owner, 'Photographed', ['Ada Lovelace'], [IMAGE], false, settings)
    const ada = await server.signer(await linkOf(server.owner, pack, signers[0]!))
    const drawn = sharp({ create: { width: 1600, height: 900, channels: 3, background: '#456' } }).withExif({ IFD0: { Artist: 'Ada' } })
    for (const bytes of [await drawn.png().toBuffer(), await drawn.webp().toBuffer(), await drawn.jpeg().toBuffer()]) {
      const { blob_key: file, filename, digest, width, height } = await put(ada, pack, bytes, 'image')
      expect([filename, width, height]).toEqual(['image.png', 1200, 675])
      const data = { method: 'uploaded', file, digest, width, height }
      await ada.post(`/app/documents/${pack}/add_update_data_field`, { data: [{ uuid: fields[0], data }] })
      const kept = Buffer.from(await ada.bytes(`/app/serve_data_field_blob/${pack}/${fields[0]}`))
      const { format, width: wide, exif } = await sharp(kept).metadata()
      expect([format, wide, exif]).toEqual(['png', 1200, undefined])
    }
    const message = 'Image fields must be images of JPEG, JPG, Webp or PNG format.'
    const others = [
      Buffer.from('%PDF-1.7 photo.png'),
      Buffer.from('GIF89a photo.jpg'),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ]
    for (const bytes of others) expect(await refusalOf(put(ada, pack, bytes, 'image'))).toMatchObject({ status: 400, message })
    const typed = { data: [{ uuid: fields[0], data: { method: 'typed', text: 'not a picture' } }] }
    expect(await refusalOf(ada.post(`/app/documents/${pack}/add_update_data_field`, typed))).toMatchObject({ code: 'value-invalid' })
  })

  test('stands on the sealed page as it was uploaded, next to marks and links', async () => {
    const address = 'https://example.org/terms'
    const { pack, signers, fields } = await sent(
      server.owner,
      'Pictured and sealed',
      ['Ada Lovelace'],
      [
        { ...IMAGE, y: 600 },
        { type: 'highlight', x: 300, y: 600, width: 100, height: 20, signer: 0 },
        { type: 'link', x: 300, y: 640, width: 200, height: 20, signer: 'self', data: address },
      ],
    )
    const ada = await server.signer(await linkOf(server.owner, pack, signers[0]!))
    const square = sharp({ create: { width: 100, height: 100, channels: 3, background: '#c02020' } })
    const { blob_key: file, digest, width, height } = await put(ada, pack, await square.jpeg().toBuffer(), 'image')
    const data = { method: 'uploaded', file, digest, width, height }
    await ada.post(`/app/documents/${pack}/add_update_data_field`, { data: [{ uuid: fields[0], data }] })
    const { view_digest } = await ada.get<{ view_digest: string }>(`/app/documents/${pack}/view`)
    await ada.post(`/app/documents/${pack}/add_update_signatory`, {
      data: { uuid: signers[0] },
      update_status_to: 'complete',
      consent_version: '2026-11',
      view_digest,
    })
    const { final_files } = await eventually(
      () => ada.get<{ final_files: { file_key: string }[] }>(`/app/documents/${pack}/signed`),
      (answer) => answer.final_files.length === 1,
    )
    const sealed = await ada.bytes(`/app/serve/${final_files[0]!.file_key}`)
    expect(await verifyFile(sealed)).toMatchObject({ intact: true })
    const page = await picturedPage(sealed)
    // 120 points high and wide, in the middle of its field of 200.
    const [red, green] = page.at(140, 660)
    expect([red > 150, green < 80]).toEqual([true, true])
    expect(page.at(60, 660)).toEqual([255, 255, 255])
    const [, , blue] = page.at(350, 610)
    expect([blue > 150, blue < 220]).toEqual([true, true])
    const { node, doc } = (await PDFDocument.load(sealed)).getPage(0)
    const uris = node
      .Annots()!
      .asArray()
      .flatMap((one) => {
        const action = doc.context.lookup(one, PDFDict).lookup(PDFName.of('A'))
        const uri = action instanceof PDFDict ? action.lookup(PDFName.of('URI')) : undefined
        return uri instanceof PDFHexString ? [Buffer.from(uri.asBytes()).toString('latin1')] : []
      })
    expect(uris).toEqual([address])
  })
})

describe('files', () => {
  test('[D-058] are served whole and in ranges, as downloads that run nothing', async () => {
    const { pack } = await uploaded(server.owner, 'Räume & <Rechte>')
    const conversion = await conversionOf(pack)
    const file = conversion.state === 'converted' ? conversion.file : ''
    const get = (headers: Record<string, string> = {}) =>
      fetch(`${server.url}/app/serve/${file}`, { headers: { cookie: server.owner.cookie(), ...headers } })
    const whole = await get()
    const bytes = Buffer.from(await whole.arrayBuffer())
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(whole.headers.get('content-security-policy')).toMatch(/^sandbox/)
    expect(whole.headers.get('content-disposition')).toBe(
      `attachment; filename="R_ume & _Rechte_.pdf"; filename*=UTF-8''R%C3%A4ume%20%26%20_Rechte_.pdf`,
    )
    const part = await get({ range: 'bytes=10-19' })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${bytes.length}`])
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(10, 20))
    expect((await get({ range: `bytes=${bytes.length}-` })).status).toBe(416)
  })

  test('[D-060] a page is served as an image', async () => {
    const { document } = await uploaded(server.owner, 'Pictured')
    const image = await sharp(await server.owner.bytes(`/documents/${document}/get_blob_as_image?index_of_page=1&width=300`)).metadata()
    expect(image).toMatchObject({ format: 'webp', width: 320 })
    expect(await refusalOf(server.owner.bytes(`/documents/${document}/get_blob_as_image?index_of_page=9`))).toMatchObject({ status: 404 })
  })

  test('the final file is for the team, and for signers once they have finished', async () => {
    const { pack, signers, fields } = await sent(server.owner, 'Final', ['Ada Lovelace'], [{ ...SIGNATURE, signer: 0 }])
    const link = await linkOf(server.owner, pack, signers[0]!)
    const ada = await server.signer(link)
    await ada.post(`/app/documents/${pack}/add_update_data_field`, { data: [{ uuid: fields[0], data: { method: 'typed', text: 'Ada' } }] })
    const { view_digest } = await ada.get<{ view_digest: string }>(`/app/documents/${pack}/view`)
    const done = { data: { uuid: signers[0] }, update_status_to: 'complete', consent_version: '2026-11', view_digest }
    await ada.post(`/app/documents/${pack}/add_update_signatory`, done)
    const { final_files } = await eventually(
      () => ada.get<{ status: string; final_files: { file_key: string }[] }>(`/app/documents/${pack}/signed`),
      (answer) => answer.final_files.length === 1,
    )
    const path = `/app/serve/${final_files[0]!.file_key}`
    const theirs = Buffer.from(await ada.bytes(path))
    expect(theirs.subarray(0, 5).toString()).toBe('%PDF-')
    expect(Buffer.from(await server.owner.bytes(path))).toEqual(theirs)
    expect(Buffer.from(await (await server.signer(link)).bytes(path))).toEqual(theirs)
    expect(await refusalOf((await server.stranger('Otto')).bytes(path))).toMatchObject({ status: 404 })
  })
})

async function put(signer: Client, pack: string, bytes: Uint8Array, type = 'signature', enhance = false) {
  const { url, file_key } = await signer.get<{ url: string; file_key: string }>(
    `/app/get_data_field_upload_url/${pack}?filename=${type}.png&data_field_type=${type}`,
  )
  await signer.put(url, bytes)
  return signer.post<Uploaded>(`/app/data_field_upload_success/${pack}`, { file_key, type, enhance })
}

async function tokenOf(account: Client): Promise<string> {
  return (await account.get<{ csrf_token: string }>('/app/session')).csrf_token
}
interface Uploaded {
  readonly filename: string
  readonly blob_key: string
  readonly blob_url: string
  readonly digest: string
  readonly width: number
  readonly height: number
  readonly enhanced: boolean
}
