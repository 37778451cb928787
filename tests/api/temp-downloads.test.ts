import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Who } from '#domain/pack'
import { postgresTempDownloads } from '#platform/temp-downloads'
import { refusalOf, type TestServer, testServer } from '#tests/server'
import { testWorld } from '#tests/world'
import type { Client } from '../../cli/demo/client.ts'
import { mayTakeFieldData } from '../../command-api/fields/field-data.routes.ts'
import { mayAskFor, TEMP_DOWNLOAD_TYPES, type TempDownloadType } from '../../command-api/files/temp-downloads.ts'
import { eventually, linkOf, newId, type Prepared, sent } from '../support/prepared.ts'

let server: TestServer
let made: Prepared
const SECRET = 'a draft of Ada'
beforeAll(async () => {
  server = await testServer()
  made = await sent(
    server.owner,
    'Lease',
    ['Ada Lovelace'],
    [
      { type: 'text', x: 40, y: 40, width: 120, height: 24, signer: 0, custom_id: 'tenant', label: 'Name of the tenant' },
      { type: 'signature', x: 40, y: 100, width: 160, height: 48, signer: 0 },
    ],
  )
})
afterAll(() => server.close())

interface Answer {
  readonly document_temp_download: { readonly key: string; readonly type: string; readonly file_key: string | null }
}
const ask = (by: Client, type: string, key = '') =>
  by.get<Answer>(`/app/documents/${made.pack}/generate_temp_document_download?temp_download_key=${key}&document_temp_download_type=${type}`)

async function fileOf(by: Client, type: TempDownloadType): Promise<{ key: string; bytes: Uint8Array }> {
  const { document_temp_download: begun } = await ask(by, type)
  expect(begun).toEqual({ key: begun.key, type, file_key: null })
  const { document_temp_download: done } = await eventually(
    () => ask(by, type, begun.key),
    ({ document_temp_download }) => document_temp_download.file_key !== null,
  )
  return { key: done.file_key!, bytes: await by.bytes(`/app/serve_temp_download/${done.file_key}`) }
}

test('[D-507 D-061 D-218 D-219] each kind is asked for, asked after by its key, and taken', async () => {
  const names: Record<string, string[]> = {}
  for (const type of TEMP_DOWNLOAD_TYPES) {
    const document = await PDFDocument.load((await fileOf(server.owner, type)).bytes)
    names[type] = document
      .getForm()
      .getFields()
      .map((field) => field.getName())
  }
  expect(names.form_with_meta_data).toEqual(made.fields)
  expect(names.form_with_custom_id![0]).toBe('tenant')
  expect(names.preview).toEqual([])
  expect(await refusalOf(ask(server.owner, 'sealed'))).toMatchObject({ status: 400 })
})

test('only the user who asked takes it: not a signer, not a colleague, not a stranger', async () => {
  const { key } = await fileOf(server.owner, 'preview')
  const [colleague, stranger] = await Promise.all([server.member('Colleague'), server.stranger('Stranger')])
  const signer = await server.signer(await linkOf(server.owner, made.pack, made.signers[0]!))
  for (const other of [colleague, stranger, signer]) {
    expect((await refusalOf(other.bytes(`/app/serve_temp_download/${key}`))).status).toBeGreaterThanOrEqual(401)
    expect((await refusalOf(other.bytes(`/app/serve/${key}`))).status).toBe(404)
  }
  expect(await refusalOf(ask(colleague, 'preview', key))).toMatchObject({ status: 404 })
  expect(await refusalOf(ask(stranger, 'preview'))).toMatchObject({ status: 404 })
  expect(await refusalOf(ask(signer, 'preview'))).toMatchObject({ code: 'not-allowed' })
})

const team = (...permissions: string[]): Who => ({
  as: 'team',
  user: newId(),
  workspace: newId(),
  permissions: new Set(permissions),
})

test('[D-461 D-462 D-463] each kind has a permission of its own', () => {
  const allowed = (who: Who) => TEMP_DOWNLOAD_TYPES.filter((type) => mayAskFor(who, type))
  expect(allowed(team('can_download_document_preview'))).toEqual(['preview'])
  expect(allowed(team('can_download_fillable_form_with_metadata'))).toEqual(['form_with_meta_data'])
  expect(allowed(team('can_download_fillable_form_with_field_ids'))).toEqual(['form_with_custom_id'])
  expect(allowed({ as: 'signatory', signatory: newId(), link: newId(), inPerson: false })).toEqual([])
})

test('a preview holds nothing that a signer has not finished', async () => {
  const before = (await fileOf(server.owner, 'preview')).bytes
  const ada = await server.signer(await linkOf(server.owner, made.pack, made.signers[0]!))
  await ada.post(`/app/documents/${made.pack}/add_update_data_field`, { data: [{ uuid: made.fields[0], data: SECRET }] })
  expect(Buffer.from((await fileOf(server.owner, 'preview')).bytes).equals(before)).toBe(true)
})

test('[D-059 D-460] the field data are a table for those of the team who may take them, without what a signer has not finished', async () => {
  const csv = async (by: Client, key = made.pack) => Buffer.from(await by.bytes(`/documents/${key}/get_csv_file`)).toString('utf8')
  const table = await csv(server.owner)
  expect(table.split('\r\n')).toEqual([
    '\uFEFFdocument,page,field,custom_id,type,signer,filled,value,label',
    `Lease,1,${made.fields[0]},tenant,text,Ada Lovelace,yes,,Name of the tenant`,
    expect.stringMatching(new RegExp(`^Lease,1,${made.fields[1]},[^,]*,signature,Ada Lovelace,no,,$`)),
    '',
  ])
  expect(table).not.toContain(SECRET)
  expect(await csv(server.owner, made.document)).toBe(table)
  const signer = await server.signer(await linkOf(server.owner, made.pack, made.signers[0]!))
  expect((await refusalOf(csv(signer))).code).toBe('not-allowed')
  expect((await refusalOf(csv(await server.stranger('Curious')))).status).toBe(404)
  expect([mayTakeFieldData(team('can_download_document_csv_data')), mayTakeFieldData(team('can_download_document_preview'))]).toEqual([
    true,
    false,
  ])
})

test('it is taken away with its bytes once its time is over, or once one has asked for many more', async () => {
  const { foundation } = server.application
  const { pool, files, world } = foundation
  const { key } = await fileOf(server.owner, 'preview')
  let now = world.clock.now()
  const store = postgresTempDownloads({ pool, files, clock: { now: () => now }, timers: { after: () => () => undefined }, log: world.log })
  now += 14 * 60_000
  await store.sweep()
  expect(await store.find(key)).toMatchObject({ made: true })
  now += 2 * 60_000
  expect(await store.find(key)).toBeNull()
  expect(await store.sweep()).toBeGreaterThan(0)
  expect(await files.find(key)).toBeNull()
  const user = newId()
  const first = { key: newId(), pack: made.pack, user, type: 'preview' }
  await store.announce(first)
  await store.keep(first, new Uint8Array([1]))
  for (let more = 0; more < 10; more++) {
    now += 1
    await store.announce({ ...first, key: newId() })
  }
  expect(await files.find(first.key)).toBeNull()
  const late = { ...first, key: newId() }
  await store.keep(late, new Uint8Array([1]))
  expect(await files.find(late.key)).toBeNull()
})

test('where it could not be taken away, that is tried again, until nothing is left or the program ends', async () => {
  const { pool, files, world } = server.application.foundation
  const here = testWorld({ start: new Date(world.clock.now()).toISOString() })
  let removing = (_: string): Promise<void> => Promise.reject(new Error('away'))
  const store = postgresTempDownloads({
    ...{ pool, clock: here.clock, timers: here.timers, log: here.log },
    files: { ...files, remove: (key) => removing(key) },
  })
  const kept = async () => {
    const asked = { key: newId(), pack: made.pack, user: newId(), type: 'preview' }
    await store.announce(asked)
    await store.keep(asked, new Uint8Array([1]))
    return asked
  }
  const over = 16 * 60_000
  const { key } = await kept()
  for (const times of [1, 2]) {
    here.advance(over)
    await eventually(
      async () => [here.logged.length, here.waiting()],
      (counts) => counts.join() === `${times},1`,
    )
  }
  removing = files.remove
  here.advance(over)
  await eventually(
    () => files.find(key),
    (file) => file === null,
  )
  await kept()
  const asked = Promise.withResolvers<void>()
  const away = Promise.withResolvers<void>()
  removing = () => {
    asked.resolve()
    return away.promise
  }
  here.advance(over)
  await asked.promise
  store.stop()
  away.reject(new Error('away'))
  await new Promise((resolve) => setImmediate(resolve))
  expect([here.logged.length, here.waiting()]).toEqual([2, 0])
})
