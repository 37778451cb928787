import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ANSWER_MS, HEADERS } from '#contract/envelope'
import { type TestDatabase, testDatabase } from '#tests/postgres'
import { removeFolder, temporaryFolder } from '#tests/spawned'
import { client, crossSite, type Refused } from '../../cli/demo/client.ts'
import { type Program, program } from '../chaos/programs.ts'
import { newId, SENDER } from '../support/prepared.ts'

// A program of its own that stands still for half a minute: LONG_TESTS.
const long = process.env.LONG_TESTS === '1'
if (!long) test.skip('what lay before a process that stood still, after it was asked again elsewhere: in the long lane', () => undefined)
const inTheLongLane: (words: string, run: () => Promise<void>, ms: number) => void = long ? test : () => undefined

let database: TestDatabase
let dataDir: string
const programs: Program[] = []

beforeAll(async () => {
  if (!long) return
  database = await testDatabase()
  dataDir = await temporaryFolder()
  const env = { PARAPH_MASTER_KEY: randomBytes(32).toString('base64') }
  const options = { dataDir, databaseUrl: database.url, eventStoreUrl: null, env, publicUrl: 'http://127.0.0.1' }
  for (const at of [0, 1]) programs.push(await program('api', at, options))
  await Promise.all(programs.map((one) => one.start()))
}, 240_000)
afterAll(async () => {
  if (!long) return
  for (const one of programs) await one.end()
  await database.drop()
  await removeFolder(dataDir)
}, 60_000)

const renamed = (pack: string) => `/app/documents/${pack}/update_document`
const called = (name: string) => ({ data: { document_name: name } })

inTheLongLane(
  'what lay before a process that stood still, and was given up and asked again elsewhere, is not done when it wakes up',
  async () => {
    const [still, awake] = programs as [Program, Program]
    const url = ({ port }: Program) => `http://127.0.0.1:${port}`
    const account = client(url(awake))
    account.remember(crossSite((await account.get<{ csrf_token: string }>('/app/session')).csrf_token))
    const { csrf_token } = await account.post<{ csrf_token: string }>('/app/first_account', SENDER)
    account.remember(crossSite(csrf_token))
    const { document } = await account.get<{ document: { document_pack_key: string; document_name: string } }>(
      `/app/get_document_upload_url?${new URLSearchParams({ filename: 'As it was.pdf', size: '0.1' })}`,
    )
    const pack = document.document_pack_key
    const name = async () => (await account.get<{ document: { document_name: string } }>(`/app/documents/${pack}`)).document.document_name
    const asItWas = called(await name())

    const there = client(url(still))
    there.remember({ ...crossSite(csrf_token), cookie: account.cookie() })
    // It knows the document, and who asks.
    await there.get(`/app/documents/${pack}`)
    still.pause()
    const key = { [HEADERS.idempotencyKey]: newId() }
    there.remember(key)
    // On a line that is silent, and stays open: as of a phone that has changed its network.
    const late = there.post(renamed(pack), asItWas).catch((refused: Refused) => [refused.status, refused.code])
    await wait(ANSWER_MS)

    // It is called so already, and then it is not any more.
    account.remember(key)
    await account.post(renamed(pack), asItWas)
    account.remember({ [HEADERS.idempotencyKey]: newId() })
    await account.post(renamed(pack), called('As it is'))
    still.goOn()
    expect(await late).toEqual([503, 'too-late'])
    expect(await name()).toBe('As it is')
  },
  120_000,
)
