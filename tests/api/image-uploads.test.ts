import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { diskBlobs } from '#platform/blobs'
import { refusalOf, type TestServer, testServer } from '#tests/server'
import type { Client } from '../../cli/demo/client.ts'
import { linkOf, prepared, sent, viewOf } from '../support/prepared.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const IMAGE = { type: 'image', x: 40, y: 40, width: 120, height: 90 } as const
interface Taken {
  readonly file_key: string
  readonly blob_url: string
  readonly picture: { readonly file: string; readonly digest: string }
}
const photo = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#a31' } })
    .jpeg()
    .toBuffer()
async function put(of: Client, bytes: Uint8Array): Promise<string> {
  const { url, file_key } = await of.get<{ url: string; file_key: string }>('/app/get_image_upload_url')
  await of.put(url, bytes)
  return file_key
}
const take = (of: Client, file_key: string) => of.post<Taken>('/app/image_upload_success', { file_key })
const kind = async (bytes: Uint8Array) => (await sharp(bytes).metadata()).format

test('[S-131 S-299 S-300 S-301] a picture is uploaded in three steps, written again, and goes into a field of a document', async () => {
  const taken = await take(server.owner, await put(server.owner, await photo()))
  expect(taken).toMatchObject({ success: true, blob_url: `/app/serve_image/${taken.file_key}`, picture: { file: taken.file_key } })
  expect(await kind(await server.owner.bytes(taken.blob_url))).toBe('png')
  const { pack, fields } = await prepared(server.owner, 'Lease with a stamp', ['Ada Signer'], [{ ...IMAGE, signer: 'self' }])
  const save = () => server.owner.post(`/app/documents/${pack}/add_update_data_field`, { data: [{ uuid: fields[0], data: taken.picture }] })
  await save()
  const { value } = (await viewOf(server.owner, pack)).view.fields[fields[0]!]!
  expect(value).toMatchObject({ method: 'uploaded', digest: taken.picture.digest })
  // It came along: the document has a file of its own, once.
  expect(value).not.toMatchObject({ file: taken.file_key })
  await save()
  expect((await viewOf(server.owner, pack)).view.fields[fields[0]!]!.value).toEqual(value)
  const colleague = await server.member('Colleague')
  expect(await kind(await colleague.bytes(`/app/serve_data_field_blob/${pack}/${fields[0]}`))).toBe('png')
  for (const other of [colleague, await server.stranger('Stranger')]) {
    expect(await refusalOf(other.bytes(taken.blob_url))).toMatchObject({ status: 404 })
    expect(await refusalOf(take(other, taken.file_key))).toMatchObject({ status: 404 })
  }
})

test('a picture that is asked for again, after an answer that was lost, is the one that was made; its upload is gone by then', async () => {
  const made = await sent(server.owner, 'Lease with a photograph', ['Ada Signer'], [{ ...IMAGE, signer: 0 }])
  const signer = await server.signer(await linkOf(server.owner, made.pack, made.signers[0]!))
  for (const person of [server.owner, signer]) {
    const uploaded = await put(person, await photo())
    const [first, again] = [await take(person, uploaded), await take(person, uploaded)]
    expect(again).toEqual(first)
    const another = await put(person, await photo())
    const atOnce = await Promise.all([take(person, another), take(person, another), take(person, another)])
    expect(new Set(atOnce.map(({ file_key }) => file_key)).size).toBe(1)
    expect(await server.application.services.files.find(uploaded)).toBeNull()
  }
})

test('a signer’s picture is the document’s, and nothing of the document is taken for an upload', async () => {
  const made = await sent(server.owner, 'Lease with a photograph', ['Ada Signer'], [{ ...IMAGE, signer: 0 }])
  const signer = await server.signer(await linkOf(server.owner, made.pack, made.signers[0]!))
  const taken = await take(signer, await put(signer, await photo()))
  await signer.post(`/app/documents/${made.pack}/add_update_data_field`, { data: [{ uuid: made.fields[0], data: taken.picture }] })
  const { view } = await viewOf(signer, made.pack)
  expect(view.fields[made.fields[0]!]!.value).toMatchObject({ file: taken.file_key })
  const { conversion } = view.documents[0]!
  for (const file of [taken.file_key, 'file' in conversion ? conversion.file : '']) {
    expect(await refusalOf(take(signer, file))).toMatchObject({ status: 404 })
  }
})

test('what is no picture is refused in words, also for a client that missed the answer, and not kept', async () => {
  const file_key = await put(server.owner, Buffer.from('GIF89a'))
  const words = { status: 400, message: 'Image fields must be images of JPEG, JPG, Webp or PNG format.' }
  expect(await refusalOf(take(server.owner, file_key))).toMatchObject(words)
  expect(await server.application.foundation.files.find(file_key)).toMatchObject({ digest: null })
  expect(await refusalOf(take(server.owner, file_key))).toMatchObject(words)
  expect(await refusalOf(take(await server.stranger('Otto'), file_key))).toMatchObject({ status: 404 })
  const atOnce = await put(server.owner, Buffer.from('GIF89b'))
  const refusals = await Promise.all([1, 2, 3].map(() => refusalOf(take(server.owner, atOnce))))
  for (const each of refusals) expect(each).toMatchObject(words)
})

test('an upload whose bytes are gone from the disk is not found', async () => {
  const { files, dataDir, world } = server.application.foundation
  const file_key = await put(server.owner, Buffer.from('GIF89 that a disk lost'))
  const { digest } = (await files.find(file_key))!
  await diskBlobs({ folder: join(dataDir, 'files'), ...world }).remove(digest!)
  expect(await refusalOf(take(server.owner, file_key))).toMatchObject({ status: 404 })
})
