import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HEADERS } from '#contract/envelope'
import { LIVE } from '#contract/live'
import { asTeam, soon } from '#tests/live-client'
import { refusalOf, type TestServer, testServer } from '#tests/server'
import type { Client } from '../../cli/demo/client.ts'
import { asked, eventually, linkOf, newId, prepared, sent as sentFor, signAs, viewOf } from '../support/prepared.ts'

const FIELD = { type: 'signature', x: 72, y: 120, width: 160, height: 48, signer: 0, required: true } as const
let server: TestServer
let owner: Client
let nora: Client
beforeAll(async () => {
  server = await testServer()
  owner = server.owner
  nora = await server.member('Nora')
})
afterAll(() => server.close())

interface UserAccount {
  readonly key: string
  readonly account_key: string
  readonly account_name: string
  readonly is_admin: boolean
  readonly is_personal_account: boolean
  readonly permissions: unknown
  readonly user?: { readonly key: string; readonly email_address: string; readonly full_name: string }
}
interface Account {
  readonly key: string
  readonly name: string
  readonly is_personal_account: boolean
  readonly user_accounts: readonly UserAccount[]
}
interface Saved {
  readonly data: { readonly account: Account; readonly user_account: UserAccount }
}
const workspacesOf = async (who: Client) =>
  (await who.get<{ user_accounts: readonly UserAccount[] }>('/app/user/user_accounts')).user_accounts
const personalOf = async (who: Client) => (await workspacesOf(who)).find(({ is_personal_account }) => is_personal_account)!.account_key
const accountOf = async (who: Client, key: string) => (await who.get<{ data: { account: Account } }>(`/app/accounts/${key}`)).data.account
const created = async (who: Client, name: string) => (await who.post<Saved>('/app/accounts/', { data: { key: 'new', name } })).data
const membersOf = async (who: Client, key: string) =>
  (await who.get<{ user_accounts: readonly UserAccount[] }>(`/app/accounts/${key}/user_accounts`)).user_accounts
const add = (who: Client, to: string, email_address: string, is_admin = false) =>
  who.post<{ user_account: UserAccount }>(`/app/accounts/${to}/add_user_account`, {
    data: { first_name: 'Pia', last_name: 'Lind', email_address, is_admin },
  })

describe('a personal workspace', () => {
  test('[D-006] is everybody’s who has an account, one each, behind the team that they came to; a document belongs to one workspace', async () => {
    for (const who of [owner, nora]) {
      const all = await workspacesOf(who)
      expect(all.map(({ is_personal_account }) => is_personal_account)).toEqual([false, true])
      expect(all[0]!.account_key).toBe(server.workspace)
      const { user } = await who.get<{ user: { default_user_account_key: string } }>('/app/user')
      expect(user.default_user_account_key).toBe(server.workspace)
    }
    expect(await personalOf(owner)).not.toBe(await personalOf(nora))
    const { pack } = await prepared(owner, 'Of the team', [], [])
    const keysIn = async (workspace: string) => {
      owner.remember({ [HEADERS.workspace]: workspace })
      const { documents } = await owner.get<{ documents: readonly { key: string }[] }>('/app/documents')
      owner.remember({ [HEADERS.workspace]: server.workspace })
      return documents.map(({ key }) => key)
    }
    expect(await keysIn(server.workspace)).toContain(pack)
    expect(await keysIn(await personalOf(owner))).toEqual([])
    const { document } = await owner.get<{ document: { account_key: string } }>(`/app/documents/${pack}`)
    expect(document.account_key).toBe(server.workspace)
  })

  test('[W-019 W-142] holds only its owner: nobody else is added, and they cannot leave it', async () => {
    const own = await personalOf(nora)
    expect(await refusalOf(add(nora, own, 'pia@example.com'))).toEqual({
      status: 409,
      code: 'personal-workspace',
      message: "You can't add other users to your personal account. Create a new team instead.",
    })
    const [noras, ...others] = await membersOf(nora, own)
    expect(others).toEqual([])
    const leave = nora.post(`/app/accounts/${own}/remove_user_account`, { data: { user_account_key: noras!.key } })
    expect(await refusalOf(leave)).toMatchObject({ message: 'You may not remove yourself from this team.' })
    expect(await refusalOf(accountOf(owner, own))).toMatchObject({ status: 404 })
    const rename = nora.post(`/app/accounts/${own}`, { data: { name: 'Nora’s diary' } })
    expect(await refusalOf(rename)).toMatchObject({ status: 409, code: 'personal-workspace-name' })
  })

  test('that holds documents keeps its owner’s profile and their password’s link from others; an empty one does not', async () => {
    const tove = await server.member('Tove')
    let asked = 0
    /** Of each link to choose a password that Tove has asked for so far: whether the team's administrator may read it. */
    const revealed = async () => {
      await server.application.services.accounts.requestPasswordReset({ email: 'tove@example.com', network: `10.0.${++asked}.0/24` })
      type Mails = { mails: readonly { kind: string; to: string; has_link: boolean }[] }
      const links = (mails: Mails['mails']) => mails.filter(({ kind, to }) => kind === 'password' && to === 'tove@example.com')
      const { mails } = await eventually(
        () => owner.get<Mails>('/app/outbox'),
        ({ mails }) => links(mails).length === asked,
      )
      return links(mails).map(({ has_link }) => has_link)
    }
    expect(await revealed()).toEqual([true])
    tove.remember({ [HEADERS.workspace]: await personalOf(tove) })
    await prepared(tove, 'Mine alone', [], [])
    expect(await revealed()).toEqual([false, false])
    const deletion = () => tove.get<{ possible: boolean; why_not: string | null }>('/app/user/profile_deletion')
    expect((await deletion()).why_not).toBe('You belong to “Mira’s team”. Leave it first.')
    const toves = (await membersOf(owner, server.workspace)).find(({ user }) => user?.email_address === 'tove@example.com')!
    await owner.post(`/app/accounts/${server.workspace}/remove_user_account`, { data: { user_account_key: toves.key } })
    expect((await deletion()).why_not).toBe(
      'Your personal workspace holds documents. Move them to another workspace, or delete them for good, first.',
    )
  })
})

describe('a team', () => {
  test('[W-002 W-004 W-073 W-214 W-216] is set up by anybody with an account, who is its administrator, and served to its members alone', async () => {
    const { account, user_account } = await created(nora, '  Nora’s choir ')
    expect(account).toMatchObject({ name: 'Nora’s choir', is_personal_account: false, account_branding_themes: [] })
    expect(user_account).toMatchObject({
      account_key: account.key,
      account_name: 'Nora’s choir',
      is_admin: true,
      is_personal_account: false,
    })
    expect(await accountOf(nora, account.key)).toEqual(account)
    expect(account.user_accounts.map(({ user }) => user!.full_name)).toEqual(['Nora Tester'])
    expect((await workspacesOf(nora)).map(({ account_key }) => account_key)).toContain(account.key)
    expect(await refusalOf(accountOf(owner, account.key))).toMatchObject({ status: 404, code: 'not-found' })
    expect(await refusalOf(membersOf(owner, account.key))).toMatchObject({ status: 404, code: 'not-found' })
  })

  test('whose answer was lost is the same one when it is asked for again, and another under another key', async () => {
    const under = async (key: string) => {
      nora.remember({ [HEADERS.idempotencyKey]: key })
      return created(nora, 'Twice').finally(() => nora.remember({ [HEADERS.idempotencyKey]: '' }))
    }
    const key = newId()
    const first = await under(key)
    expect(await under(key)).toEqual(first)
    expect((await under(newId())).account.key).not.toBe(first.account.key)
  })

  test('[W-201 W-205 W-217] is renamed by its administrators, under a name that is one, and by nobody else', async () => {
    const { key } = (await created(nora, 'Before')).account
    const rename = (who: Client, name: string) => who.post<Saved>(`/app/accounts/${key}`, { data: { key, name } })
    const renamed = await rename(nora, 'After')
    expect(renamed.data.account).toMatchObject({ key, name: 'After' })
    expect(renamed.data.user_account).toMatchObject({ account_key: key, is_admin: true })
    for (const name of ['', ' ', 'x'.repeat(201), 'a\u0000b'])
      expect(await refusalOf(rename(nora, name))).toMatchObject({ status: 400, message: 'A valid name is required' })
    const { user_account } = await add(nora, key, 'mira@example.com')
    expect(await refusalOf(rename(owner, 'Taken over'))).toMatchObject({ status: 403, code: 'not-an-administrator' })
    const settings = owner.post(`/app/accounts/${key}/update_account_settings`, { data: { show_sender_presence: true } })
    expect(await refusalOf(settings)).toMatchObject({ status: 403, code: 'not-an-administrator' })
    await nora.post(`/app/accounts/${key}/update_user_account`, { data: { user_account_key: user_account.key, is_admin: true } })
    expect((await rename(owner, 'By the second')).data.account.name).toBe('By the second')
    expect((await accountOf(nora, key)).name).toBe('By the second')
  })

  test('[W-072] each membership says whose it is, of what, and what it may', async () => {
    const { key } = (await created(nora, 'Fields')).account
    const { user_account } = await add(nora, key, 'fields@example.com')
    expect(user_account).toEqual({
      key: expect.any(String),
      account_key: key,
      account_name: 'Fields',
      is_personal_account: false,
      is_admin: false,
      permissions: {
        document_permissions: expect.any(Object),
        user_profile_permissions: expect.objectContaining({ can_manage_account: false }),
      },
      user: { key: expect.any(String), full_name: 'Pia Lind', email_address: 'fields@example.com' },
    })
  })

  test('the same address added twice at the same moment, in other letters and with characters that nobody sees, is one member', async () => {
    const { key } = (await created(nora, 'Race')).account
    const spellings = [
      'race@example.com',
      'RACE@example.com',
      ' Race@Example.com',
      'ra\u200bce@example.com',
      '\u202erace@example.com\u202c',
    ]
    const answers = await Promise.allSettled(spellings.map((email) => add(nora, key, email)))
    const codes = answers.map((answer) => (answer.status === 'fulfilled' ? 'added' : (answer.reason as { code: string }).code))
    expect(codes.sort()).toEqual(['added', ...Array(spellings.length - 1).fill('member-twice')])
    expect((await membersOf(nora, key)).map(({ user }) => user!.email_address.toLowerCase())).toEqual([
      'nora@example.com',
      'race@example.com',
    ])
  })

  test('its members come page by page, or those whose name or address is searched, and a page after somebody who has gone is refused', async () => {
    const { key } = (await created(nora, 'Pages')).account
    const people = ['a', 'b', 'c', 'd'].map((letter) => `${letter}@pages.example`)
    const keys: string[] = []
    for (const email of people) keys.push((await add(nora, key, email)).user_account.key)
    const page = (query: string) =>
      nora.get<{ user_accounts: readonly UserAccount[]; cursor: string | null; number_of_user_accounts: number }>(
        `/app/accounts/${key}/user_accounts?${query}`,
      )
    const found = async (query: string) => (await page(query)).user_accounts.map(({ user }) => user!.email_address)
    const first = await page('limit=2')
    expect(first.number_of_user_accounts).toBe(5)
    expect(first.cursor).toBe(keys[0])
    expect(await found(`limit=2&cursor=${first.cursor}`)).toEqual(people.slice(1, 3))
    expect((await page(`limit=2&cursor=${keys[2]}`)).cursor).toBeNull()
    expect(await found('search=C%40PAGES')).toEqual(['c@pages.example'])
    expect(await found('search=lind%20b%40')).toEqual(['b@pages.example'])
    await nora.post(`/app/accounts/${key}/remove_user_account`, { data: { user_account_key: keys[1] } })
    expect(await refusalOf(page(`limit=2&cursor=${keys[1]}`))).toMatchObject({ status: 409, code: 'view-over' })
  })
})

test('a member to whom their workspace is closed may leave it, and do nothing else to its team', async () => {
  const [lena, team] = [await server.member('Lena'), server.workspace]
  const membership = async (email: string) => (await membersOf(owner, team)).find(({ user }) => user?.email_address === email)
  const { key } = (await membership('lena@example.com'))!
  await owner.post(`/app/accounts/${team}/update_user_account_permissions`, {
    data: { user_account_key: key, permissions: { document_permissions: { can_browse: false } } },
  })
  const remove = (user_account_key: string) => lena.post(`/app/accounts/${team}/remove_user_account`, { data: { user_account_key } })
  expect(await refusalOf(remove((await membership('mira@example.com'))!.key))).toMatchObject({ status: 404 })
  await remove(key)
  expect(await membership('lena@example.com')).toBeUndefined()
})

describe('somebody who is in two workspaces, with other rights in each', () => {
  let both: Client
  let own: string
  const naming = async <T>(workspace: string, does: () => Promise<T>): Promise<T> => {
    both.remember({ [HEADERS.workspace]: workspace })
    return does().finally(() => both.remember({ [HEADERS.workspace]: own }))
  }
  beforeAll(async () => {
    both = await server.member('Bente')
    own = (await created(both, 'Bente’s own')).account.key
    both.remember({ [HEADERS.workspace]: own })
  })

  test('[W-003] names the one and is served nothing of the other by any list', async () => {
    const mark = 'Zylph'
    const { pack } = await prepared(owner, `${mark} lease`, [`${mark}ia One`], [])
    await owner.get(`/app/documents/${(await prepared(owner, `${mark} trashed`, [], [])).pack}/delete_document`)
    await owner.post('/app/recipient_datas/add_update_recipient_data', { data: { key: 'new', description: `${mark} clients` } })
    await owner.post('/app/bulk_sends/add_update_bulk_send', { data: { key: 'new', description: `${mark} renewals` } })
    await owner.post('/app/applications/', { data: { name: `${mark} intake` } })
    await owner.post('/app/contacts', { data: { name: `${mark}or`, email: 'zylphor@example.com' } })
    await eventually(
      () => owner.get('/app/documents?search_query=Zylph'),
      (answer) => JSON.stringify(answer).includes(pack),
    )
    const lists = [
      ...['/app/documents', '/app/documents?trash=true', '/app/documents?type=template', `/app/documents?search_query=${mark}`],
      ...[`/app/search/documents?query=${mark}`, '/app/contacts', `/app/contact_lists/get_contacts_by_query?name_query=${mark}`],
      ...['/app/recipient_datas', '/app/bulk_sends', '/app/applications/', '/app/outbox', '/app/feed/position'],
      ...['/app/tokens/get_pending_signing_requests', `/app/accounts/${own}/user_accounts`, `/app/accounts/${own}`],
    ]
    for (const path of lists) expect([path, JSON.stringify(await both.get(path))]).toEqual([path, expect.not.stringContaining(mark)])
    expect(new TextDecoder().decode(await both.bytes('/app/feed'))).not.toContain(mark)
    const seen = await naming(server.workspace, () => both.get('/app/documents'))
    expect(JSON.stringify(seen)).toContain(mark)
  })

  test('[W-003] has in the other the rights of the other, whichever workspace they name', async () => {
    const { pack } = await prepared(owner, 'Not Bente’s', [], [])
    for (const named of [own, server.workspace]) {
      const ask = (call: () => Promise<unknown>) => naming(named, () => refusalOf(call()))
      expect(await ask(() => both.get(`/app/documents/${pack}/delete_document`))).toMatchObject({ status: 403 })
      expect(await ask(() => both.post(`/app/documents/${pack}/legal_hold`, { on: true, reason: 'x' }))).toMatchObject({ status: 403 })
      expect(await ask(() => add(both, server.workspace, 'smuggled@example.com'))).toMatchObject({ status: 403 })
      expect(await ask(() => both.post(`/app/accounts/${server.workspace}`, { data: { name: 'Bente’s too' } }))).toMatchObject({
        status: 403,
      })
      expect(await ask(() => both.get(`/app/accounts/${server.workspace}/former_members`))).toMatchObject({ status: 403 })
    }
    // What they make of a document of the other stays there.
    const copied = await both.get<{ document: { key: string; account_key: string } }>(`/app/documents/${pack}/create_a_copy`)
    expect(copied.document.account_key).toBe(server.workspace)
  })

  test('[W-003] sends nothing from a template of the other', async () => {
    const { pack } = await prepared(owner, 'To copy', [], [])
    const template = await owner.get<{ document: { key: string } }>(`/app/documents/${pack}/convert_to_template`)
    const activated = (workspace: string) =>
      naming(workspace, async () => {
        const { recipient_data } = await both.post<{ recipient_data: { key: string } }>('/app/recipient_datas/add_update_recipient_data', {
          data: { key: 'new', description: 'Clients' },
        })
        const data = { key: 'new', template_key: template.document.key, recipient_data_key: recipient_data.key, status: 'active' }
        return refusalOf(both.post('/app/bulk_sends/add_update_bulk_send', { data }))
      })
    expect((await activated(own)).message).toBe('No template defined for this batch send')
    expect((await activated(server.workspace)).message).not.toBe('No template defined for this batch send')
  })
})

describe('what somebody who leaves had begun', () => {
  interface Begun {
    readonly begun: Readonly<Record<string, number>>
    readonly successor: UserAccount | null
  }
  const begun = (who: Client, team: string, member: string) => who.get<Begun>(`/app/accounts/${team}/user_accounts/${member}/begun`)
  const remove = (who: Client, team: string, user_account_key: string, successor_key?: string) =>
    who.post(`/app/accounts/${team}/remove_user_account`, { data: { user_account_key, ...(successor_key ? { successor_key } : {}) } })
  const listedIn = async (who: Client) =>
    (await who.get<{ documents: readonly { key: string; owner: string; created_by: string }[] }>('/app/documents')).documents

  test('is counted before, and goes to who was chosen: documents, templates, applications, in words in their history', async () => {
    const [rosa, sven] = [await server.member('Rosa'), await server.member('Sven')]
    const [draft, sent] = [
      await prepared(rosa, 'Of Rosa', ['Ada Lovelace'], []),
      await sentFor(rosa, 'Sent by Rosa', ['Ada Lovelace'], [FIELD]),
    ]
    await asked(rosa, sent.pack)
    await rosa.get(`/app/documents/${draft.pack}/convert_to_template`)
    await rosa.post('/app/applications/', { data: { name: 'Of Rosa' } })
    const all = await membersOf(owner, server.workspace)
    const [rosas, svens] = ['Rosa', 'Sven'].map((name) => all.find(({ user }) => user!.full_name.startsWith(name))!) as [
      UserAccount,
      UserAccount,
    ]

    const counted = await begun(owner, server.workspace, rosas.key)
    expect(counted.begun).toEqual({ drafts: 1, templates: 1, sent: 1, finished: 0, applications: 1, bulk_sends: 0 })
    expect(counted.successor?.user?.full_name).toBe('Mira Castell')
    expect(await begun(rosa, server.workspace, rosas.key)).toMatchObject({ begun: counted.begun })
    expect(await refusalOf(begun(sven, server.workspace, rosas.key))).toMatchObject({ status: 403, code: 'not-allowed' })
    expect(await refusalOf(begun(owner, server.workspace, newId()))).toMatchObject({ status: 404 })

    const never = await add(owner, server.workspace, 'never-came@example.com')
    for (const [successor, message] of [
      [rosas.key, 'Choose another member of this team to take over.'],
      [newId(), 'Choose another member of this team to take over.'],
      [never.user_account.key, 'This member has not accepted the invitation yet. Choose another to take over.'],
    ] as const)
      expect(await refusalOf(remove(owner, server.workspace, rosas.key, successor))).toMatchObject({ status: 400, message })
    expect(await begun(owner, server.workspace, rosas.key)).toMatchObject({ begun: counted.begun })

    await remove(owner, server.workspace, rosas.key, svens.key)
    await eventually(
      () => begun(sven, server.workspace, svens.key),
      (now) => now.begun.templates === 1 && now.begun.drafts === 1 && now.begun.sent === 1 && now.begun.applications === 1,
    )
    const row = (await listedIn(sven)).find(({ key }) => key === sent.pack)
    expect(row).toMatchObject({ owner: svens.user!.key, created_by: rosas.user!.key })
    const { audit_records } = await eventually(
      () => owner.get<{ audit_records: readonly { code: string; words: string }[] }>(`/app/audit_trail/${sent.pack}`),
      ({ audit_records }) => audit_records.some(({ code }) => code === 'PackTakenOver'),
    )
    expect(audit_records.filter(({ code }) => code === 'PackTakenOver').map(({ words }) => words)).toEqual([
      'it was taken over by Sven Tester: its owner was not in the team',
    ])
    // Made by her, and no longer hers.
    rosa.remember({ [HEADERS.workspace]: await personalOf(rosa) })
    for (const { pack } of [draft, sent]) {
      expect(await refusalOf(rosa.get(`/app/documents/${pack}`))).toMatchObject({ status: 404 })
      expect(await refusalOf(rosa.post(`/app/documents/${pack}/update_document`, { data: { document_name: 'Mine' } }))).toMatchObject({
        status: 404,
      })
    }
  })

  // Who is gone when they ask again is not answered any more.
  test.skipIf(Boolean(process.env.ANSWERS_LOST))(
    'is not lost in the middle of an act: who signs goes on, an upload is refused whole, and what is sent is sent whole or not at all',
    async () => {
      const tilda = await server.member('Tilda')
      const all = await membersOf(owner, server.workspace)
      const tildas = all.find(({ user }) => user!.full_name.startsWith('Tilda'))!
      const toSign = await sentFor(owner, 'For Tilda to sign', ['Tilda Tester'], [FIELD])
      const link = await linkOf(owner, toSign.pack, toSign.signers[0]!)
      const toSend = await prepared(tilda, 'Being sent', ['Ada Lovelace', 'Grace Hopper'], [FIELD, { ...FIELD, y: 220, signer: 1 }])
      const { revision } = await viewOf(tilda, toSend.pack)
      type Asked = { url: string; file_key: string; redirect_document_key: string; document: { document_pack_key: string } }
      const upload = await tilda.get<Asked>('/app/get_document_upload_url?filename=Late.pdf&size=0.1')

      const data = { status: 'awaiting_signatures', revision }
      const sending = tilda.post(`/app/documents/${toSend.pack}/update_document?request_signatures_if_required=true`, { data })
      const [sent] = await Promise.allSettled([sending, remove(owner, server.workspace, tildas.key)])

      const { view } = await viewOf(owner, toSend.pack)
      const isSent = sent.status === 'fulfilled'
      expect(view.status).toBe(isSent ? 'awaiting_signatures' : 'setup')
      expect(view.signatories.map(({ request }) => request !== null)).toEqual([isSent, isSent])
      if (!isSent) expect(sent.reason).toMatchObject({ status: expect.toSatisfy((status: number) => status === 403 || status === 404) })

      expect(await refusalOf(tilda.put(upload.url, new Uint8Array([37, 80, 68, 70])))).toMatchObject({
        status: 404,
        message: expect.stringMatching(/\w/),
      })
      expect((await server.application.services.files.find(upload.file_key))?.digest ?? null).toBeNull()
      const started = tilda.post(`/app/document_upload_success/${upload.redirect_document_key}`, { file_key: upload.file_key })
      expect(await refusalOf(started)).toMatchObject({ status: 404 })
      // What she had announced is no orphan: it is its successor's to fill or to throw away.
      const rowsOf = async () => (await listedIn(owner)).filter(({ key }) => [toSend.pack, upload.document.document_pack_key].includes(key))
      const miras = all.find(({ user }) => user!.full_name.startsWith('Mira'))!.user!.key
      const rows = await eventually(rowsOf, (found) => found.every((row) => row.owner === miras))
      expect(rows).toHaveLength(2)
      await owner.get(`/app/documents/${upload.document.document_pack_key}/delete_document`)

      await signAs(server.url, link, toSign.pack, toSign.signers[0]!, toSign.fields[0]!)
      expect((await viewOf(owner, toSign.pack)).view.status).toBe('complete')
    },
  )

  test('is seen in no room any more: who is removed is out of every room of that workspace, and stays in those of their others', async () => {
    const kit = await server.member('Kit')
    kit.remember({ [HEADERS.workspace]: server.workspace })
    const own = (await created(kit, 'Of Kit')).account.key
    const { application } = await kit.post<{ application: { key: string } }>('/app/applications/', { data: { name: 'Of Kit' } })
    const { pack } = await prepared(owner, 'Watched by Kit', [], [])
    const kits = (await membersOf(owner, server.workspace)).find(({ user }) => user!.full_name.startsWith('Kit'))!
    const [seen, other] = [await asTeam(server.url, kit), await asTeam(server.url, owner)]
    const feed: { account_key: string }[] = []
    seen.socket.on(LIVE.feedEntries, (message) => feed.push(message))
    const roomsIn = (account_key: string) => [
      ['watch_list', { account_key }],
      ...(['contacts', 'recipient_lists', 'bulk_sends', 'members'] as const).map((list) => ['watch_rows', { account_key, list }]),
      ['watch_feed', { account_key }],
    ]
    const ours = [
      ['watch_pack', { document_key: pack, revision: -1 }],
      ['watch_deliveries', { account_key: server.workspace, application_key: application.key }],
      ...roomsIn(server.workspace),
    ] as [string, object][]
    for (const [name, message] of [...ours, ...(roomsIn(own) as [string, object][])])
      expect([name, await seen.ask(name, message)]).toEqual([name, { success: true }])
    for (const account_key of [server.workspace]) await other.ask('watch_list', { account_key })
    await other.watch(pack, -1)

    await remove(owner, server.workspace, kits.key)
    await soon(
      () => seen.refused,
      (refused) => refused.some((one) => one.document_key === pack) && refused.some((one) => one.account_key === server.workspace),
    )
    for (const [name, message] of ours) expect([name, (await seen.ask(name, message)).success]).toEqual([name, false])
    const received = () => ({
      events: seen.events.length,
      lists: seen.lists.filter(({ account_key }) => account_key === server.workspace).length,
      rows: seen.rows.filter(({ account_key }) => account_key === server.workspace).length,
      feed: feed.filter(({ account_key }) => account_key === server.workspace).length,
    })
    const before = received()
    await owner.post(`/app/documents/${pack}/update_document`, { data: { document_name: 'After Kit' } })
    await owner.post('/app/contacts', { data: { name: 'After Kit', email: 'after-kit@example.com' } })
    await soon(
      () => other.lists.flatMap(({ documents }) => documents),
      (documents) => documents.some(({ document_name }) => document_name === 'After Kit'),
    )
    // What came to others before this would have come here before it, too.
    kit.remember({ [HEADERS.workspace]: own })
    await prepared(kit, 'Later, of Kit', [], [])
    await kit.post('/app/contacts', { data: { name: 'Of Kit', email: 'of-kit@example.com' } })
    await soon(
      () => [seen.lists, seen.rows, feed].map((all) => all.some(({ account_key }) => account_key === own)),
      (there) => there.every(Boolean),
    )
    expect(received()).toEqual(before)
    expect(seen.refused.filter(({ account_key }) => account_key === own)).toEqual([])
    for (const { socket } of [seen, other]) socket.close()
  })
})

test('two administrators who leave, demote themselves and delete their profiles at once leave one administrator behind', async () => {
  const [pat, quinn] = [await server.member('Pat'), await server.member('Quinn')]
  const { key } = (await created(pat, 'Of two')).account
  const quinns = (await add(pat, key, 'quinn@example.com', true)).user_account
  await add(pat, key, 'ordinary@example.com')
  const pats = (await membersOf(pat, key)).find(({ user }) => user!.full_name.startsWith('Pat'))!
  const own = [
    [pat, pats.key],
    [quinn, quinns.key],
  ] as const
  const answers = await Promise.allSettled(
    own.flatMap(([who, member]) => [
      who.post(`/app/accounts/${key}/update_user_account`, { data: { user_account_key: member, is_admin: false } }),
      who.post(`/app/accounts/${key}/remove_user_account`, { data: { user_account_key: member } }),
      who.post('/app/user/delete_profile', { data: { password: 'correct horse battery' } }),
    ]),
  )
  const said = answers.flatMap((answer) => (answer.status === 'rejected' ? [(answer.reason as Error).message] : []))
  expect(said).toContainEqual(expect.stringMatching(/^You need to assign another administrator( if you want to leave this team)?\.$/))
  const { members } = server.application.services
  const left = await members.list(key)
  expect(left.filter(({ isAdmin }) => isAdmin)).toHaveLength(1)
})
