import { readdir, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createServer, type Server } from '#command-api'
import { HEADERS } from '#contract/envelope'
import type { EventMeta, Fact, FactCodec } from '#domain/kernel'
import { encodeEvent, OWN_SUBJECT } from '#platform/event-codec'
import { refusalOf, type TestServer, testServer } from '#tests/server'
import { isOut, listen } from '../support/live-client.ts'
import { linkOf, newId, prepared, sent, viewOf } from '../support/prepared.ts'
import { type SlowBody, slowBody } from '../support/slow-bodies.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const json = { 'content-type': 'application/json' }
const FIELD = { type: 'text', x: 40, y: 40, width: 120, height: 24, signer: 0 }

describe('the edge', () => {
  test('[S-239] a change without the cross-site header is refused, with a wrong one too, and also where it is a GET', async () => {
    const { pack } = await prepared(server.owner, 'Guarded', [], [])
    const session = await loggedIn()
    const attempts = [
      ['POST', `/app/documents/${pack}/update_document`, {}],
      ['POST', `/app/documents/${pack}/update_document`, { 'x-csrf-token': 'made up' }],
      ['GET', `/app/documents/${pack}/delete_document`, {}],
      ['GET', '/app/get_document_upload_url?filename=a.pdf&size=1', {}],
      ['DELETE', '/app/session', {}],
    ] as const
    for (const [method, path, headers] of attempts) {
      const body = method === 'POST' ? { body: '{"data":{"document_name":"Taken over"}}' } : {}
      const { status, body: answer } = await server.raw(path, { method, headers: { ...json, ...headers, cookie: session }, ...body })
      expect([path, status, answer.code]).toEqual([path, 403, 'cross-site'])
    }
    const { document } = await server.owner.get<{ document: { document_name: string; is_deleted: boolean } }>(`/app/documents/${pack}`)
    expect(document).toMatchObject({ document_name: 'Guarded', is_deleted: false })
  })

  test('before there is a session, a change needs the header to be there at all', async () => {
    const login = { method: 'POST', body: JSON.stringify({ email_address: 'mira@example.com', password: 'wrong' }) }
    expect((await server.raw('/app/session', { ...login, headers: json })).body.code).toBe('cross-site')
    expect((await server.raw('/app/session', { ...login, headers: { ...json, 'x-csrf-token': 'none' } })).body.code).toBe('login-failed')
  })

  test('[D-005 S-274] without a session nothing is prepared, and the answer says so', async () => {
    for (const path of ['/app/documents', '/app/user', '/app/outbox', `/app/documents/${newId()}`]) {
      const { status, body } = await server.raw(path)
      expect([path, status, body.success, body.code]).toEqual([path, 401, false, 'not-logged-in'])
    }
    const { status, body } = await server.raw('/app/documents', { headers: { cookie: 'paraph_session=made-up' } })
    expect([status, body.code]).toEqual([401, 'session-ended'])
  })

  test('[S-006 S-008 S-122 S-276] the logged-in user is answered with all their workspaces, and what they may do in each', async () => {
    const { user } = await server.owner.get<{ user: Record<string, unknown> }>('/app/user')
    expect(user).toMatchObject({
      ...{ key: expect.any(String), full_name: 'Mira Castell', default_user_account_key: server.workspace, external_user_code: null },
      ...{ verified: false, has_accepted_terms: true, request_password: false, force_navigate_to_2_step_authentication_setup: false },
    })
    const session = await server.owner.get<{ user: object }>('/app/session')
    expect(user).toMatchObject(session.user)
    const who = { user: String(user.key) }
    const { members } = server.application.services
    const made = await members.create({ name: 'Otter & Sons' }, who, { correlation: 'test', causation: 'test' })
    if ('refused' in made) throw new Error(made.refused)
    type Team = {
      key: string
      account_key: string
      account_name: string
      is_admin: boolean
      is_personal_account: boolean
      permissions: Flags
    }
    type Flags = Record<'document_permissions' | 'user_profile_permissions', Record<string, boolean>>
    const teams = async (of = server.owner) => (await of.get<{ user_accounts: readonly Team[] }>('/app/user/user_accounts')).user_accounts
    expect(await teams()).toMatchObject([
      { key: server.workspace, account_key: server.workspace, is_admin: true, is_personal_account: false },
      { account_name: 'Personal workspace', is_admin: true, is_personal_account: true },
      { key: made.workspace, account_name: 'Otter & Sons', is_admin: true },
    ])
    const member = await server.member('Tove')
    const [team] = await teams(member)
    expect(team!.permissions).toMatchObject({
      document_permissions: { can_delete_documents: true, can_delete_other_users_documents: false },
      user_profile_permissions: { can_browse: true, can_manage_account: false },
    })
    expect((await member.get<{ user: object }>('/app/user')).user).toMatchObject({ verified: true })
  })

  test('[S-238 S-278 S-279] whether somebody is logged in is answered with the way to the login, before either page of administration', async () => {
    for (const path of ['/app/management/ensure_logged_in', '/app/admin_sms_sender/ensure_logged_in']) {
      expect((await server.raw(path)).body).toEqual({ success: false, code: 'not-logged-in', message: 'Please log in.', redirect: '/' })
      expect(await server.owner.get(path)).toEqual({ success: true })
    }
  })

  test('[S-240] each request is known by the session token in its own headers: a signer’s in one of its own, an account holder’s as a cookie', async () => {
    const { pack, signers } = await sent(server.owner, 'Whose request', ['Ada Lovelace'], [FIELD])
    const { opened } = await server.signer(await linkOf(server.owner, pack, signers[0]!))
    const path = `/app/documents/${pack}/view`
    const asked = async (headers: Record<string, string>) => {
      const { status, body } = await server.raw(path, { headers })
      return [status, body.code]
    }
    expect(await asked({ [HEADERS.session]: opened.session_token })).toEqual([200, undefined])
    expect(await asked({ cookie: await loggedIn() })).toEqual([200, undefined])
    // That somebody was known a moment ago is worth nothing.
    expect(await asked({})).toEqual([401, 'not-logged-in'])
    expect(await asked({ [HEADERS.session]: `${opened.session_token}0` })).toEqual([401, 'session-ended'])
  })

  test('a session that is left ends however it was presented, and its live connections with it: next to another one in the header, behind another cookie', async () => {
    await server.member('Leaves')
    await server.member('Forgets')
    const credentials = { email_address: 'leaves@example.com', password: 'correct horse battery' }
    const post = (path: string, body: object, headers: Record<string, string>) =>
      server.raw(path, { method: 'POST', headers: { ...json, [HEADERS.crossSite]: 'none', ...headers }, body: JSON.stringify(body) })
    const enter = async (headers: Record<string, string> = {}) => {
      const answer = await post('/app/session', credentials, headers)
      return answer.headers.get('set-cookie')!.split(';')[0]!
    }
    const opens = async (cookie: string) => (await server.raw('/app/user', { headers: { cookie } })).status
    const crossSiteOf = async (cookie: string) => (await server.raw('/app/session', { headers: { cookie } })).body.csrf_token as string

    for (const presented of [
      (cookie: string) => ({ cookie, [HEADERS.session]: 'made-up' }),
      (cookie: string) => ({ cookie: `paraph_session=made-up; ${cookie}` }),
    ]) {
      const old = await enter()
      expect(await opens(old)).toBe(200)
      const live = await listen(server.url, { cookie: old })
      const next = await enter(presented(old))
      expect([await opens(old), await opens(next)]).toEqual([401, 200])
      await isOut(live)
      // By the link of somebody else, whose other sessions end with the password.
      const token = await server.application.services.accounts.makeResetToken('forgets@example.com')
      expect((await post(`/app/password_resets/${token}`, { password: 'correct horse battery' }, presented(next))).status).toBe(200)
      expect(await opens(next)).toBe(401)
    }

    const [cookie, other] = [await enter(), await enter()]
    const both = { cookie, [HEADERS.session]: other.split('=')[1]!, [HEADERS.crossSite]: await crossSiteOf(other) }
    expect((await server.raw('/app/session', { method: 'DELETE', headers: both })).status).toBe(200)
    expect([await opens(cookie), await opens(other)]).toEqual([401, 401])
  })

  test('[W-278] whatever fails of a call about a workspace, it answers success false with words', async () => {
    const stranger = await server.stranger('Edith')
    const { paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as { paths: Record<string, Record<string, object>> }
    const calls = Object.entries(paths).flatMap(([path, methods]) =>
      path.startsWith('/app/accounts/')
        ? Object.keys(methods).map((method) => [method, path.replace('{key}', server.workspace)] as const)
        : [],
    )
    expect(calls.length).toBeGreaterThan(8)
    const inWords = { success: false, code: expect.any(String), message: expect.stringMatching(/\w+ \w+/) }
    const { csrf_token } = await stranger.get<{ csrf_token: string }>('/app/session')
    const known = { cookie: stranger.cookie(), [HEADERS.crossSite]: csrf_token }
    for (const [method, path] of calls) {
      const body = method === 'get' ? {} : { body: '{"data":{}}' }
      for (const headers of [json, { ...json, ...known }]) {
        const answer = await server.raw(path, { method: method.toUpperCase(), headers, ...body })
        expect([method, path, answer.status >= 400, answer.body]).toEqual([method, path, true, expect.objectContaining(inWords)])
      }
    }
    const broken = vi.spyOn(server.application.services.members, 'page').mockRejectedValue(new Error('relation "members" is gone'))
    const answer = await asOwner(`/app/accounts/${server.workspace}/user_accounts`, undefined, undefined, undefined, 'GET')
    broken.mockRestore()
    expect([answer.status, answer.body]).toEqual([500, inWords])
    expect(JSON.stringify(answer.body)).not.toContain('relation')
  })

  test('mistakes in a request are explained without repeating its content', async () => {
    const { pack } = await prepared(server.owner, 'Words', [], [])
    const { status, body } = await asOwner(`/app/documents/${pack}/add_update_data_field`, [{ uuid: 'secret-value', x: 'far' }])
    expect(status).toBe(400)
    expect(body.message).toMatch(/data\.0\.uuid/)
    expect(body.message).toMatch(/data\.0\.x/)
    expect(JSON.stringify(body)).not.toContain('secret-value')
    const short = await server.raw('/app/first_account', {
      method: 'POST',
      headers: { ...json, 'x-csrf-token': 'none' },
      body: JSON.stringify({ first_name: 'A', last_name: 'B', email_address: 'a@example.com', password: 'abc' }),
    })
    expect(short.body.message).toBe('Please enter a password at least 5 characters long')
  })

  test('10 MB of JSON are refused as too large, broken JSON as broken', async () => {
    const { pack } = await prepared(server.owner, 'Large', [], [])
    const large = await asOwner(`/app/documents/${pack}/update_document`, { message: 'x'.repeat(10_000_000) })
    expect([large.status, large.body.success, large.body.code]).toEqual([413, false, 'too-large'])
    const broken = await asOwner(`/app/documents/${pack}/update_document`, undefined, '{"data": {')
    expect([broken.status, broken.body.success, broken.body.message]).toEqual([400, false, 'The body is not JSON.'])
  })

  test('[D-475] a form field holding JSON, a JSON body with data and the record itself are taken alike', async () => {
    const { pack } = await prepared(server.owner, 'Forms', [], [])
    const name = async () =>
      (await server.owner.get<{ document: { document_name: string } }>(`/app/documents/${pack}`)).document.document_name
    await asOwner(`/app/documents/${pack}/update_document`, { document_name: 'In data' })
    expect(await name()).toBe('In data')
    await asOwner(`/app/documents/${pack}/update_document`, undefined, JSON.stringify({ document_name: 'By itself' }))
    expect(await name()).toBe('By itself')
    const form = new URLSearchParams({ data: JSON.stringify({ document_name: 'In a form' }) }).toString()
    await asOwner(`/app/documents/${pack}/update_document`, undefined, form, 'application/x-www-form-urlencoded')
    expect(await name()).toBe('In a form')
  })

  test('what no key and no search can be is refused in words, and is no error of the server', async () => {
    const { pack } = await prepared(server.owner, 'Asked for oddly', [], [])
    const asked = ['/app/documents/a%00b', '/app/serve/a%00b', '/app/documents?search_query=a%00b', `/app/replay/${pack}%00/steps`]
    for (const path of asked) {
      expect([path, await refusalOf(server.owner.get(path))]).toMatchObject([
        path,
        { status: 400, message: expect.stringContaining('U+0000') },
      ])
    }
    expect(await refusalOf(server.owner.post('/app/notifications/no-key', {}))).toMatchObject({ status: 400, code: 'invalid-request' })
  })

  test('an unknown call and an unknown key look like nothing else', async () => {
    expect((await server.raw('/app/no_such_call')).body).toMatchObject({ success: false, code: 'no-such-call' })
    for (const key of [newId(), 'not-a-key', '%2e%2e%2fetc']) {
      const { status, body } = await asOwner(`/app/documents/${key}`, undefined, undefined, undefined, 'GET')
      expect([key, status, body.code]).toEqual([key, 404, 'not-found'])
    }
  })

  test('every answer carries the strict headers and the version', async () => {
    for (const path of ['/app/session', '/app/no_such_call', '/']) {
      const { headers } = await server.raw(path)
      expect(headers.get('content-security-policy')).toMatch(/default-src 'self'.*frame-ancestors 'none'/)
      expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*'unsafe-(inline|eval)/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('current_app_version')).toMatch(/^\d+\.\d+\.\d+$/)
    }
  })

  test('the calls describe themselves, for programs and for people', async () => {
    const spec = (await server.raw('/openapi.json')).body as unknown as { paths: Record<string, object> }
    expect(Object.keys(spec.paths)).toEqual(
      expect.arrayContaining(['/app/documents/{key}/add_update_data_field', '/app/signing_sessions', '/app/audit_trail/{key}']),
    )
    const page = await fetch(`${server.url}/docs`)
    expect(page.headers.get('content-type')).toMatch(/^text\/html/)
    const html = await page.text()
    expect(html).toContain('/app/documents/{key}/update_document')
    expect(html).not.toContain('<script')
  })

  test('health says that all is well to everybody, and how each dependency is to operators alone', async () => {
    const { healthToken } = server.application.foundation.secrets
    for (const headers of [{}, { cookie: server.owner.cookie() }, { authorization: 'Bearer made-up' }, { authorization: healthToken }])
      expect(await server.raw('/health', { headers })).toMatchObject({ status: 200, body: { success: true, status: 'ok' } })
    expect((await server.raw('/health', { headers: { cookie: server.owner.cookie() } })).body).toEqual({ success: true, status: 'ok' })
    const { status, body } = await server.raw('/health', { headers: { authorization: `Bearer ${healthToken}` } })
    expect([status, body.success]).toEqual([200, true])
    expect(body.dependencies).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'database', ok: true, words: expect.stringMatching(/PostgreSQL \d+/) }),
        expect.objectContaining({ name: 'disk', words: expect.stringMatching(/\d+ MB/) }),
      ]),
    )
  })
})

describe('what browsers may keep', () => {
  const DATA_REVALIDATED = [
    '/documents/{key}/get_blob_as_image',
    '/app/serve/{key}',
    '/app/serve_image/{key}',
    '/app/serve_data_field_blob/{key}/{field}',
  ]

  /** Keys by which every call that reads finds something, as far as one document can have it. */
  async function readable() {
    const { pack, document, fields } = await prepared(server.owner, 'Not to be kept', ['Ada Lovelace'], [FIELD])
    const { view } = await viewOf(server.owner, pack)
    const { conversion } = view.documents[0]!
    const file = conversion.state === 'converted' ? conversion.file : ''
    const path = (of: string) =>
      of
        .replace(/^(\/app\/serve\w*\/){key}$/, `$1${file}`)
        .replace(/^\/app\/accounts\/{key}/, `/app/accounts/${server.workspace}`)
        .replace('{key}', pack)
        .replace('{field}', fields[0]!)
        .replace(/{\w+}/g, newId())
    return { pack, document, file, path }
  }

  test('no answer to any call that reads is kept, but for page images and files, which are asked for again', async () => {
    const { path } = await readable()
    const { paths } = (await server.raw('/openapi.json')).body as unknown as { paths: Record<string, Record<string, unknown>> }
    const reads = Object.keys(paths).filter((of) => 'get' in paths[of]!)
    expect(reads.length).toBeGreaterThan(60)
    const cookie = await loggedIn()
    const found: Record<string, unknown> = {}
    for (const of of reads) {
      const { status, headers } = await server.raw(path(of), { headers: { cookie } })
      found[of] = headers.get('cache-control')
      if (found[of] === 'no-store') continue
      expect([of, status, headers.get('vary'), headers.get('etag')]).toEqual([
        of,
        200,
        'Cookie, x-session-token',
        expect.stringMatching(/^"[^"]+"$/),
      ])
    }
    const expected = reads.map((of) => [of, DATA_REVALIDATED.slice(0, 3).includes(of) ? 'private, no-cache' : 'no-store'])
    expect(found).toEqual(Object.fromEntries(expected))
  })

  test('what changes something, what is refused and what is not there is kept by nobody', async () => {
    const { pack } = await readable()
    const answers = [
      await asOwner(`/app/documents/${pack}/update_document`, { document_name: 'Saved' }),
      await asOwner(`/app/documents/${pack}/update_document`, { document_name: 7 }),
      await server.raw(`/app/documents/${pack}`),
      await server.raw(`/documents/${newId()}/get_blob_as_image`, { headers: { cookie: await loggedIn() } }),
      await server.raw('/app/no_such_call'),
      await server.raw('/password/a-token'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 401, 404, 404, 302])
    for (const { headers } of answers) expect(headers.get('cache-control')).toBe('no-store')
  })

  test('a copy of a page or a file is confirmed to those only who may still see it', async () => {
    const { document, file } = await readable()
    const [cookie, stranger] = [await loggedIn(), (await server.stranger('Odile')).cookie()]
    for (const path of [`/documents/${document}/get_blob_as_image`, `/app/serve/${file}`]) {
      const ask = (headers: Record<string, string>) => server.raw(path, { headers })
      const etag = (await ask({ cookie })).headers.get('etag')!
      const statuses = []
      for (const headers of [{ cookie }, { cookie, 'if-none-match': etag }, { cookie, 'if-none-match': `W/"else", W/${etag}` }])
        statuses.push((await ask(headers)).status)
      expect(statuses).toEqual([200, 304, 304])
      for (const headers of [{}, { cookie: stranger }]) {
        const answer = await ask({ ...headers, 'if-none-match': etag })
        expect([answer.status >= 401 && answer.status <= 404, answer.headers.get('cache-control')]).toEqual([true, 'no-store'])
      }
    }
    const tags = []
    for (const query of ['?format=webp', '?format=png', '?width=160'])
      tags.push((await server.raw(`/documents/${document}/get_blob_as_image${query}`, { headers: { cookie } })).headers.get('etag'))
    expect(new Set(tags).size).toBe(3)
  })

  test('one place says how long answers are kept', async () => {
    const named = []
    for (const name of await readdir('command-api', { recursive: true })) {
      if (name.endsWith('.ts') && /['"]cache-control['"]/i.test(await readFile(`command-api/${name}`, 'utf8'))) named.push(name)
    }
    expect(named).toEqual(['edge/caching.ts'])
  })

  test('logging out, and in as somebody else, has the browser forget what it kept', async () => {
    const clears = ({ status, headers }: { status: number; headers: Headers }) => [status, headers.get('clear-site-data')]
    const credentials = JSON.stringify({ email_address: 'mira@example.com', password: 'correct horse battery' })
    const logsIn = (cookie: string) =>
      server.raw('/app/session', { method: 'POST', headers: { ...json, cookie, 'x-csrf-token': 'none' }, body: credentials })
    const fresh = await logsIn('')
    expect(clears(fresh)).toEqual([200, null])
    const cookie = fresh.headers.getSetCookie()[0]!.split(';')[0]!
    const again = await logsIn(cookie)
    expect(clears(again)).toEqual([200, '"cache"'])
    const own = { cookie: again.headers.getSetCookie()[0]!.split(';')[0]!, 'x-csrf-token': String(again.body.csrf_token) }
    const leave = () => server.raw('/app/session', { method: 'DELETE', headers: own })
    expect(clears(await leave())).toEqual([200, '"cache"'])
    // As asked again after an answer that was lost.
    expect(clears(await leave())).toEqual([401, '"cache"'])
  })
})

describe('behind TLS', () => {
  let behind: Server
  beforeAll(async () => {
    const { services } = server.application
    behind = await createServer({
      services: { ...services, liveAdapter: null, config: { ...services.config, publicUrl: 'https://sign.example.com' } },
      crossSiteKey: new Uint8Array(32),
      pages: { dist: null, assets: resolve('assets'), reportsTo: null },
      trustedProxies: 'nobody',
    })
  })
  afterAll(() => behind.close())
  const credentials = { email_address: 'mira@example.com', password: 'correct horse battery' }
  const logsIn = (headers: Record<string, string> = {}) =>
    behind.app.inject({ method: 'POST', url: '/app/session', headers: { 'x-csrf-token': 'none', ...headers }, payload: credentials })
  const whoIs = (cookie: string) => behind.app.inject({ url: '/app/user', headers: { cookie } })

  test('cookies have names that no other host of the domain can set, and one of before is believed for no session of now', async () => {
    const { cookies } = await logsIn()
    const strict = { path: '/', httpOnly: true, secure: true, sameSite: 'Lax' }
    const session = cookies.find(({ name }) => name === '__Host-paraph_session')!
    expect(cookies).toEqual([expect.objectContaining(strict), expect.objectContaining({ ...strict, name: '__Host-paraph_device' })])
    for (const cookie of cookies) expect(cookie).not.toHaveProperty('domain')
    expect((await whoIs(`__Host-paraph_session=${session.value}`)).statusCode).toBe(200)
    const planted = await whoIs(`paraph_session=${session.value}`)
    expect([planted.statusCode, planted.json().code]).toEqual([401, 'not-logged-in'])
  })

  test('a session that was opened before goes on under the new name, and the old one is cleared', async () => {
    const { services } = server.application
    const { user } = await server.owner.get<{ user: { key: string } }>('/app/user')
    const holder = { as: 'account', user: user.key }
    const { token } = await services.sessions.open({ owner: `user:${user.key}`, holder, idleMs: 60_000, lifeMs: 60_000 })
    const before = await whoIs(`paraph_session=${token}`)
    expect(before.statusCode).toBe(200)
    const set = Object.fromEntries(before.cookies.map((cookie) => [cookie.name, cookie]))
    expect(set['__Host-paraph_session']).toMatchObject({ value: token, secure: true, httpOnly: true, path: '/' })
    expect(set.paraph_session).toMatchObject({ value: '', expires: new Date(0) })
    const after = await whoIs(`__Host-paraph_session=${token}`)
    expect([after.statusCode, after.cookies]).toEqual([200, []])
  })
})

describe('limits', () => {
  test('slow bodies of several sessions and of strangers keep nobody from saving or logging in', async () => {
    const { pack } = await prepared(server.owner, 'Saved all the same', [], [])
    const path = `/app/documents/${pack}/add_update_data_field`
    const names = ['Ada Lovelace', 'Alan Turing', 'Grace Hopper', 'Edsger Dijkstra', 'Barbara Liskov']
    const fields = names.map((_, signer) => ({ type: 'signature', x: 72, y: 100 + signer * 80, width: 180, height: 48, signer }))
    const made = await sent(server.owner, 'Sent to many', names, fields)
    const slow: SlowBody[] = []
    for (const signatory of made.signers) {
      const { opened } = await server.signer(await linkOf(server.owner, made.pack, signatory))
      const headers = { 'x-session-token': opened.session_token, 'x-csrf-token': opened.csrf_token }
      const url = `${server.url}/app/documents/${made.pack}/update_document`
      for (let at = 0; at < 8; at++) slow.push(slowBody(url, headers, 1_048_576))
    }
    for (let at = 0; at < 40; at++) slow.push(slowBody(`${server.url}/app/session`, { 'x-csrf-token': 'none' }, 65_536))
    await Promise.all(slow.map((body) => body.sent))
    // More than there is room for: the oldest of each made way, and most are held.
    await expect.poll(() => slow.slice(40).filter((body) => body.isOpen()).length).toBe(16)
    const held = () => slow.slice(0, 40).filter((body) => body.isOpen()).length
    await expect.poll(held).toBe(32)

    const { csrf_token } = await server.owner.get<{ csrf_token: string }>('/app/session')
    const headers = { ...json, cookie: server.owner.cookie(), 'x-csrf-token': csrf_token }
    const large = `{"data": []${' '.repeat(3_500_000)}}`
    expect((await server.raw(path, { method: 'POST', headers, body: large })).status).toBe(200)
    await expect.poll(held).toBeLessThan(32)
    expect(await server.owner.post(path, { data: [] })).toMatchObject({ success: true })
    const credentials = JSON.stringify({ email_address: 'mira@example.com', password: 'correct horse battery' })
    const login = { method: 'POST', headers: { ...json, 'x-csrf-token': 'none' }, body: credentials }
    expect((await server.raw('/app/session', login)).status).toBe(200)
    for (const body of slow) body.cut()
  })

  test('of bodies that one person sends slowly the newest is held, and goes through once it is whole', async () => {
    const { pack } = await prepared(server.owner, 'Sent slowly', [], [])
    const { csrf_token } = await server.owner.get<{ csrf_token: string }>('/app/session')
    const headers = { cookie: server.owner.cookie(), 'x-csrf-token': csrf_token }
    const path = `${server.url}/app/documents/${pack}/add_update_data_field`
    const first = slowBody(path, headers, 4_500_000)
    await first.sent
    const second = slowBody(path, headers, 4_500_000)
    expect(await first.answered).toBeNull()
    second.finish()
    expect(await second.answered).toMatchObject({ status: 200 })
    const stranger = slowBody(`${server.url}/app/session`, { 'x-csrf-token': 'none' }, 65_537)
    expect(await stranger.answered).toMatchObject({ status: 413, code: 'too-large' })
    stranger.cut()
  })

  test('who is not known is slowed down sooner than who is, also at calls that are none', async () => {
    const strict = await testServer({ limits: { unknown: 15, known: 1_000, links: 4 } })
    try {
      const statuses = async (count: number, ask: () => Promise<{ status: number }>) => {
        const all: number[] = []
        for (let at = 0; at < count; at++) all.push((await ask()).status)
        return all
      }
      const known = { cookie: strict.owner.cookie() }
      expect(new Set(await statuses(40, () => strict.raw('/app/session', { headers: known })))).toEqual(new Set([200]))
      const guess = () =>
        strict.raw('/app/signing_sessions', { method: 'POST', headers: json, body: JSON.stringify({ token: 'a-guess-at-a-token' }) })
      expect((await statuses(6, guess)).at(-1)).toBe(429)
      const nowhere = await statuses(20, () => strict.raw('/nowhere', { headers: { cookie: `paraph_session=made-up-${newId()}` } }))
      expect([nowhere[0], nowhere.at(-1)]).toEqual([404, 429])
      expect((await strict.raw('/nowhere')).body).toMatchObject({ success: false, code: 'too-many-requests' })
      // Others behind the same address still get the parts of pages.
      expect(new Set(await statuses(40, () => strict.raw('/assets/of-a-page.js')))).toEqual(new Set([404]))
    } finally {
      await strict.close()
    }
  })
})

describe('the log', () => {
  test('holds requests with their ids, and no token, value, name or address', async () => {
    const lines: string[] = []
    const written = vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
      lines.push(String(chunk))
      return true
    })
    const loud = await testServer({ environment: { PARAPH_LOG_LEVEL: 'info' } })
    try {
      const { pack, signers, fields } = await sent(
        loud.owner,
        'Unsaid name',
        ['Unsaid Person'],
        [{ type: 'text', x: 40, y: 40, width: 120, height: 24, signer: 0 }],
      )
      const link = await linkOf(loud.owner, pack, signers[0]!)
      const token = link.split('/').at(-1)!
      const signer = await loud.signer(link)
      await signer.post(`/app/documents/${pack}/add_update_data_field`, { data: [{ uuid: fields[0], data: 'unsaid value' }] })
      await fetch(`${loud.url}/sign/${token}`)
      await fetch(`${loud.url}/app/password_resets/unsaid-reset-token`)
      const log = lines.join('')
      expect(log).toMatch(/"request":"[0-9a-f-]{36}","method":"POST","route":"\/app\/documents\/:key\/add_update_data_field","status":200/)
      const secrets = [
        token,
        signer.opened.session_token,
        signer.opened.csrf_token,
        'unsaid',
        'Unsaid',
        '@example.com',
        '127.0.0.1',
        loud.owner.cookie(),
      ]
      for (const secret of secrets) expect(log).not.toContain(secret)
    } finally {
      await loud.close()
      written.mockRestore()
    }
  })

  test('while a newer version runs, its events are not guessed at: the client is asked to try again, and nothing is done', async () => {
    const older = await testServer()
    try {
      const { pack } = await prepared(older.owner, 'Written by both', [], [])
      const { eventLog, subjectKeys, world } = older.application.services
      const stream = `pack-${pack}`
      const before = await eventLog.read(stream, 0n, 1_000)
      const { meta, revision, hash: prev } = before.at(-1)!
      const keyOf = await subjectKeys.keysFor([{ stream, subject: OWN_SUBJECT }])
      const newer: FactCodec<Fact> = {
        version: () => 1,
        confidential: () => [],
        shared: () => [],
        upcast: (type, _, data) => ({ type, data }) as Fact,
      }
      const place = { id: newId(), stream, revision: revision + 1, prev, fact: { type: 'PackBlessed', data: {} } }
      const plain = { ...meta, address: '127.0.0.1', agent: 'A newer version' } as unknown as EventMeta
      await eventLog.append(stream, BigInt(revision), [
        encodeEvent({ ...place, meta: plain }, newer, (subject) => keyOf(stream, subject)!, world.random),
      ])
      const asked = [
        () => older.owner.get(`/app/documents/${pack}/view`),
        () => older.owner.post(`/app/documents/${pack}/update_document`, { data: { document_name: 'Guessed' } }),
      ]
      for (const ask of asked) {
        expect(await refusalOf(ask())).toMatchObject({
          status: 503,
          code: 'newer-version',
          message: expect.stringContaining('Everything saved is safe. Please try again'),
        })
      }
      expect(await eventLog.read(stream, 0n, 1_000)).toHaveLength(before.length + 1)
    } finally {
      await older.close()
    }
  })
})

async function loggedIn(): Promise<string> {
  const answer = await fetch(`${server.url}/app/session`, {
    method: 'POST',
    headers: { ...json, 'x-csrf-token': 'none' },
    body: JSON.stringify({ email_address: 'mira@example.com', password: 'correct horse battery' }),
  })
  expect(answer.headers.getSetCookie()[0]).toMatch(/^paraph_session=[^;]+;.*HttpOnly.*SameSite=Lax/)
  return answer.headers.getSetCookie()[0]!.split(';')[0]!
}

async function asOwner(path: string, data: unknown, text?: string, type = 'application/json', method = 'POST') {
  const cookie = await loggedIn()
  const { csrf_token } = (await server.raw('/app/session', { headers: { cookie } })).body as unknown as { csrf_token: string }
  return server.raw(path, {
    method,
    headers: { 'content-type': type, cookie, 'x-csrf-token': csrf_token },
    ...(method === 'GET' ? {} : { body: text ?? JSON.stringify({ data }) }),
  })
}
