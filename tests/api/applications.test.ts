import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HEADERS } from '#contract/envelope'
import { PERMISSIONS } from '#domain/workspace'
import { refusalOf, type TestServer, testServer } from '#tests/server'
import { type Client, client } from '../../cli/demo/client.ts'
import { listen } from '../support/live-client.ts'
import { eventually, newId, prepared, viewOf } from '../support/prepared.ts'

/** Where every call is sent again for its lost answer, more of them are counted. */
const counting = test.skipIf(Boolean(process.env.ANSWERS_LOST))

let server: TestServer
let other: Client
beforeAll(async () => {
  server = await testServer({ limits: { application: 40 } })
  other = await server.stranger('Otto')
})
afterAll(() => server.close())

interface Row {
  readonly key: string
  readonly name: string
  readonly permissions: readonly string[]
  readonly owner: { readonly key: string; readonly full_name: string }
  readonly can_be_changed: boolean
  readonly client_secret?: string
}
const AT = '/app/applications/'
const ALL = [...PERMISSIONS]
const listed = async (of: Client) => (await of.get<{ applications: readonly Row[] }>(AT)).applications
const made = async (of: Client, name: string, permissions: readonly string[] = ALL) =>
  (await of.post<{ application: Row }>(AT, { data: { name, permissions } })).application
/** PUT with a body, which the client of the tests has for files alone. */
async function change(of: Client, key: string, data: object, query = '') {
  const { csrf_token } = await of.get<{ csrf_token: string }>('/app/session')
  const headers = { cookie: of.cookie(), [HEADERS.crossSite]: csrf_token, 'content-type': 'application/json' }
  return server.raw(`${AT}${key}${query}`, { method: 'PUT', headers, body: JSON.stringify({ data }) })
}
const basic = (key: string, secret: string) => `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`
const as = (authorization: string): Client => {
  const program = client(server.url)
  program.remember({ authorization })
  return program
}
const byBasic = ({ key, client_secret }: Row) => as(basic(key, client_secret!))
const ask = (authorization: string) => server.raw('/app/documents', { headers: { authorization } })
const tokenFor = (body: Record<string, string>, headers: Record<string, string> = {}) =>
  server.raw('/app/oauth/token', { method: 'POST', headers, body: new URLSearchParams(body) })
const bearerOf = async ({ key, client_secret }: Row) => {
  const { body } = await tokenFor({ grant_type: 'client_credentials', client_id: key, client_secret: client_secret! })
  return String(body.access_token)
}

test('[W-011 W-086 W-237 W-238] an application has a key, a name and a secret of 256 random bits, which is shown once', async () => {
  const first = await made(server.owner, 'Intake')
  expect(first.client_secret).toMatch(/^paraph_secret_[A-Za-z0-9_-]{43}$/)
  const second = await made(server.owner, 'Intake')
  expect(second.client_secret).not.toBe(first.client_secret)
  const rows = await listed(server.owner)
  expect(rows.map(({ key, name }) => ({ key, name }))).toEqual([first, second].map(({ key }) => ({ key, name: 'Intake' })))
  expect(JSON.stringify(rows)).not.toContain('client_secret')
  expect((await ask(basic(first.key, first.client_secret!))).status).toBe(200)
})

test('[W-239 W-240] the name is changed and the secret stays, until it is refreshed', async () => {
  const { key, client_secret } = await made(server.owner, 'Before')
  const renamed = await change(server.owner, key, { name: 'After' })
  expect(renamed.body).toMatchObject({ success: true, application: { name: 'After' } })
  expect(renamed.body.application).not.toHaveProperty('client_secret')
  expect((await change(server.owner, key, {}, '?refresh_secret=false')).body.application).not.toHaveProperty('client_secret')
  expect((await ask(basic(key, client_secret!))).status).toBe(200)
  expect(await change(server.owner, key, { name: ' ' })).toMatchObject({ status: 400, body: { code: 'application-name-required' } })
  const refreshed = (await change(server.owner, key, {}, '?refresh_secret=true')).body.application as Row
  expect(refreshed.name).toBe('After')
  expect((await ask(basic(key, refreshed.client_secret!))).status).toBe(200)
  expect((await ask(basic(key, client_secret!))).status).toBe(401)
})

test('[W-087] a refreshed secret works, and the former one and its token do not, at once', async () => {
  const row = await made(server.owner, 'Refreshed')
  const bearer = `Bearer ${await bearerOf(row)}`
  expect((await ask(bearer)).status).toBe(200)
  const { body } = await change(server.owner, row.key, {}, '?refresh_secret=true')
  const { client_secret } = body.application as Row
  expect((await ask(basic(row.key, client_secret!))).status).toBe(200)
  expect(await ask(basic(row.key, row.client_secret!))).toMatchObject({ status: 401, body: { code: 'application-unknown' } })
  expect(await ask(bearer)).toMatchObject({ status: 401, body: { code: 'application-unknown' } })
})

test('[W-241] a deleted application is let in no more, its live connections are cut, and deleting it again is done', async () => {
  const row = await made(server.owner, 'Deleted')
  const bearer = await bearerOf(row)
  const live = await listen(server.url, { session: bearer })
  expect((await live.ask('watch_list', { account_key: server.workspace })).success).toBe(true)
  await server.owner.delete(AT + row.key)
  expect((await ask(basic(row.key, row.client_secret!))).status).toBe(401)
  expect((await ask(`Bearer ${bearer}`)).status).toBe(401)
  expect((await tokenFor({ grant_type: 'client_credentials' }, { authorization: basic(row.key, row.client_secret!) })).status).toBe(401)
  await eventually(
    async () => live.socket.connected,
    (connected) => !connected,
  )
  await server.owner.delete(AT + row.key)
  expect((await listed(server.owner)).some(({ key }) => key === row.key)).toBe(false)
  expect(await change(server.owner, row.key, { name: 'Back' })).toMatchObject({ status: 410, body: { code: 'application-missing' } })
})

test('a request that is held up while its application is deleted is answered as refused, and appends nothing', async () => {
  const row = await made(server.owner, 'Held up')
  const { pack } = await prepared(server.owner, 'Untouched', ['Ada Lovelace'], [])
  const before = await viewOf(server.owner, pack)
  const { pool } = server.application.foundation
  const holding = await pool.connect()
  await holding.query('BEGIN')
  await holding.query('LOCK TABLE file IN ACCESS EXCLUSIVE MODE')
  // Let in, and on its way to one more document of the pack, for which it first reserves the place of a file.
  const query = new URLSearchParams({ filename: 'late.pdf', size: '1', document_pack_key: pack })
  const held = server.raw(`/app/get_document_upload_url?${query}`, { headers: { authorization: basic(row.key, row.client_secret!) } })
  await eventually(
    () => pool.query(`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%INSERT INTO file %'`),
    ({ rows }) => rows.length > 0,
  )
  await server.owner.delete(AT + row.key)
  await holding.query('ROLLBACK')
  holding.release()
  expect(await held).toMatchObject({ status: 401, body: { success: false, code: 'application-unknown' } })
  expect(await viewOf(server.owner, pack)).toEqual(before)
})

describe('who an application is', () => {
  counting('is distinguished from one whose secret differs in one character, and wrong secrets are counted', async () => {
    const { key, client_secret } = await made(server.owner, 'Guessed')
    const last = client_secret!.at(-1) === 'A' ? 'B' : 'A'
    const wrong = client_secret!.slice(0, -1) + last
    const answers = []
    for (let attempt = 0; attempt < 11; attempt++) answers.push(await ask(basic(key, wrong)))
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429])
    expect(answers[0]!.headers.get('www-authenticate')).toMatch(/^Bearer /)
    expect(answers[10]!.headers.get('retry-after')).toBe('900')
    // Nobody locks it out by guessing.
    expect((await ask(basic(key, client_secret!))).status).toBe(200)
  })

  test('stands in the history of what it does, with its name, and what it makes belongs to who holds its secret', async () => {
    const row = await made(server.owner, 'The importer')
    const program = byBasic(row)
    const { pack } = await prepared(program, 'Made by a program', ['Ada Lovelace'], [])
    await program.post(`/app/documents/${pack}/update_document`, { data: { subject: 'From a program' } })
    const { handler } = server.application.services
    const { pack: aggregate, streamOfPack } = await import('#domain/pack')
    const actors = (await handler.history(streamOfPack(pack), aggregate)).map(({ meta }) => meta.actor)
    expect(actors).toContainEqual({ capacity: 'application', principal: `application:${row.key}`, proof: 'secret' })
    const { state } = await handler.load(streamOfPack(pack), aggregate)
    expect(state.creator).toBe(row.owner.key)
    const { people } = await server.owner.get<{ people: Record<string, string> }>(`/app/documents/${pack}/view`)
    expect(people[`application:${row.key}`]).toBe('The importer')
  })

  test('has the permissions that were chosen, never more than its owner, and none of another workspace', async () => {
    const member = await server.member('Nora')
    expect(await refusalOf(made(member, 'Too much', ['can_manage_account']))).toMatchObject({
      status: 403,
      code: 'application-permission-beyond',
    })
    const bare = byBasic(await made(member, 'Bare', []))
    const upload = '/app/get_document_upload_url?filename=a.pdf&size=1'
    expect(await refusalOf(bare.get(upload))).toMatchObject({ status: 403, code: 'not-permitted' })
    await byBasic(await made(member, 'Uploads', ['can_upload_documents'])).get(upload)
    const abroad = byBasic(await made(other, 'Abroad'))
    const { pack } = await prepared(server.owner, 'Ours', ['Ada Lovelace'], [])
    expect(await refusalOf(abroad.get(`/app/documents/${pack}`))).toMatchObject({ status: 404 })
    abroad.remember({ [HEADERS.workspace]: server.workspace })
    expect(await refusalOf(abroad.get('/app/documents'))).toMatchObject({ status: 403, code: 'not-a-member' })
  })

  test('works on under its secret when its owner leaves: it is taken over, without a moment in which nobody has it', async () => {
    const leaving = await server.member('Lena')
    const row = await made(leaving, 'Left behind', ['can_upload_documents'])
    const { user_accounts } = await server.owner.get<{ user_accounts: readonly { key: string; user: { full_name: string } }[] }>(
      `/app/accounts/${server.workspace}/user_accounts`,
    )
    const { key } = user_accounts.find(({ user }) => user.full_name === 'Lena Tester')!
    await server.owner.post(`/app/accounts/${server.workspace}/remove_user_account`, { data: { user_account_key: key } })
    const taken = await eventually(
      () => listed(server.owner),
      (rows) => rows.find((one) => one.key === row.key)?.owner.full_name.startsWith('Mira') === true,
    )
    expect(taken.find((one) => one.key === row.key)).toMatchObject({ name: 'Left behind', can_be_changed: true })
    expect((await ask(basic(row.key, row.client_secret!))).status).toBe(200)
    const { body } = await change(server.owner, row.key, { refresh_secret: true })
    expect((await ask(basic(row.key, row.client_secret!))).status).toBe(401)
    expect((await ask(basic(row.key, (body.application as Row).client_secret!))).status).toBe(200)
  })

  test('is no person: what only a person has is refused in words', async () => {
    const program = byBasic(await made(server.owner, 'No person'))
    const words = { status: 403, code: 'not-for-applications', message: 'Only a person may do this. Log in with an account instead.' }
    for (const path of ['/app/user', '/app/user/sessions', '/app/user/signatures', '/app/notifications', AT])
      expect(await refusalOf(program.get(path))).toEqual(words)
    expect(await refusalOf(program.post(AT, { data: { name: 'A child' } }))).toEqual(words)
  })

  test('is believed from no page of a browser, which may send a password that it kept along for another site', async () => {
    const { key, client_secret } = await made(server.owner, 'In a browser')
    const send = (headers: Record<string, string>) =>
      server.raw('/app/bulk_actions/document_actions/copy_multiple_documents', {
        method: 'POST',
        headers: { authorization: basic(key, client_secret!), 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ document_keys: [] }),
      })
    expect((await send({})).status).not.toBe(403)
    expect(await send({ 'sec-fetch-site': 'cross-site' })).toMatchObject({ status: 403, body: { code: 'cross-site' } })
    expect(await send({ origin: server.url })).toMatchObject({ status: 403, body: { code: 'cross-site' } })
  })

  counting('has a limit of its own, whichever of its tokens it asks with', async () => {
    const row = await made(server.owner, 'Busy')
    const shown = [basic(row.key, row.client_secret!), `Bearer ${await bearerOf(row)}`]
    for (const authorization of shown) await ask(authorization)
    const answers = await Promise.all(Array.from({ length: 42 }, (_, at) => ask(shown[at % 2]!)))
    const refused = answers.find(({ status }) => status === 429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(40)
    expect((await ask(basic((await made(server.owner, 'Quiet')).key, 'wrong'))).status).toBe(401)
  })
})

describe('an access token', () => {
  test('is given for key and secret in the header or in the body, for one hour', async () => {
    const { key, client_secret } = await made(server.owner, 'Tokens')
    const encoded = basic(encodeURIComponent(key), encodeURIComponent(client_secret!))
    for (const [body, headers] of [
      [{ client_id: key, client_secret: client_secret! }, {}],
      [{}, { authorization: encoded }],
    ] as const) {
      const answer = await tokenFor({ grant_type: 'client_credentials', ...body }, headers)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.body).toEqual({
        success: true,
        access_token: expect.stringMatching(/^paraph_bearer_[A-Za-z0-9_-]{43}$/),
        token_type: 'Bearer',
        expires_in: 3600,
      })
      expect((await ask(`Bearer ${answer.body.access_token}`)).status).toBe(200)
    }
  })

  test('is refused with the errors of RFC 6749', async () => {
    const { key, client_secret } = await made(server.owner, 'Errors')
    const grant_type = 'client_credentials'
    const errorOf = async (...asked: Parameters<typeof tokenFor>) => {
      const { status, body } = await tokenFor(...asked)
      return [status, body.error]
    }
    expect(await errorOf({ client_id: key, client_secret: client_secret! })).toEqual([400, 'invalid_request'])
    expect(await errorOf({ grant_type: 'password', client_id: key, client_secret: client_secret! })).toEqual([
      400,
      'unsupported_grant_type',
    ])
    expect(await errorOf({ grant_type })).toEqual([401, 'invalid_client'])
    expect(await errorOf({ grant_type, client_id: key, client_secret: 'wrong' })).toEqual([401, 'invalid_client'])
    const wrong = await tokenFor({ grant_type }, { authorization: basic(key, 'wrong') })
    expect([wrong.status, wrong.body.error, wrong.headers.get('www-authenticate')]).toEqual([401, 'invalid_client', 'Basic realm="Paraph"'])
    expect(await errorOf({ grant_type, client_secret: client_secret! }, { authorization: basic(key, client_secret!) })).toEqual([
      400,
      'invalid_request',
    ])
  })
})

test('[W-212] a member manages their own applications and an administrator all of them; the others are seen and stay as they are', async () => {
  const [ines, juno] = [await server.member('Ines'), await server.member('Juno')]
  const { key } = await made(ines, 'Of Ines', [])
  expect((await listed(juno)).find((row) => row.key === key)).toMatchObject({ name: 'Of Ines', can_be_changed: false })
  expect(await change(juno, key, { refresh_secret: true })).toMatchObject({ status: 403, body: { code: 'application-of-another' } })
  expect(await refusalOf(juno.delete(AT + key))).toMatchObject({ status: 403, code: 'application-of-another' })
  expect((await change(server.owner, key, { name: 'Of the team' })).status).toBe(200)
  const call = (permissions: readonly string[]) => ({ as: 'team', user: newId(), permissions: new Set(permissions) }) as const
  const { applications, mayBrowseApplications } = await import('#domain/applications')
  const command = { do: 'CreateApplication', application: key, owner: key, name: 'x', permissions: [], secret: 'x' } as const
  expect(applications.permits(command, applications.initial, call([]), '')).toEqual({ refused: 'application-not-permitted' })
  expect(applications.permits(command, applications.initial, call(['can_view_api_details']), '')).toBeNull()
  expect(mayBrowseApplications(call(['can_manage_account']))).toBe(false)
})
