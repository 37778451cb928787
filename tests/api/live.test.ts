import { once } from 'node:events'
import { connect } from 'node:net'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { LIVE, type PackEvents, type PackFresh, type RefusedLive } from '#contract/live'
import { pack as aggregate, type PackFact, type PackState } from '#domain/pack'
import { type SigningClient, type TestServer, testServer } from '#tests/server'
import type { Client } from '../../cli/demo/client.ts'
import { eventually, finish, linkOf, newId, sent, uploaded, viewOf } from '../support/prepared.ts'

let server: TestServer
const open: Socket[] = []
beforeAll(async () => {
  server = await testServer()
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.close()
})
afterAll(() => server.close())

const TEXT = { type: 'text', x: 40, y: 40, width: 120, height: 24 }
const TWO = ['Ada Lovelace', 'Grace Hopper']

interface LiveConnection {
  readonly socket: Socket
  readonly events: PackEvents[]
  readonly fresh: PackFresh[]
  readonly refused: RefusedLive[]
  readonly lists: { account_key: string; documents: { key: string; document_name: string }[]; removed: string[] }[]
  readonly present: { people: { id: string; name: string; page: number | null }[] }[]
  watch(pack: string, revision: number): Promise<{ success: boolean; code?: string }>
  ask(name: string, message: unknown): Promise<{ success: boolean; code?: string }>
}

async function listen(options: { cookie?: string; session?: string; origin?: string }): Promise<LiveConnection> {
  const socket = io(server.url, {
    path: LIVE.path,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: options.session ? { session_token: options.session } : {},
    extraHeaders: { ...(options.cookie ? { cookie: options.cookie } : {}), ...(options.origin ? { origin: options.origin } : {}) },
  })
  open.push(socket)
  const connection = { events: [], fresh: [], refused: [], lists: [], present: [] } as unknown as LiveConnection
  socket.on(LIVE.packEvents, (message) => connection.events.push(message))
  socket.on(LIVE.packFresh, (message) => connection.fresh.push(message))
  socket.on(LIVE.refused, (message) => connection.refused.push(message))
  socket.on(LIVE.listChanged, (message) => connection.lists.push(message))
  socket.on(LIVE.presence, (message) => connection.present.push(message))
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve())
    socket.once('connect_error', reject)
  })
  const ask = (name: string, message: unknown) => socket.timeout(10_000).emitWithAck(name, message)
  return Object.assign(connection, {
    socket,
    ask,
    watch: (pack: string, revision: number) => ask('watch_pack', { document_key: pack, revision }),
  })
}
const asTeam = (account: Client) => listen({ cookie: account.cookie() })
const asSigner = (signer: SigningClient) => listen({ session: signer.opened.session_token })
const soon = <T>(ask: () => T, holds: (value: T) => boolean) => eventually(async () => ask(), holds)
const typesOf = (connection: LiveConnection) => connection.events.flatMap(({ events }) => events.map(({ type }) => type))

describe('watching a pack', () => {
  test('a change reaches the other browser without being asked for, and folds to the same view', async () => {
    const { pack, document } = await uploaded(server.owner, 'Watched')
    const { view, revision } = await viewOf(server.owner, pack)
    const connection = await asTeam(server.owner)
    expect(await connection.watch(pack, revision)).toEqual({ success: true })
    const uuid = newId()
    await server.owner.post(`/app/documents/${pack}/add_update_data_field`, {
      data: [{ uuid, document_key: document, page: 0, ...TEXT, signatory_uuid: 'self', data: 'Hello' }],
    })
    await soon(
      () => typesOf(connection),
      (types) => types.includes('FieldFilledBySender'),
    )
    const now = await viewOf(server.owner, pack)
    const folded = connection.events
      .flatMap(({ events }) => events)
      .reduce<PackState>((state, event) => {
        const fact = { type: event.type, data: event.data } as PackFact
        return aggregate.evolve(state, fact, { time: event.time, revision: event.revision, principal: event.principal })
      }, view)
    expect(folded).toEqual(now.view)
    expect(connection.events.map(({ from, to }) => [from, to])).toEqual([[revision + 1, now.revision]])
  })

  test('a late viewer receives exactly what they lack, also by the child’s key', async () => {
    const { pack, document } = await uploaded(server.owner, 'Late')
    const { revision } = await viewOf(server.owner, pack)
    for (const name of ['One', 'Two', 'Three']) {
      await server.owner.post(`/app/documents/${pack}/update_document`, { data: { document_name: name } })
    }
    const connection = await asTeam(server.owner)
    await connection.watch(document, revision + 1)
    await soon(
      () => connection.events.length,
      (count) => count > 0,
    )
    expect(connection.events.map(({ from, to }) => [from, to])).toEqual([[revision + 2, revision + 3]])
    expect(typesOf(connection)).toEqual(['PackRenamed', 'PackRenamed'])
    const none = await asTeam(server.owner)
    await none.watch(pack, -1)
    await soon(
      () => none.fresh.length,
      (count) => count > 0,
    )
    expect(none.fresh[0]!.revision).toBe(revision + 3)
  })

  test('a signer’s draft reaches them, and the team only as filled; when they finish, everybody has a fresh view', async () => {
    const { pack, signers, fields } = await sent(server.owner, 'Drafts', TWO, [
      { ...TEXT, signer: 0 },
      { ...TEXT, y: 90, signer: 1 },
    ])
    const ada = await server.signer(await linkOf(server.owner, pack, signers[0]!))
    const grace = await server.signer(await linkOf(server.owner, pack, signers[1]!))
    const { revision } = await viewOf(server.owner, pack)
    const connection = { team: await asTeam(server.owner), ada: await asSigner(ada), grace: await asSigner(grace) }
    for (const one of Object.values(connection)) expect(await one.watch(pack, revision)).toEqual({ success: true })
    // The mails go out meanwhile, and are pushed too: what is waited for is the draft's own revision.
    const saved = await ada.post<{ revision: number }>(`/app/documents/${pack}/add_update_data_field`, {
      data: [{ uuid: fields[0], data: 'a draft of Ada' }],
    })
    for (const one of Object.values(connection)) {
      await soon(
        () => one.events.at(-1)?.to ?? 0,
        (to) => to >= saved.revision,
      )
    }
    expect(JSON.stringify(connection.ada.events)).toContain('a draft of Ada')
    expect(typesOf(connection.team)).toContain('FieldFilled')
    expect(JSON.stringify([connection.team.events, connection.grace.events])).not.toContain('a draft of Ada')
    // Nothing that she sees has changed, so that the digest of it need not be made again.
    for (const { events, view_digest } of connection.grace.events) expect(view_digest === null).toBe(events.length === 0)
    expect(connection.ada.events.at(-1)!.view_digest).toBe(
      (await ada.get<{ view_digest: string }>(`/app/documents/${pack}/view`)).view_digest,
    )

    await finish(ada, pack, signers[0]!)
    for (const one of Object.values(connection)) {
      await soon(
        () => one.fresh.length,
        (count) => count > 0,
      )
    }
    expect(JSON.stringify(connection.team.fresh)).toContain('a draft of Ada')
    for (const secret of ['ada@example.com', 'mira@example.com'])
      expect(JSON.stringify([connection.grace.events, connection.grace.fresh])).not.toContain(secret)
  })

  test('a voided link ends its signer’s connection, with a reason', async () => {
    const { pack, signers } = await sent(server.owner, 'Voided', TWO, [
      { ...TEXT, signer: 0 },
      { ...TEXT, y: 90, signer: 1 },
    ])
    const ada = await server.signer(await linkOf(server.owner, pack, signers[0]!))
    const connection = await asSigner(ada)
    await connection.watch(pack, ada.opened.revision)
    await server.owner.post(`/app/documents/${pack}/update_document`, { data: { status: 'setup' } })
    await soon(
      () => connection.socket.connected,
      (connected) => !connected,
    )
    expect(connection.refused.at(-1)).toMatchObject({ document_key: pack, code: 'link-voided' })
    expect(JSON.stringify(connection.fresh)).not.toContain('Voided')
  })

  test('who looks at which page is shown to the team, and to signers only other signers', async () => {
    const { pack, signers } = await sent(server.owner, 'Presence', TWO, [
      { ...TEXT, signer: 0 },
      { ...TEXT, y: 90, signer: 1 },
    ])
    const ada = await server.signer(await linkOf(server.owner, pack, signers[0]!))
    const [team, signer] = [await asTeam(server.owner), await asSigner(ada)]
    await team.watch(pack, -1)
    await signer.watch(pack, -1)
    team.socket.emit(LIVE.here, { document_key: pack, page: 1 })
    signer.socket.emit(LIVE.here, { document_key: pack, page: 0 })
    await soon(
      () => team.present.at(-1)?.people.length,
      (count) => count === 2,
    )
    expect(
      team.present
        .at(-1)!
        .people.map(({ name, page }) => [name, page])
        .sort(),
    ).toEqual([
      ['Ada Lovelace', 0],
      ['Mira Castell', 1],
    ])
    await soon(
      () => signer.present.at(-1)?.people.map(({ id }) => id),
      (ids) => ids?.length === 1 && ids[0] === signers[0],
    )
    signer.socket.close()
    await soon(
      () => team.present.at(-1)?.people.length,
      (count) => count === 1,
    )
  })
})

describe('watching a list', () => {
  test('a changed row is pushed to those who watch the workspace', async () => {
    const connection = await asTeam(server.owner)
    expect(await connection.ask('watch_list', { account_key: server.workspace })).toEqual({ success: true })
    const { pack } = await uploaded(server.owner, 'Pushed')
    await soon(
      () => connection.lists.flatMap(({ documents }) => documents).find(({ key }) => key === pack)?.document_name,
      (name) => name === 'Pushed',
    )
  })

  test('not to others, and to a removed member no longer', async () => {
    const stranger = await asTeam(await server.stranger('Otto'))
    expect(await stranger.ask('watch_list', { account_key: server.workspace })).toMatchObject({ success: false, code: 'not-a-member' })
    const { pack } = await uploaded(server.owner, 'Members only')
    expect(await stranger.watch(pack, -1)).toMatchObject({ success: false, code: 'not-found' })

    const nora = await server.member('Nora')
    const connection = await asTeam(nora)
    await connection.ask('watch_list', { account_key: server.workspace })
    await connection.watch(pack, -1)
    const { user_accounts } = await server.owner.get<{ user_accounts: { key: string; user: { email_address: string } }[] }>(
      `/app/accounts/${server.workspace}/user_accounts`,
    )
    const { key } = user_accounts.find(({ user }) => user.email_address === 'nora@example.com')!
    await server.owner.post(`/app/accounts/${server.workspace}/remove_user_account`, { data: { user_account_key: key } })
    await soon(
      () => connection.refused.map(({ code }) => code).sort(),
      (codes) => codes.length === 2,
    )
    expect(connection.refused.map(({ account_key, document_key }) => account_key ?? document_key).sort()).toEqual(
      [server.workspace, pack].sort(),
    )
    const eventsBefore = connection.events.length
    const watching = await asTeam(server.owner)
    await watching.watch(pack, -1)
    await server.owner.post(`/app/documents/${pack}/update_document`, { data: { document_name: 'After Nora' } })
    await soon(
      () => typesOf(watching),
      (types) => types.includes('PackRenamed'),
    )
    expect(connection.events).toHaveLength(eventsBefore)
  })
})

test('a permission that is switched is announced to its member’s own connections, which find it in the session', async () => {
  const ida = await server.member('Ida')
  const [hers, others] = [await asTeam(ida), await asTeam(server.owner)]
  const changed = { hers: 0, others: 0 }
  hers.socket.on(LIVE.accountChanged, () => changed.hers++)
  others.socket.on(LIVE.accountChanged, () => changed.others++)
  const rights = async () => (await ida.get<{ user_accounts: { permissions: string[] }[] }>('/app/session')).user_accounts[0]!.permissions
  expect(await rights()).toContain('can_view_teams')
  const team = `/app/accounts/${server.workspace}`
  const { user_accounts } = await server.owner.get<{ user_accounts: { key: string; user: { full_name: string } }[] }>(
    `${team}/user_accounts`,
  )
  const { key } = user_accounts.find(({ user }) => user.full_name === 'Ida Tester')!
  const permissions = { user_profile_permissions: { can_view_teams: false } }
  await server.owner.post(`${team}/update_user_account_permissions`, { data: { user_account_key: key, permissions } })
  await soon(
    () => changed.hers,
    (times) => times === 1,
  )
  expect(await rights()).not.toContain('can_view_teams')
  expect(changed.others).toBe(0)
})

describe('the door of the live connection', () => {
  test('is shut without a session, and to pages of other sites', async () => {
    await expect(listen({})).rejects.toThrow('not-logged-in')
    await expect(listen({ cookie: 'paraph_session=made-up' })).rejects.toThrow('not-logged-in')
    // As nobody encodes one: it was the end of the whole program.
    await expect(listen({ cookie: 'paraph_session=%E0%A4%A' })).rejects.toThrow('not-logged-in')
    await expect(listen({ cookie: server.owner.cookie(), origin: 'https://evil.example' })).rejects.toThrow()
  })

  test('is opened at its own address and at no other, where nobody would ever close it again', async () => {
    const { port, hostname, host } = new URL(server.url)
    for (const path of ['/', LIVE.path, `${LIVE.path}-else/`, '/app/session']) {
      const line = connect({ host: hostname, port: Number(port), allowHalfOpen: true }).on('error', () => undefined)
      line.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`)
      const [answer] = (await once(line, 'data')) as [Buffer]
      expect([path, answer.toString()]).toEqual([path, expect.stringMatching(/^HTTP\/1.1 404 /)])
      await once(line, 'end')
      // Only what is closed over there refuses what is still said.
      const saying = setInterval(() => line.write('x'), 20)
      await new Promise((resolve) => line.once('close', resolve))
      clearInterval(saying)
    }
  })

  test('is open to twenty of one session at once, in words to the next one, and not to fewer of another session; one that goes makes room', async () => {
    const [tabs, others] = [await server.member('Tabs'), await server.member('Others')]
    const { pack } = await uploaded(server.owner, 'In many tabs')
    const all = await Promise.all(Array.from({ length: 60 }, () => asTeam(tabs).catch((refused: Error & { data?: unknown }) => refused)))
    const inside = all.filter((one): one is LiveConnection => 'socket' in one)
    expect([inside.length, all.length]).toEqual([20, 60])
    for (const refused of all.filter((one) => !('socket' in one)))
      expect(refused).toMatchObject({
        data: { success: false, code: 'too-many-connections', message: expect.stringMatching(/too many tabs/) },
      })
    // All else goes on for that tab, and everything for everybody else.
    await viewOf(tabs, pack)
    expect(await (await asTeam(others)).watch(pack, -1)).toEqual({ success: true })
    inside[0]!.socket.close()
    await soon(
      () => asTeam(tabs).catch(() => null),
      (one) => one !== null,
    )
  })

  test('closes when its person logs out', async () => {
    const nils = await server.member('Nils')
    const connection = await asTeam(nils)
    await nils.delete('/app/session')
    await soon(
      () => connection.socket.connected,
      (connected) => !connected,
    )
  })

  test('loses a client that floods it, and the server goes on', async () => {
    const connection = await asTeam(server.owner)
    for (let at = 0; at < 500; at++) connection.socket.emit('watch_pack', { nonsense: at })
    await soon(
      () => connection.socket.connected,
      (connected) => !connected,
    )
    const next = await asTeam(server.owner)
    expect(await next.ask('watch_pack', { document_key: 'nonsense', revision: 0 })).toMatchObject({
      success: false,
      code: 'invalid-request',
    })
  })
})
