import { request as httpRequest } from 'node:http'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EXPIRED_WORDS, type UnusedUploads } from '#platform/files'
import { lookThroughUploads } from '#processes/unused-uploads'
import { withAppendix } from '#tests/appendices'
import { refusalOf, type SigningClient, type TestServer, testServer } from '#tests/server'
import type { Client } from '../../cli/demo/client.ts'
import { linkOf, newId, type Prepared, prepared, sent, signAs, viewOf } from '../support/prepared.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({
    environment: { PARAPH_KEEP_DELETED: 'false', PARAPH_MAX_UPLOAD_MB: '12', PARAPH_LINK_QUOTA_MB: '1', PARAPH_WORKSPACE_QUOTA_GB: '1' },
  })
})
afterAll(() => server.close())

const FIELDS = [
  { type: 'signature', x: 60, y: 300, width: 200, height: 48, signer: 0 },
  { type: 'file', x: 60, y: 400, width: 200, height: 24, signer: 0, required: false },
] as const
const MB = 1_048_576
const signerOf = async ({ pack, signers }: Prepared, at = 0) => server.signer(await linkOf(server.owner, pack, signers[at]!))
interface Address {
  readonly url: string
  readonly file_key: string
}
const ask = (of: Client, pack: string, more = '&data_field_type=file') =>
  of.get<Address>(`/app/get_data_field_upload_url/${pack}?filename=proof.txt${more}`)
const query = async <T extends object>(sql: string, ...values: readonly unknown[]) =>
  (await server.application.foundation.pool.query<T>(sql, [...values])).rows
const bytesIn = async (table: 'storage' | 'storage_of_workspace', name: string) => {
  const [row] = await query<{ bytes: string }>(`SELECT bytes FROM ${table} WHERE ${table === 'storage' ? 'pack' : 'workspace'} = $1`, name)
  return Number(row?.bytes ?? 0)
}

/** Announces this many bytes, sends none, and hears what the server says to that. */
function announce(of: SigningClient, path: string, bytes: number): Promise<{ status: number; code: string; message: string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(new URL(path, server.url), {
      method: 'PUT',
      headers: {
        'content-length': bytes,
        'content-type': 'application/octet-stream',
        'x-session-token': of.opened.session_token,
        'x-csrf-token': of.opened.csrf_token,
      },
    })
    request.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part) => {
        text += part
      })
      response.on('end', () => {
        request.destroy()
        resolve({ status: response.statusCode ?? 0, ...JSON.parse(text) })
      })
    })
    request.on('error', reject)
    request.flushHeaders()
  })
}

describe('what is uploaded', () => {
  test('with one signing link has a limit, stated before anything is sent; deleting the document for good frees what it took', async () => {
    const made = await sent(server.owner, 'Filled again and again', ['Ada Signer'], FIELDS)
    const [document, workspace] = [await bytesIn('storage', made.pack), await bytesIn('storage_of_workspace', server.workspace)]
    const ada = await signerOf(made)
    const upload = async (size: number) => {
      const { url } = await ask(ada, made.pack)
      await ada.put(url, Buffer.alloc(size, newId()))
    }
    await upload(0.5 * MB)
    await upload(0.25 * MB)
    const full = {
      status: 413,
      code: 'link-full',
      message: 'The files that were uploaded with this link have reached their limit of 1 MB. Ask the sender for a new link.',
    }
    expect(await refusalOf(ask(ada, made.pack, '&data_field_type=file&size=0.5'))).toEqual(full)
    const { url } = await ask(ada, made.pack)
    expect(await announce(ada, url, 0.5 * MB)).toMatchObject(full)
    await ada.put(url, Buffer.alloc(0.25 * MB, 'x'))
    expect(await refusalOf(ask(ada, made.pack))).toEqual(full)
    const other = await signerOf(made)
    await other.put((await ask(other, made.pack)).url, Buffer.from('by a new link'))
    expect(await bytesIn('storage', made.pack)).toBe(document + MB + 'by a new link'.length)

    await server.owner.get(`/app/documents/${made.pack}/delete_document`)
    await server.owner.delete(`/app/document_actions/${made.pack}/permanently_delete_document`)
    await expect.poll(() => bytesIn('storage_of_workspace', server.workspace)).toBe(workspace - document)
  })

  test('is counted while it comes: many at once do not pass the limit together', async () => {
    const made = await sent(server.owner, 'Filled at once', ['Ada Signer'], FIELDS)
    const ada = await signerOf(made)
    const addresses = await Promise.all(Array.from({ length: 12 }, () => ask(ada, made.pack)))
    const codes = await Promise.all(
      addresses.map(({ url }) =>
        ada.put(url, Buffer.alloc(0.25 * MB, newId())).then(
          () => 'taken',
          ({ code }) => code,
        ),
      ),
    )
    expect(codes.filter((code) => code === 'taken')).toHaveLength(4)
    expect(new Set(codes)).toEqual(new Set(['taken', 'link-full']))
  })

  test('into a workspace that is full is refused in words, and no document is made that would wait for its file', async () => {
    const at = await bytesIn('storage_of_workspace', server.workspace)
    const documents = async () => (await server.owner.get<{ documents: readonly object[] }>('/app/documents')).documents.length
    const before = await documents()
    const set = (bytes: number) => query('UPDATE storage_of_workspace SET bytes = $2 WHERE workspace = $1', server.workspace, bytes)
    await set(1024 * MB - 1_000)
    try {
      const place = '/app/get_document_upload_url?filename=a.pdf&size=1'
      expect(await refusalOf(server.owner.get(place))).toEqual({
        status: 413,
        code: 'workspace-full',
        message:
          'The files of this workspace have reached their limit of 1 GB. Delete documents for good, or ask your operator for a higher limit.',
      })
      expect(await documents()).toBe(before)
    } finally {
      await set(at)
    }
  })

  test('as a picture is refused by its size, at the address and by what is announced, before it is read', async () => {
    const made = await sent(server.owner, 'Photographed', ['Ada Signer'], FIELDS)
    const ada = await signerOf(made)
    const words = { status: 413, code: 'too-large', message: 'This file is too large. At most 10 MB are accepted.' }
    const asked = [
      ask(ada, made.pack, '&data_field_type=signature&size=11.9'),
      ada.get('/app/get_image_upload_url?size=11.9'),
      server.owner.get('/app/get_image_upload_url?size=11.9'),
      server.owner.get('/app/get_signature_upload_url?size=11.9'),
    ]
    expect(await Promise.all(asked.map(refusalOf))).toEqual(asked.map(() => words))
    for (const { url } of [await ask(ada, made.pack, '&data_field_type=image'), await ada.get<Address>('/app/get_image_upload_url')])
      expect(await announce(ada, url, 11 * MB)).toMatchObject(words)
  })
})

test('who has finished signing is given no address to upload to, and what they were given before takes nothing', async () => {
  const made = await sent(server.owner, 'Signed', ['Ada Signer', 'Bert Signer'], [...FIELDS, { ...FIELDS[0], y: 500, signer: 1 }])
  const link = await linkOf(server.owner, made.pack, made.signers[0]!)
  const ada = await server.signer(link)
  const before = await ask(ada, made.pack)
  await signAs(server.url, link, made.pack, made.signers[0]!, made.fields[0]!)
  const finished = { status: 410, code: 'already-signed', message: 'You have already finished signing this document.' }
  const asked = [
    ask(ada, made.pack),
    ask(ada, made.pack, '&data_field_type=signature'),
    ada.get('/app/get_image_upload_url'),
    ada.get(`/app/get_verification_upload_url?document_key=${made.pack}`),
    ada.post(`/app/documents/${made.pack}/use_kept_signature`, { signature_key: newId() }),
    ada.put(before.url, Buffer.from('late')),
  ]
  expect(await Promise.all(asked.map(refusalOf))).toEqual(asked.map(() => finished))
  // They still look at it.
  await ada.get(`/app/documents/${made.pack}/view`)
})

describe('uploads that nothing uses', () => {
  const aged = (column: 'reserved' | 'expired', hours: number) =>
    query(`UPDATE file SET ${column} = ${column} - $1 * interval '1 hour' WHERE uploaded_by IS NOT NULL`, hours)
  const looked = () => server.application.sweeps!.unusedUploads.now()
  const find = (key: string) => server.application.services.files.find(key)
  const picture = () =>
    sharp({ create: { width: 60, height: 40, channels: 3, background: '#a31' } })
      .png()
      .toBuffer()
  const attach = async (of: Client, pack: string, field: string, text: string) => {
    const { url, file_key } = await ask(of, pack)
    await of.put(url, Buffer.from(text))
    const { digest, size } = await of.post<{ digest: string; size: number }>(`/app/data_field_upload_success/${pack}`, {
      file_key,
      type: 'file',
      filename: 'proof.txt',
    })
    const data = { method: 'attached', file: file_key, digest, size, filename: 'proof.txt' }
    return { file_key, data, save: () => of.post(`/app/documents/${pack}/add_update_data_field`, { data: [{ uuid: field, data }] }) }
  }

  test('go after a day, first refused and later removed; what stands in a document, or once did, stays', async () => {
    const made = await sent(server.owner, 'Swept', ['Ada Signer'], FIELDS)
    const { conversion } = (await viewOf(server.owner, made.pack)).view.documents[0]!
    const ada = await signerOf(made)
    const replaced = await attach(ada, made.pack, made.fields[1]!, 'first')
    await replaced.save()
    const used = await attach(ada, made.pack, made.fields[1]!, 'second')
    await used.save()
    const loose = await attach(ada, made.pack, made.fields[1]!, 'never saved')
    const announced = await ask(ada, made.pack)
    const setUp = await prepared(server.owner, 'With a supporting document', [], [])
    const appendix = await withAppendix(server.owner, setUp.pack, 'rules.txt', Buffer.from('rules'))
    const kept = await keep(await server.owner.get<Address>('/app/get_signature_upload_url'))
    const source = conversion.state === 'converted' ? conversion.source : ''
    const before = await bytesIn('storage', made.pack)

    await looked()
    expect(await find(loose.file_key)).toMatchObject({ refused: null })
    await aged('reserved', 25)
    await looked()
    // Nothing can come to use it from now on; what is in use is left alone from now on.
    expect(await refusalOf(loose.save())).toMatchObject({ status: 400 })
    const again = ada.post(`/app/data_field_upload_success/${made.pack}`, { file_key: loose.file_key, type: 'file', filename: 'a.txt' })
    expect(await refusalOf(again)).toMatchObject({ status: 400, message: EXPIRED_WORDS })
    expect(await refusalOf(ada.put(announced.url, Buffer.from('late')))).toMatchObject({ status: 400, message: EXPIRED_WORDS })
    await looked()
    expect(await find(loose.file_key)).not.toBeNull()
    await aged('expired', 1)
    await looked()
    for (const key of [loose.file_key, announced.file_key]) expect(await find(key)).toBeNull()
    for (const key of [replaced.file_key, used.file_key, appendix.file_key!, kept, source])
      expect(await find(key)).toMatchObject({ refused: null })
    expect(await bytesIn('storage', made.pack)).toBe(before - 'never saved'.length)
    await server.owner.bytes(`/app/serve_image/${kept}`)
    await aged('reserved', 25)
    await looked()
    expect(await find(used.file_key)).toMatchObject({ refused: null })

    async function keep({ url, file_key }: Address): Promise<string> {
      await server.owner.put(url, await picture())
      const { picture: data } = await server.owner.post<{ picture: { file: string } }>('/app/signature_upload_success', { file_key })
      await server.owner.post('/app/user/signatures', { type: 'signature', data })
      return data.file
    }
  })

  test('that are used between both looks, or whose sweep is cut off at any step, come to the same end', async () => {
    const made = await sent(server.owner, 'Swept by and by', ['Ada Signer'], FIELDS)
    const ada = await signerOf(made)
    const inTime = await attach(ada, made.pack, made.fields[1]!, 'on its way')
    const loose = await attach(ada, made.pack, made.fields[1]!, 'left')
    await aged('reserved', 25)
    // Judged just before, by a request that goes on while the first look refuses it.
    await inTime.save()
    await query('UPDATE file SET expired = now() WHERE key = $1', inTime.file_key)
    const { services, foundation } = server.application
    const { unused } = foundation.files
    async function cutOffAt(steps: number): Promise<boolean> {
      let left = steps
      const mortal = new Proxy(unused, {
        get:
          (target, name: keyof UnusedUploads) =>
          async (...asked: never[]) => {
            if (left-- === 0) throw new Error('killed')
            return (target[name] as (...of: never[]) => Promise<unknown>)(...asked)
          },
      })
      return lookThroughUploads({ unused: mortal, handler: services.handler }).then(
        () => true,
        () => false,
      )
    }
    for (const _ of ['refused', 'removed']) {
      for (let steps = 0; !(await cutOffAt(steps)); steps++) {}
      await aged('expired', 1)
    }
    expect(await find(inTime.file_key)).toMatchObject({ refused: null })
    expect(await find(loose.file_key)).toBeNull()
    // Once more changes nothing.
    await looked()
    expect(await ada.bytes(`/app/serve/${inTime.file_key}`)).toEqual(new Uint8Array(Buffer.from('on its way')))
  })
})
