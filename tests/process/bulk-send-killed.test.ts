import { afterAll, beforeAll, expect, test } from 'vitest'
import { mappingRecord } from '#contract/bulk-mapping'
import type { BulkSendRecord } from '#contract/bulk-sends'
import type { ListRow } from '#contract/document-list'
import { documentOfRow, EMPTY_MAPPING } from '#domain/bulk-send'
import { freePort, removeFolder, type SpawnedServer, spawnServer, temporaryFolder } from '#tests/spawned'
import type { Client } from '../../cli/demo/client.ts'
import { checked, templateOf } from '../support/bulk-send.ts'
import { eventually, firstAccount, prepared } from '../support/prepared.ts'
import { startMailServer, type TestMailServer } from '../support/smtp.ts'

// A real program, started six times: LONG_TESTS.
const long = process.env.LONG_TESTS === '1'

let dataDir: string
let port: number
let mails: TestMailServer
let server: SpawnedServer
let account: Client
const start = () => spawnServer({ dataDir, port, env: { SMTP_URL: mails.url } })

beforeAll(async () => {
  if (!long) return
  dataDir = await temporaryFolder()
  port = await freePort()
  mails = await startMailServer()
  server = await start()
  account = await firstAccount(server.url)
}, 180_000)
afterAll(async () => {
  await server?.stop()
  await mails?.close()
  if (dataDir) await removeFolder(dataDir)
}, 60_000)

const ROWS = 60
const addressOf = (row: number) => `row${row}@example.com`
const ROW_NUMBERS = Array.from({ length: ROWS }, (_, at) => at + 2)
/** How many request mails have gone out when the server is killed. */
const MOMENTS = [0, 1, 12, 30]

const save = async (data: object) =>
  (await account.post<{ bulk_send: BulkSendRecord }>('/app/bulk_sends/add_update_bulk_send', { data })).bulk_send
const read = async (key: string) => (await account.get<{ bulk_send: BulkSendRecord }>(`/app/bulk_sends/${key}`)).bulk_send
const mailed = () => new Set(mails.received.flatMap(({ to }) => to).filter((address) => address.startsWith('row'))).size
const untilMailed = (count: number) =>
  eventually(
    async () => mailed(),
    (now) => now >= count,
  )

async function killedAndStarted(): Promise<void> {
  await server.kill()
  server = await start()
}

/** A list of rows with a name and an address each, and a template that they fill in; checked. */
async function ready(): Promise<string> {
  const { recipient_data: list } = await account.post<{ recipient_data: { key: string } }>(
    '/app/recipient_datas/add_update_recipient_data',
    { data: { key: 'new', description: 'Customers' } },
  )
  const upload = await account.get<{ url: string; file_key: string; temp_csv_key: string }>(
    `/app/get_csv_upload_url/${list.key}?filename=a.csv`,
  )
  await account.put(upload.url, Buffer.from(`name,email\n${ROW_NUMBERS.map((row) => `Person ${row},${addressOf(row)}`).join('\n')}\n`))
  await account.post(`/app/csv_upload_success/${upload.temp_csv_key}`, { file_key: upload.file_key })
  const template = await templateOf(account)
  const { key } = await save({ key: 'new', description: 'Renewals', template_key: template.key, recipient_data_key: list.key })
  const signers = { [template.signer]: { name: '{{name}}', email: '{{email}}', mobile: '' } }
  await account.post(`/app/bulk_sends/${key}/document_mapping/${template.key}`, {
    data: mappingRecord({ ...EMPTY_MAPPING, name: 'Plan for {{name}}', fields: { [template.text]: '{{name}}' }, signers }),
  })
  await checked(account, key)
  return key
}

test.skipIf(!long)(
  'killed again and again in the middle of a bulk send, paused or not, the server makes one document a row and asks each signer by one mail',
  async () => {
    const key = await ready()
    await save({ key, status: 'active' })
    for (const moment of MOMENTS) {
      await untilMailed(moment)
      await killedAndStarted()
    }
    await untilMailed(40)
    const paused = await save({ key, status: 'paused' })
    await killedAndStarted()
    expect(await read(key)).toMatchObject({ status: 'paused', paused_because: 'asked' })
    // What the jobs of rows had in hand at that moment is there by the time that other jobs have converted a document.
    await prepared(account, 'Converted meanwhile', [], [])
    const meanwhile = await read(key)
    await prepared(account, 'Converted after that', [], [])
    expect(await read(key)).toEqual(meanwhile)
    expect(meanwhile.number_of_documents_created).toBeGreaterThanOrEqual(paused.number_of_documents_created)
    expect(meanwhile.number_of_documents_created).toBeLessThan(ROWS)

    await save({ key, status: 'active' })
    await untilMailed(ROWS)
    const done = await eventually(
      () => read(key),
      ({ number_of_documents_awaiting_signature: awaiting }) => awaiting === ROWS,
    )
    expect(done).toMatchObject({
      status: 'active',
      number_of_documents: ROWS,
      number_of_documents_created: ROWS,
      number_of_documents_completed: 0,
      number_of_documents_failed: 0,
    })
    const { documents } = await account.get<{ documents: readonly ListRow[] }>(`/app/documents?bulk_send_key=${key}&limit=200`)
    expect(documents.map((document) => [document.bulk_send?.row, document.key, document.document_name]).sort(byRow)).toEqual(
      ROW_NUMBERS.map((row) => [row, documentOfRow(key, row), `Plan for Person ${row}`]),
    )
    const all = await account.get<{ documents: readonly ListRow[] }>('/app/documents?limit=200')
    expect(all.documents.filter(({ document_name: name }) => name.startsWith('Plan for'))).toHaveLength(ROWS)
    // A mail whose record the server did not live to make comes again, as the same mail.
    for (const row of ROW_NUMBERS) {
      const own = mails.received.filter(({ to }) => to.includes(addressOf(row)))
      const ids = own.map(({ content }) => /^Message-ID: (.*)$/im.exec(content)?.[1])
      expect([new Set(ids).size, ids.length <= 1 + MOMENTS.length], `row ${row}`).toEqual([1, true])
    }
  },
  600_000,
)

const byRow = (a: readonly unknown[], b: readonly unknown[]) => Number(a[0]) - Number(b[0])
