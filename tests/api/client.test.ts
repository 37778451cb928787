import { execFile } from 'node:child_process'
import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { PERMISSIONS } from '#domain/workspace'
import { type TestServer, testServer } from '#tests/server'
import { type OpenApi, typesOf } from '../../packages/client/generate.ts'
import { connect, type FeedPosition, type Paraph, verifyWebhook } from '../../packages/client/src/index.ts'
import { eventually, linkOf, prepared, signAs } from '../support/prepared.ts'

let server: TestServer
let known: { readonly url: string; readonly key: string; readonly secret: string }
let paraph: Paraph
beforeAll(async () => {
  server = await testServer()
  const data = { name: 'A program', permissions: [...PERMISSIONS] }
  const { application } = await server.owner.post<{ application: { key: string; client_secret: string } }>('/app/applications/', { data })
  known = { url: server.url, key: application.key, secret: application.client_secret }
  paraph = connect(known)
})
afterAll(() => server.close())

test('the types of the client are those of every call that there is (npx vitest run tests/api/client.test.ts -u makes them)', async () => {
  const { body } = await server.raw('/openapi.json')
  await expect(typesOf(body as unknown as OpenApi)).toMatchFileSnapshot('../../packages/client/src/calls.ts')
})

/** Fetches as each turn says, and after those really. */
function failing(...turns: ((real: () => Promise<Response>) => Promise<Response>)[]) {
  const asked: { readonly method: string; readonly path: string; readonly idempotency: string | null }[] = []
  const pauses: number[] = []
  const fetching: typeof fetch = (input, init) => {
    asked.push({
      method: init!.method!,
      path: new URL(String(input)).pathname,
      idempotency: new Headers(init!.headers).get('idempotency-key'),
    })
    const real = () => fetch(input, init)
    return (turns.shift() ?? ((go) => go()))(real)
  }
  const pause = async (ms: number) => void pauses.push(ms)
  return { paraph: connect({ ...known, fetch: fetching, pause }), asked, pauses }
}

test('a call is repeated under its key while the line or the server fails, as late as the server asks, and is carried out once', async () => {
  const lost = async (real: () => Promise<Response>) => {
    await real()
    throw new TypeError('fetch failed')
  }
  const busy = async () => new Response('{"success":false}', { status: 429, headers: { 'retry-after': '7' } })
  const { paraph: flaky, asked, pauses } = failing(lost, busy)
  const query = { filename: 'once.pdf', size: 0.1 }
  const { document } = await flaky.call('GET /app/get_document_upload_url', { query })
  expect(asked).toHaveLength(3)
  expect(new Set(asked.map(({ idempotency }) => idempotency)).size).toBe(1)
  expect(pauses[0]).toBeLessThan(1_000)
  expect(pauses[1]).toBeGreaterThanOrEqual(7_000)
  const { documents } = await server.owner.get<{ documents: readonly { key: string; document_name: string }[] }>('/app/documents')
  expect(documents.filter(({ document_name }) => document_name === 'once').map(({ key }) => key)).toEqual([document.document_pack_key])
  const next = failing()
  await next.paraph.call('GET /app/documents', {})
  await next.paraph.call('GET /app/documents', {})
  expect(next.asked[0]!.idempotency).not.toBe(next.asked[1]!.idempotency)
})

test('a refusal is thrown in the words of the server and is not repeated; a server that stays away is given up', async () => {
  const { paraph: asking, asked } = failing()
  const missing = asking.call('GET /app/documents/{key}', { path: { key: crypto.randomUUID() } })
  await expect(missing).rejects.toMatchObject({ status: 404, code: 'not-found', message: 'This could not be found.' })
  expect(asked).toHaveLength(1)
  const away = failing(...Array.from({ length: 8 }, () => async () => new Response('', { status: 503 })))
  await expect(away.paraph.feedPosition()).rejects.toMatchObject({ status: 503 })
  expect(away.asked).toHaveLength(8)
})

test('a reader that is killed at every entry goes on where it was, and handles each entry once', async () => {
  const begins = await paraph.feedPosition()
  const documents: string[] = []
  for (const name of ['One', 'Two', 'Three']) documents.push((await prepared(server.owner, name, ['Ada Lovelace'], [])).pack)
  // What it did and where it is, stored together.
  let stored: { readonly handled: readonly string[]; readonly at: FeedPosition } = { handled: [], at: begins }
  for (let life = 0; life < 2 * documents.length; life++) {
    for await (const { subject, at } of connect(known).feed({ after: stored.at, once: true })) {
      // Every other time before it could store anything.
      if (life % 2 === 1) stored = { handled: [...stored.handled, subject], at }
      break
    }
  }
  expect(stored.handled).toEqual(documents)
  expect(stored.at).toEqual(await paraph.feedPosition())
  for await (const entry of paraph.feed({ after: stored.at, once: true })) throw new Error(`handled twice: ${entry.id}`)
})

test('paraph tail prints the entries after a position, checked, a line each, and says what is wrong in words', async () => {
  const [first] = (await server.owner.get<{ documents: readonly { key: string; document_name: string }[] }>('/app/documents')).documents
  const tail = (argv: readonly string[], env = {}) =>
    promisify(execFile)(process.execPath, ['cli/paraph.ts', 'tail', '--url', server.url, ...argv], {
      env: { ...process.env, PARAPH_KEY: known.key, PARAPH_SECRET: known.secret, ...env },
    })
  const { stdout } = await tail(['--after', '0', '--once', '--document', first!.key])
  expect(stdout.trimEnd().split('\n')[0]).toMatch(new RegExp(`^ +\\d+  \\S+Z  document\\.created +${first!.key}  ${first!.document_name}$`))
  const { stdout: json } = await tail(['--after', '1', '--once', '--json'])
  expect(JSON.parse(json.split('\n')[0]!)).toMatchObject({ specversion: '1.0', position: 2 })
  expect((await tail(['--once'])).stdout).toBe('')
  await expect(tail(['--after', '999999', '--once'])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The feed ends at position'),
  })
  await expect(tail([], { PARAPH_SECRET: '' })).rejects.toMatchObject({
    stderr: expect.stringContaining('Set PARAPH_KEY and PARAPH_SECRET'),
  })
})

describe('a reader notices', () => {
  const among = (change: (batch: Record<string, unknown>[]) => unknown[]) => async (real: () => Promise<Response>) =>
    Response.json(change((await (await real()).json()) as Record<string, unknown>[]))
  async function readWith(change: (batch: Record<string, unknown>[]) => unknown[], after?: FeedPosition, types?: readonly string[]) {
    const { paraph: reader } = failing(among(change))
    const options = { once: true, ...(after ? { after } : {}), ...(types ? { types } : {}) }
    for await (const _ of reader.feed(options));
  }
  beforeAll(async () => {
    for (const name of ['Four', 'Five', 'Six']) await prepared(server.owner, name, ['Ada Lovelace'], [])
  })
  test('an entry that is left out, also in front of all others, and also among those that are withheld', async () => {
    const genesis = await connect(known).feed({ once: true }).next()
    const { at } = genesis.value as { at: FeedPosition }
    await expect(readWith((batch) => batch.toSpliced(1, 1))).rejects.toThrow('is not complete at position')
    await expect(readWith((batch) => batch.slice(1), at)).rejects.toThrow('is not complete at position')
    await expect(readWith((batch) => batch.toSpliced(1, 1), undefined, ['document.sealed'])).rejects.toThrow('is not complete at position')
    await readWith((batch) => batch)
    await readWith((batch) => batch, undefined, ['document.sealed'])
  })
  test('an entry whose data, type or commitment was changed', async () => {
    const changed = (change: object) => (batch: Record<string, unknown>[]) => batch.with(1, { ...batch[1], ...change })
    await expect(readWith(changed({ data: { document: {} } }))).rejects.toThrow('its data was changed')
    await expect(readWith(changed({ type: 'document.sealed' }))).rejects.toThrow('its chain does not hold')
    await expect(readWith(changed({ commitment: 'another' }), undefined, ['document.sealed'])).rejects.toThrow('its chain does not hold')
  })
})

describe('a webhook', () => {
  const body = '{"type":"document.sealed"}'
  const at = 1_800_000_000
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const hmac = (text: string) => createHmac('sha256', Buffer.alloc(32, 7)).update(text).digest('base64')
  const pair = generateKeyPairSync('ed25519')
  const publicKey = `whpk_${pair.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64')}`
  const signed = `msg_1.${at}.${body}`
  const headers = (signature: string, timestamp = `${at}`) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
  })
  const asymmetric = `v1a,${sign(null, Buffer.from(signed), pair.privateKey).toString('base64')}`
  const verified = (keys: readonly string[], given: Record<string, string>, now = at * 1_000) =>
    verifyWebhook({ keys, headers: given, body, now })

  test('is verified by its secret, by its public key, and by the second of two secrets or signatures', async () => {
    const right = { id: 'msg_1', payload: { type: 'document.sealed' } }
    expect(await verified([secret], headers(`v1,${hmac(signed)}`))).toEqual(right)
    expect(await verified([publicKey], headers(asymmetric))).toEqual(right)
    const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
    expect(await verified([other, secret], headers(`v1,AAAA ${asymmetric} v1,${hmac(signed)}`))).toEqual(right)
    expect(await verifyWebhook({ keys: [secret], headers: new Headers(headers(`v1,${hmac(signed)}`)), body, now: at * 1_000 })).toEqual(
      right,
    )
  })
  test('is refused with another signature, another kind of it, another time or none', async () => {
    await expect(verified([secret], headers(`v1,${hmac(`${signed} `)}`))).rejects.toThrow('No signature')
    await expect(verified([secret], headers(`v1a,${hmac(signed)}`))).rejects.toThrow('No signature')
    await expect(verified([publicKey], headers(asymmetric.replace('v1a', 'v1')))).rejects.toThrow('No signature')
    await expect(verified([secret], headers(`v1,${hmac(signed)}`), (at + 301) * 1_000)).rejects.toThrow('five minutes')
    await expect(verified([secret], headers(`v1,${hmac(signed)}`, `${at + 1}`))).rejects.toThrow('No signature')
    await expect(verified([secret], {})).rejects.toThrow('webhook-id is missing')
  })
})

describe('the examples lead from a file to the sealed document', () => {
  async function inFolder() {
    const folder = await mkdtemp(join(tmpdir(), 'paraph-example-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await copyFile('assets/sample.pdf', join(folder, 'lease.pdf'))
    return folder
  }
  /** Ada signs as soon as she is asked. */
  async function signed(before: ReadonlySet<string>): Promise<void> {
    const rows = await eventually(
      async () => (await server.owner.get<{ documents: readonly { key: string; status: string }[] }>('/app/documents')).documents,
      (documents) => documents.some(({ key, status }) => !before.has(key) && status === 'awaiting_signatures'),
    )
    const { key } = rows.find((one) => !before.has(one.key))!
    const { data_fields } = await server.owner.get<{ data_fields: readonly { uuid: string; signatory_uuid: string }[] }>(
      `/app/documents/${key}/get_data_fields`,
    )
    const { uuid: field, signatory_uuid: signer } = data_fields[0]!
    await signAs(server.url, await linkOf(server.owner, key, signer), key, signer, field)
  }
  const keys = async () =>
    new Set((await server.owner.get<{ documents: readonly { key: string }[] }>('/app/documents')).documents.map(({ key }) => key))

  test.each([
    ['TypeScript', process.execPath, 'first-document.ts'],
    ['Python', 'python3', 'first_document.py'],
    ['curl', 'sh', 'first-document.sh'],
  ])('in %s', async (_, program, file) => {
    const [folder, before] = [await inFolder(), await keys()]
    const env = { ...process.env, PARAPH_URL: server.url, KEY: known.key, SECRET: known.secret }
    const running = promisify(execFile)(program, [resolve('packages/client/examples', file)], { cwd: folder, env })
    await Promise.all([running, signed(before)])
    expect((await readFile(join(folder, 'lease.signed.pdf'))).subarray(0, 5).toString()).toBe('%PDF-')
  })
})
