import { randomBytes } from 'node:crypto'
import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '#platform/postgres'
import { soon } from '#tests/live-client'
import { liveWorld } from '#tests/live-world'
import { type Besides, type TestServer, testServer } from '#tests/server'
import { sharedPasswords } from '../../cli/file-passwords.ts'
import { eventually, newId, viewOf } from '../support/prepared.ts'

// The server converts; the other takes uploads and passwords, on the same files.
let server: TestServer
let other: Besides
beforeAll(async () => {
  server = await testServer({ environment: { PARAPH_MASTER_KEY: randomBytes(32).toString('base64') } })
  other = await server.anotherProcess({ PARAPH_ROLES: 'api', PARAPH_DATA: server.application.foundation.dataDir })
})
afterAll(async () => {
  await other.close()
  await server.close()
})

const PASSWORD = 'Größe 密码'
async function lockedPdf(): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.addPage([300, 400])
  document.encrypt({ userPassword: PASSWORD })
  return document.save()
}

test('a protected file opens with the password that another process took, with the upload or later', async () => {
  const account = await other.as(server.owner)
  const upload = async (secret: object) => {
    const asked = await account.get<{ url: string; file_key: string; document: { document_pack_key: string } }>(
      '/app/get_document_upload_url?filename=Locked.pdf&size=0.1',
    )
    const pack = asked.document.document_pack_key
    await account.put(asked.url, await lockedPdf())
    await account.post(`/app/document_upload_success/${pack}`, { file_key: asked.file_key, ...secret })
    return pack
  }
  const comesTo = (pack: string, state: string) =>
    eventually(
      () => viewOf(account, pack),
      ({ view: { documents } }) => documents[0]!.conversion.state === state,
    )
  await comesTo(await upload({ pdf_password: PASSWORD }), 'converted')
  const without = await upload({})
  await comesTo(without, 'failed')
  await account.post(`/app/documents/${without}/retry_conversion`, { pdf_password: PASSWORD })
  await comesTo(without, 'converted')
})

test('a password reaches the processes that convert and no listener, and is forgotten by all once it has been used', async () => {
  const { databaseUrl } = server.application.foundation
  const pool = openPool(databaseUrl, { max: 5 })
  const received: string[] = []
  const ear = await pool.connect()
  ear.on('notification', ({ payload }) => received.push(payload ?? ''))
  await ear.query('LISTEN paraph_file_password')
  const key = randomBytes(32)
  const one = (converts: boolean) => sharedPasswords({ pool, world: liveWorld(), key, converts })
  const [takes, converts, another] = [one(false), one(true), one(true)]
  const file = newId()
  // Who has only just been started may hear of it by its second telling.
  await soon(
    async () => {
      await takes.hold(file, PASSWORD)
      return [takes.peek(file), converts.peek(file), another.peek(file)]
    },
    (held) => JSON.stringify(held) === JSON.stringify([null, PASSWORD, PASSWORD].map((each) => each ?? undefined)),
  )
  converts.drop(file)
  await soon(
    () => another.peek(file),
    (held) => held === undefined,
  )
  // With another key than the server's own, which hears it too and goes on.
  expect(received.length).toBeGreaterThan(1)
  expect(received.join()).not.toContain('密码')
  await Promise.all([takes, converts, another].map((each) => each.close()))
  ear.release(true)
  await pool.end()
})
