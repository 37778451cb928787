import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { asSigner, asTeam, isOut, type LiveConnection, soon, typesOf } from '#tests/live-client'
import { type TestServer, testServer } from '#tests/server'
import type { Client } from '../../cli/demo/client.ts'
import { finish, linkOf, newId, prepared, sent, uploaded, viewOf } from '../support/prepared.ts'

let server: TestServer
const open: LiveConnection[] = []
beforeAll(async () => {
  server = await testServer({ environment: { PARAPH_KEEP_DELETED: 'false' } })
})
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.close()
})
afterAll(() => server.close())

const TEXT = { type: 'text', x: 40, y: 40, width: 120, height: 24 }
/** A hundred fields in rows. */
const PLACES = (at: number, down = 0) => ({ x: 20 + 45 * (at % 12), y: 20 + 22 * Math.floor(at / 12) + down, width: 40, height: 16 })
const kept = async (connecting: Promise<LiveConnection>) => {
  const one = await connecting
  open.push(one)
  return one
}
const team = (account: Client) => kept(asTeam(server.url, account))

describe('out of the room, by what happened and not by looking now and then, is', () => {
  test('a signer whose document goes to the trash, also one who has finished; the team stays and sees it there', async () => {
    const TWO = ['Ada Lovelace', 'Grace Hopper']
    const { pack, signers } = await sent(server.owner, 'Trashed while open', TWO, [
      { ...TEXT, signer: 0 },
      { ...TEXT, y: 90, signer: 1 },
    ])
    const [ada, grace] = [
      await server.signer(await linkOf(server.owner, pack, signers[0]!)),
      await server.signer(await linkOf(server.owner, pack, signers[1]!)),
    ]
    const [finished, waiting, sender] = [
      await kept(asSigner(server.url, grace)),
      await kept(asSigner(server.url, ada)),
      await team(server.owner),
    ]
    for (const one of [finished, waiting, sender]) expect(await one.watch(pack, -1)).toEqual({ success: true })
    await finish(grace, pack, signers[1]!)
    await soon(
      () => finished.fresh.length,
      (count) => count > 1,
    )
    await server.owner.get(`/app/documents/${pack}/delete_document`)
    await isOut(waiting)
    // They were looked at in their order. Out of the trash a signer who has finished may look again: nothing later puts them out.
    await server.owner.get(`/app/documents/${pack}/recover_document`)
    await isOut(finished)
    for (const signer of [finished, waiting]) expect(signer.refused.at(-1)).toMatchObject({ document_key: pack, code: 'document-gone' })
    await soon(
      () => typesOf(sender),
      (types) => types.includes('PackTrashed') && types.includes('PackRestored'),
    )
  })

  test('everybody, once a document is deleted for good; its row leaves every list', async () => {
    const { pack } = await uploaded(server.owner, 'Gone for good')
    const sender = await team(server.owner)
    await sender.ask('watch_list', { account_key: server.workspace })
    await sender.watch(pack, -1)
    await server.owner.get(`/app/documents/${pack}/delete_document`)
    await server.owner.delete(`/app/document_actions/${pack}/permanently_delete_document`)
    await soon(
      () => sender.refused.map(({ document_key, code }) => [document_key, code]),
      (refused) => refused.some(([key, code]) => key === pack && code === 'not-found'),
    )
    await soon(
      () => sender.lists.flatMap(({ removed }) => removed),
      (removed) => removed.includes(pack),
    )
    expect(sender.socket.connected).toBe(true)
  })

  test('a new password ends all sessions so far', async () => {
    const nora = await server.member('Nora')
    const { pack } = await uploaded(server.owner, 'Seen by Nora')
    const before = await team(nora)
    await before.watch(pack, -1)
    const { accounts } = server.application.services
    const token = (await accounts.makeResetToken('nora@example.com'))!
    const chosen = { token, password: 'another horse battery', network: '192.0.2.1' }
    await accounts.choosePassword(chosen, { correlation: 'c', causation: 'c' })
    await isOut(before)
    expect(before.refused.at(-1)).toMatchObject({ code: 'session-ended' })
  })

  test('nobody who joined a workspace after they connected: they may watch its list at once', async () => {
    const otto = await server.stranger('Otto')
    const connection = await team(otto)
    expect(await connection.ask('watch_list', { account_key: server.workspace })).toMatchObject({ success: false, code: 'not-a-member' })
    const person = { first_name: 'Otto', last_name: 'Tester', email_address: 'otto@example.com', is_admin: false }
    await server.owner.post(`/app/accounts/${server.workspace}/add_user_account`, { data: person })
    expect(await connection.ask('watch_list', { account_key: server.workspace })).toEqual({ success: true })
  })
})

describe('a connection is bounded', () => {
  test('to 50 packs, also when it asks for more of them at once; one that is left makes room', async () => {
    const connection = await team(server.owner)
    const { pack, document } = await uploaded(server.owner, 'Many rooms')
    const keys = [pack, document]
    // Copies of a document without signers cost least.
    while (keys.length < 51) {
      const { document: copy } = await server.owner.get<{ document: { key: string } }>(`/app/documents/${pack}/create_a_copy`)
      keys.push(copy.key)
    }
    const answers = await Promise.all(keys.map((key) => connection.watch(key, -1)))
    const refused = answers.filter(({ success }) => !success)
    expect(refused).toEqual([expect.objectContaining({ code: 'too-many-requests' })])
    const left = keys[answers.findIndex(({ success }) => success)]!
    await connection.ask('unwatch_pack', { document_key: left })
    expect(await connection.watch(keys[answers.findIndex(({ success }) => !success)]!, -1)).toEqual({ success: true })
  })

  test('in what it sends: a message that is too large ends it, and only it', async () => {
    const [connection, other] = [await team(server.owner), await team(server.owner)]
    connection.socket.emit('watch_pack', { document_key: 'x'.repeat(20_000), revision: 0 })
    await isOut(connection)
    const { pack } = await uploaded(server.owner, 'Still served')
    expect(await other.watch(pack, -1)).toEqual({ success: true })
  })

  test('in what waits for it: who asks and does not read is dropped, and comes back by revision', async () => {
    const fields = Array.from({ length: 100 }, (_, at) => ({
      ...TEXT,
      ...PLACES(at),
      signer: 'self' as const,
      description: 'long '.repeat(100),
    }))
    const { pack } = await prepared(server.owner, 'Not read', [], fields)
    const [slow, watcher] = [await team(server.owner), await team(server.owner)]
    for (const one of [slow, watcher]) await one.watch(pack, -1)
    await slow.here(pack, { page: 1 })
    await soon(
      () => watcher.present.at(-1)?.people.length,
      (count) => count === 1,
    )
    // Its line goes one way from here on.
    const wire = (slow.socket.io.engine.transport as unknown as { ws: { pause(): void; resume(): void } }).ws
    wire.pause()
    const asking = setInterval(() => {
      for (let at = 0; at < 15; at++) slow.socket.emit('watch_pack', { document_key: pack, revision: -1 })
      slow.socket.emit('here', { document_key: pack, page: 1 })
    }, 1_000)
    try {
      await soon(
        () => watcher.present.at(-1)?.people.length,
        (count) => count === 0,
      )
    } finally {
      clearInterval(asking)
    }
    wire.resume()
    await isOut(slow)
    const { revision } = await viewOf(server.owner, pack)
    await server.owner.post(`/app/documents/${pack}/update_document`, { data: { document_name: 'Read again' } })
    const again = await team(server.owner)
    await again.watch(pack, revision)
    await soon(
      () => typesOf(again),
      (types) => types.includes('PackRenamed'),
    )
    expect(again.events[0]).toMatchObject({ from: revision + 1 })
    expect(again.fresh).toEqual([])
  })

  test('in what it missed: after more than a thousand events it has a fresh view, and not the events', async () => {
    const { pack, document } = await uploaded(server.owner, 'A thousand missed')
    const { revision } = await viewOf(server.owner, pack)
    for (let round = 0; round < 3; round++) {
      const fields = Array.from({ length: 100 }, (_, at) => ({
        uuid: newId(),
        document_key: document,
        ...TEXT,
        page: 0,
        ...PLACES(at, 200 * round),
        signatory_uuid: 'self',
        data: 'one',
      }))
      await server.owner.post(`/app/documents/${pack}/add_update_data_field`, { data: fields })
      await server.owner.post(`/app/documents/${pack}/add_update_data_field`, {
        data: fields.map(({ uuid }) => ({ uuid, data: 'two', custom_id: `n${uuid}` })),
      })
    }
    const now = await viewOf(server.owner, pack)
    expect(now.revision - revision).toBeGreaterThan(1_000)
    const [few, many] = [await team(server.owner), await team(server.owner)]
    await few.watch(pack, now.revision - 900)
    await many.watch(pack, revision)
    await soon(
      () => [few.events.length, many.fresh.length],
      ([events, fresh]) => events === 1 && fresh === 1,
    )
    expect([few.fresh, many.events]).toEqual([[], []])
    expect(many.fresh[0]).toMatchObject({ revision: now.revision, view: now.view })
  })
})
