import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HEADERS } from '#contract/envelope'
import { LIVE_MESSAGES } from '#contract/live'
import type { PackState } from '#domain/pack'
import { type TestServer, testServer } from '#tests/server'
import type { Random } from '../simulation/random.ts'
import { type Attack, attacksOn, callsIn, chanceOf, type Described, plain, type Spec } from '../support/hostile.ts'
import { listen, soon } from '../support/live-client.ts'
import { eventually, linkOf, newId, type Prepared, prepared, sent, signAs, viewOf } from '../support/prepared.ts'
import { unbounded } from '../support/unbounded.ts'

/** Of everything hostile that each call can be sent: by chance so many, or all. */
const ALL = Boolean(process.env.LONG_TESTS)
const SOME = 6
/** How often each call is asked as it should be, or nearly. */
const PLAIN = ALL ? 30 : 3
/** A bound against standing still, not a statement about speed: of its own work no call may take the program's only thread for so long. */
const STANDSTILL_MS = 5_000
/** These end what all other calls are made with: only nobody makes them, or somebody who is not needed afterwards. */
const ENDS = new Set([
  'DELETE /app/session',
  'POST /app/session',
  'POST /app/session/hand_over',
  'POST /app/session/take_back',
  'POST /app/user/end_other_sessions',
  'POST /app/accounts/{key}/remove_user_account',
])

let server: TestServer
let made: Prepared
let out: Prepared
let over: Prepared
let calls: readonly Described[]
type Headers = Record<string, string>
let callers: Readonly<Record<'owner' | 'member' | 'signer' | 'finished' | 'stranger' | 'nobody' | 'spare', Headers>>

const BOX = { x: 60, width: 120, height: 30, required: true }
const SIGNATURE = { ...BOX, type: 'signature', y: 100, height: 48, signer: 0 }
beforeAll(async () => {
  server = await testServer()
  const { owner, url } = server
  made = await prepared(
    owner,
    'In setup',
    ['Anna One', 'Ben Two'],
    [SIGNATURE, { ...BOX, type: 'text', y: 200, signer: 1 }, { ...BOX, type: 'check', y: 300, width: 20, height: 20, signer: 'self' }],
  )
  out = await sent(owner, 'Sent', ['Carla Three', 'Dan Four'], [SIGNATURE, { ...SIGNATURE, y: 200, signer: 1 }])
  over = await sent(owner, 'Signed', ['Edith Five'], [SIGNATURE])
  const signer = await server.signer(await linkOf(owner, out.pack, out.signers[0]!))
  const finished = await server.signer(await linkOf(owner, over.pack, over.signers[0]!))
  await signAs(url, await linkOf(owner, over.pack, over.signers[0]!), over.pack, over.signers[0]!, over.fields[0]!)
  await eventually(
    () => viewOf(owner, over.pack),
    ({ view }) => view.documents[0]!.sealing.state === 'sealed',
  )
  const account = async (one: typeof owner): Promise<Headers> => {
    const { csrf_token } = await one.get<{ csrf_token: string }>('/app/session')
    return { cookie: one.cookie(), [HEADERS.crossSite]: csrf_token }
  }
  const signing = ({ opened }: typeof signer): Headers => ({
    [HEADERS.session]: opened.session_token,
    [HEADERS.crossSite]: opened.csrf_token,
  })
  callers = {
    owner: { ...(await account(owner)), [HEADERS.workspace]: server.workspace },
    member: await account(await server.member('Tove')),
    signer: signing(signer),
    finished: signing(finished),
    stranger: await account(await server.stranger('Otto')),
    nobody: { [HEADERS.crossSite]: 'none' },
    spare: await account(await server.member('Greta')),
  }
  const described = callsIn((await server.raw('/openapi.json')).body as unknown as Spec)
  // What takes away what the others are asked about comes last.
  const takesAway = ({ path }: Described) => Number(/delete|remove|erase|reject/.test(path))
  calls = described.sort((one, other) => takesAway(one) - takesAway(other))
})
afterAll(() => server.close())

/** Of the program's only thread, what a request took; where Node cannot say, of all its threads. */
const cpu = () => {
  const { user, system } = (process.threadCpuUsage ?? process.cpuUsage)()
  return (user + system) / 1_000
}

/** The final file of the signed document. */
async function sealedFile() {
  const { view } = await viewOf(server.owner, over.pack)
  const { sealing } = view.documents[0]!
  if (sealing.state !== 'sealed') throw new Error('not sealed')
  return { bytes: await server.owner.bytes(`/app/serve/${sealing.file}`) }
}

test('every number, text, list and record that any call takes or answers has a bound, and so has the depth', () => {
  const without = calls.flatMap(({ method, path, parameters, body, answer }) => [
    ...parameters.flatMap(({ name, in: where, schema }) => unbounded(schema, 'asked', `${method} ${path} ${where} ${name}`)),
    ...(body ? unbounded(body, 'asked', `${method} ${path} body`) : []),
    ...(answer ? unbounded(answer, 'answered', `${method} ${path} answer`) : []),
  ])
  expect(without).toEqual([])
  expect(calls.length).toBeGreaterThan(100)
})

describe('what is not to be taken is refused in words that say what to do', () => {
  const json = { 'content-type': 'application/json' }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const deep = '['.repeat(3_000) + ']'.repeat(3_000)
  const asked = async (
    path: string,
    init: { method?: string; headers?: Headers; body?: string } = {},
    who: keyof typeof callers = 'owner',
  ) => {
    const { status, body } = await server.raw(path, { ...init, headers: { ...callers[who], ...init.headers } })
    return { status, code: body.code, message: body.message ?? '', body }
  }
  const post = (path: string, body: string, headers = json) => asked(path, { method: 'POST', headers, body })
  const cursor = (text: string) => Buffer.from(text).toString('base64url')

  test('a number beyond every history does not count down from there: it is refused, or the end is answered', async () => {
    for (const call of ['steps?from', 'moment?at']) {
      const refused = await asked(`/app/replay/${over.pack}/${call}=99999999999999&as=${over.signers[0]}`, {}, 'finished')
      expect([refused.status, refused.code]).toEqual([400, 'invalid-request'])
    }
    const { revision } = await viewOf(server.owner, over.pack)
    const end = await asked(`/app/replay/${over.pack}/steps?from=1000000000&as=${over.signers[0]}`, {}, 'finished')
    expect(end).toMatchObject({ status: 200, body: { steps: [], next: null } })
    expect((await asked(`/app/replay/${over.pack}/moment?at=1000000000`)).body).toMatchObject({ revision })
    expect((await asked('/app/documents?search_query=a&search_offset=2147483648')).status).toBe(400)
  })

  test('JSON that nests without end is not read, in a body, in a form and in the attachments of a file', async () => {
    const bodies = [
      [`/app/documents/${made.pack}/update_document`, `{"data":{"document_name":${deep}}}`, json],
      [`/app/documents/${made.pack}/update_document`, deep, json],
      [`/app/documents/${made.pack}/update_document`, `data=${encodeURIComponent(deep)}`, form],
      [
        `/app/documents/${made.pack}/add_update_data_field`,
        `{"data":[{"uuid":"${newId()}","data":{"method":"drawn","strokes":${deep}}}]}`,
        json,
      ],
      ['/app/verify', `{"file":"","disclosures":[${deep}]}`, json],
      ['/app/verify', `{"file":"","anchors":[${deep.replaceAll('[', '{"a":[').replaceAll(']', ']}')}]}`, json],
    ] as const
    for (const [path, body, headers] of bodies) {
      expect(await post(path, body, headers)).toMatchObject({
        status: 400,
        message: 'The body nests deeper than 32 levels. Send it with fewer.',
      })
    }
    // What only looks so is text.
    const text = `${'['.repeat(50)}"${'{'.repeat(50)}\\`
    expect((await post(`/app/documents/${made.pack}/update_document`, JSON.stringify({ data: { message: text } }))).status).toBe(200)
    expect((await viewOf(server.owner, made.pack)).view.settings.message).toBe(text)
  })

  test('JSON of more lists and objects than any call needs is not parsed', async () => {
    const path = `/app/documents/${made.pack}/add_update_data_field`
    const refused = { status: 400, message: 'The body holds more than 100000 lists and objects. Send fewer at a time.' }
    const lists = (count: number) => `[${'[],'.repeat(count - 2)}[]]`
    expect(await post(path, `{"data":${lists(100_001)}}`)).toMatchObject(refused)
    expect(await post(path, `data=${encodeURIComponent(lists(100_001))}`, form)).toMatchObject(refused)
    // As many as it may have are looked at, and are no fields.
    expect(await post(path, lists(100_000))).toMatchObject({ status: 400, message: expect.not.stringContaining('100000') })
  })

  test('members by which a program could be led astray are refused, however they are written and sent', async () => {
    const path = `/app/documents/${made.pack}/update_document`
    for (const body of ['{"data":{"__proto__":{"a":1}}}', '{"data":{"\\u005f_proto__":1}}', '{"data":{"constructor":{"prototype":{}}}}'])
      expect(await post(path, body)).toMatchObject({ status: 400, message: expect.stringContaining('Leave it out.') })
    const inForm = `data=${encodeURIComponent('{"__proto__":{"document_name":"Led astray"}}')}`
    expect(await post(path, inForm, form)).toMatchObject({ status: 400, message: expect.stringContaining('Leave it out.') })
    const many = Array.from({ length: 1_001 }, (_, at) => `m${at}`)
    const tooMany = { status: 400, message: 'The body has more than 1000 members. Send fewer.' }
    expect(await post(path, JSON.stringify(Object.fromEntries(many.map((name) => [name, 0]))))).toMatchObject(tooMany)
    expect(await post(path, many.map((name) => `${name}=0`).join('&'), form)).toMatchObject(tooMany)
  })

  test('times that no calendar here has, and cursors that were not made here, are refused', async () => {
    for (const time of [
      '0000-01-01T00:00:00Z',
      '9999-12-31T23:59:59-23:59',
      `2026-11-26T10:00:00.${'0'.repeat(500)}Z`,
      '2026-02-30T00:00:00Z',
    ]) {
      const inAddress = encodeURIComponent(time)
      const all = [
        await asked(`/app/notifications?last_update=${inAddress}`),
        await post('/app/notifications/mark_all_as_read', JSON.stringify({ last_update: time })),
        await asked(`/app/audit_trail/${out.pack}?since=${inAddress}`),
      ]
      expect(all.map(({ status }) => status)).toEqual([400, 400, 400])
    }
    // PostgreSQL has no such offset, and it is a time all the same.
    expect((await asked(`/app/notifications?last_update=${encodeURIComponent('2026-11-26T10:00:00+18:00')}`)).status).toBe(200)
    const crafted = [
      '2026-11-26T10:00:00.000Z ------------------------------------',
      `0000-01-01T00:00:00.000Z ${newId()}`,
      `2026-02-30T00:00:00.000Z ${newId()}`,
      '["2026-11-26T10:00:00.000Z"]',
      `+275760-09-13T00:00:00.000Z ${newId()}`,
    ]
    for (const path of ['/app/documents', '/app/search/documents', '/app/notifications']) {
      for (const text of crafted)
        expect(await asked(`${path}?cursor=${cursor(text)}`)).toMatchObject({
          status: 400,
          message: 'This cursor was not made here. Leave it out to begin at the start.',
        })
      expect((await asked(`${path}?cursor=${cursor(`2026-11-26T10:00:00.000Z ${newId()}`)}`)).status).toBe(200)
    }
  })

  test('an address that is none, a value that is given twice and a header without end are refused in the same shape', async () => {
    expect(await asked('/app/documents/%ff/view')).toMatchObject({
      status: 400,
      code: 'invalid-request',
      message: expect.stringContaining('UTF-8'),
    })
    expect(await asked(`/app/documents/${'x'.repeat(301)}/view`)).toMatchObject({ status: 404, code: 'no-such-call' })
    expect(await asked('/app/documents?limit=1&limit=2')).toMatchObject({ status: 400, code: 'invalid-request' })
    const headers = { ...json, 'idempotency-key': 'k'.repeat(201) }
    expect(await post(`/app/documents/${made.pack}/update_document`, '{"data":{}}', headers)).toMatchObject({
      status: 400,
      message: expect.stringContaining('idempotency-key'),
    })
  })

  test('proofs given with a file that say what no proof says are refused, not repeated', async () => {
    const { bytes: file } = await sealedFile()
    const event = { id: '', stream: '', revision: 0, type: 'HeadsAnchored', version: 1, data: {}, meta: {}, prev: '', hash: '' }
    const leaf = { stream: '', revision: 2 ** 53 - 1, hash: '' }
    const proof = { format: 'paraph-anchor-1', leaf, index: 0, size: 1, path: [], root: '', anchor: event, timestamp: null }
    const answer = await post('/app/verify', JSON.stringify({ file: Buffer.from(file).toString('base64'), anchors: [proof] }))
    expect(answer).toMatchObject({ status: 400, message: expect.stringContaining('not as any version of Paraph writes it') })
  })
})

test('a live message that is none is refused, and the connection goes on', async () => {
  const connection = await listen(server.url, { cookie: callers.owner.cookie! })
  try {
    const deep = JSON.parse('['.repeat(3_000) + ']'.repeat(3_000)) as unknown
    const document_key = made.pack
    const none: [string, unknown][] = Object.keys(LIVE_MESSAGES).flatMap((name) =>
      [null, [], 'text', deep].map((message) => [name, message] as [string, unknown]),
    )
    const bad = [
      ['watch_pack', { document_key, revision: 99_999_999_999_999 }],
      ['watch_pack', { document_key, revision: 0.5 }],
      ['watch_pack', { document_key: deep, revision: 0 }],
      ['watch_list', { account_key: '\u0000' }],
      ['here', { document_key, page: 2 ** 53 }],
      ['here', { document_key, page: 0, selection: Array(300).fill(document_key) }],
      ['here', { document_key, page: 0, typing: 'half \ud83d' }],
    ] as const
    for (const [name, message] of [...none, ...bad])
      expect([name, await connection.ask(name, message)]).toEqual([
        name,
        expect.objectContaining({ success: false, code: 'invalid-request' }),
      ])
    expect(await connection.watch(made.pack, 1_000_000_000)).toEqual({ success: true })
    await soon(
      () => connection.fresh,
      (fresh) => fresh.length > 0,
    )
  } finally {
    connection.socket.disconnect()
  }
})

test('whatever is asked of any call, by anybody, the answer is one in words and never a failure of the program', async () => {
  const { owner } = server
  const packs = [made, out, over].map(({ pack }) => pack)
  const keys = [made, out, over]
    .flatMap(({ pack, document, signers, fields }) => [pack, document, ...signers, ...fields])
    .concat(server.workspace, newId())
  const known = {
    keys,
    keyFor(path: string, chance: Random) {
      if (path.includes('/documents/{key}') && chance.happens(0.8)) return chance.pick(packs)
      return path.includes('/accounts/{key}') && chance.happens(0.9) ? server.workspace : chance.pick(keys)
    },
  }
  const failures: string[] = []
  const statuses = new Map<number, number>()
  for (const call of calls) {
    const chance = chanceOf(call)
    const attacks = attacksOn(call)
    const chosen = ALL ? attacks : Array.from({ length: SOME }, () => chance.pick(attacks))
    for (const attack of [...Array(PLAIN).fill(plain(call)), ...chosen] as readonly Attack[]) {
      const who = ENDS.has(`${call.method} ${call.path}`)
        ? chance.pick(['nobody', 'spare'] as const)
        : chance.pick(['owner', 'owner', 'owner', 'member', 'signer', 'signer', 'finished', 'stranger', 'nobody'] as const)
      const { path, headers, body } = attack(known, chance)
      const before = cpu()
      const { status, body: answer } = await server.raw(path, {
        method: call.method,
        headers: { ...callers[who], ...headers },
        ...(body === undefined ? {} : { body }),
      })
      const took = cpu() - before
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      const isInWords = status < 400 || /^\p{Lu}.{9,}/su.test(answer.message ?? '')
      if (status >= 500 || took > STANDSTILL_MS || !isInWords) {
        const asked = `${call.method} ${path.slice(0, 400)} ${JSON.stringify(headers).slice(0, 200)} ${String(body ?? '').slice(0, 400)}`
        failures.push(`${who}: ${asked} → ${status} ${answer.code} ${answer.message} after ${Math.round(took)} ms`)
      }
    }
  }
  expect(failures).toEqual([])
  // Not only refused.
  expect(statuses.get(200)).toBeGreaterThan(calls.length)
  expect((await server.raw('/health')).body.success).toBe(true)
  const after = await sent(owner, 'After all that', ['Flora Six'], [SIGNATURE])
  await eventually(
    () => owner.get<{ documents: readonly { key: string }[] }>('/app/documents'),
    ({ documents }) => documents.some(({ key }) => key === after.pack),
  )
  for (const pack of packs) {
    const view = await server.raw(`/app/documents/${pack}/view`, { headers: callers.owner })
    if (view.status !== 200) continue
    // Of what is in setup there is no trail yet.
    const { status } = await server.raw(`/app/audit_trail/${pack}`, { headers: callers.owner })
    expect(status).toBe((view.body.view as PackState).status === 'setup' ? 403 : 200)
  }
}, 300_000)
