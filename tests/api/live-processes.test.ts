import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { LIVE } from '#contract/live'
import type { NotificationsAnswer } from '#contract/notifications'
import { openPool } from '#platform/postgres'
import { lineTo } from '#tests/line'
import { asSigner, asTeam, isOut, type LiveConnection, listen, soon } from '#tests/live-client'
import { type Besides, refusalOf, type TestServer, testServer } from '#tests/server'
import { SIGN_OF_LIFE_MS } from '../../web/live/connection.ts'
import { asked, eventually, linkOf, sent, uploaded, viewOf } from '../support/prepared.ts'

// Two processes' worth of the program, on one database: what one appends, the other's connections hear of.
let server: TestServer
let other: Besides
const open: LiveConnection[] = []
beforeAll(async () => {
  server = await testServer({ environment: { PARAPH_MASTER_KEY: randomBytes(32).toString('base64') } })
  other = await server.anotherProcess({ PARAPH_ROLES: 'api' })
})
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.close()
})
afterAll(async () => {
  await other.close()
  await server.close()
})

const TEXT = { type: 'text', x: 40, y: 40, width: 120, height: 24 }
const kept = async (connecting: Promise<LiveConnection>) => {
  const one = await connecting
  open.push(one)
  return one
}
/** Says where it is as a page does: at once, and again and again. */
function stays(one: LiveConnection, pack: string, where: { page: number; typing?: string }): void {
  const say = () => void one.socket.emit(LIVE.here, { document_key: pack, selection: [], typing: null, ...where })
  say()
  const again = setInterval(say, SIGN_OF_LIFE_MS)
  onTestFinished(() => clearInterval(again))
}

test('while the database is away a live connection, a new one and a message on one get the same error as a call, and served once it is back', async () => {
  const { pack } = await uploaded(server.owner, 'Through an outage')
  const { revision } = await viewOf(server.owner, pack)
  const { databaseUrl, configuration } = server.application.foundation
  // Where the events are elsewhere, a room needs the log alone: then that is away too.
  const { eventStoreUrl } = configuration
  const addresses = { DATABASE_URL: databaseUrl, ...(eventStoreUrl === null ? {} : { EVENTSTOREDB_URL: eventStoreUrl }) }
  const lines = await Promise.all(
    Object.entries(addresses).map(async ([name, address]) => ({ name, address, line: await lineTo(address) })),
  )
  const environment = Object.fromEntries(lines.map(({ name, line }) => [name, line.url]))
  const behind = await server.anotherProcess({ ...environment, PARAPH_ROLES: 'api' })
  onTestFinished(async () => {
    await behind.close()
    for (const { line } of lines) await line.close()
  })
  const same = await behind.as(server.owner)
  const before = await kept(asTeam(behind.url, server.owner))
  for (const { line } of lines) {
    line.to(null)
    line.cut()
  }
  const unavailable = { success: false, code: 'unavailable', message: expect.stringContaining('cannot be reached') }
  expect(await refusalOf(viewOf(same, pack))).toMatchObject({ status: 503, code: unavailable.code, message: unavailable.message })
  expect(await before.watch(pack, revision)).toEqual(unavailable)
  await expect(asTeam(behind.url, server.owner)).rejects.toMatchObject({ message: 'unavailable', data: unavailable })
  for (const { address, line } of lines) line.to(Number(new URL(address).port))
  expect(await before.watch(pack, revision)).toEqual({ success: true })
  expect(await (await kept(asTeam(behind.url, server.owner))).watch(pack, revision)).toEqual({ success: true })
})

test('events arrive in the order of their revisions, without gap and without doubles, whichever process appended them', async () => {
  const { pack } = await uploaded(server.owner, 'From both')
  const { revision } = await viewOf(server.owner, pack)
  const here = await kept(asTeam(server.url, server.owner))
  const there = await kept(asTeam(other.url, server.owner))
  for (const one of [here, there]) expect(await one.watch(pack, revision)).toEqual({ success: true })
  const rename = (by: typeof server.owner, name: string) =>
    by.post(`/app/documents/${pack}/update_document`, { data: { document_name: name } })
  const elsewhere = await other.as(server.owner)
  for (let round = 0; round < 10; round++) {
    await Promise.all([rename(server.owner, `Here ${round}`), rename(elsewhere, `There ${round}`)])
  }
  const last = (await viewOf(server.owner, pack)).revision
  expect(last).toBe(revision + 20)
  for (const { events } of [here, there]) {
    await soon(
      () => events.at(-1)?.to,
      (to) => to === last,
    )
    const revisions = events.flatMap((message) => message.events.map((event) => event.revision))
    expect(revisions).toEqual(Array.from({ length: 20 }, (_, at) => revision + 1 + at))
  }
})

test('a session that its owner ends from another is over in every process, and its connections are cut', async () => {
  const mona = await server.member('Mona')
  const cookieOf = async (agent: string) => {
    const body = JSON.stringify({ email_address: 'mona@example.com', password: 'correct horse battery' })
    const headers = { 'content-type': 'application/json', 'x-csrf-token': 'none', 'user-agent': agent }
    const answer = await server.raw('/app/session', { method: 'POST', headers, body })
    return answer.headers
      .getSetCookie()
      .find((line) => line.startsWith('paraph_session='))!
      .split(';')[0]!
  }
  const phone = await cookieOf('Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0')
  const program = await cookieOf('curl/8.5.0')
  const here = await kept(asTeam(server.url, mona))
  const away = [phone, program].map((cookie) => kept(listen(other.url, { cookie })))
  const [onPhone, ofProgram] = [await away[0]!, await away[1]!]
  type Listed = {
    key: string
    browser: string | null
    system: string | null
    network: string
    is_current: boolean
    is_handed_over: boolean
  }
  const listed = async () => (await mona.get<{ sessions: Listed[] }>('/app/user/sessions')).sessions
  const ofItself = await server.raw('/app/user/sessions', { headers: { cookie: phone } })
  const { key } = (ofItself.body.sessions as Listed[]).find(({ is_current }) => is_current)!
  const sessions = await listed()
  const own = { network: '127.0.0.0/24', is_handed_over: false, begun: expect.any(String), last_used: expect.any(String) }
  const ofPhone = sessions.find((one) => one.key === key)!
  expect(ofPhone).toMatchObject({ ...own, browser: 'Firefox', system: 'Android', is_current: false })
  expect(sessions.filter(({ is_current }) => is_current)).toHaveLength(1)
  expect(sessions.filter(({ browser, system }) => browser === null && system === null).length).toBeGreaterThan(0)

  await mona.delete(`/app/user/sessions/${ofPhone.key}`)
  await soon(
    () => onPhone.socket.connected,
    (connected) => !connected,
  )
  expect((await server.raw('/app/user', { headers: { cookie: phone } })).body.code).toBe('session-ended')
  expect(ofProgram.socket.connected).toBe(true)
  // Done already, and never somebody else's.
  for (const by of [mona, server.owner])
    expect(await refusalOf(by.delete(`/app/user/sessions/${ofPhone.key}`))).toMatchObject({ status: 404 })
  expect(await mona.post('/app/user/end_other_sessions', {})).toMatchObject({ success: true, ended: expect.any(Number) })
  await soon(
    () => ofProgram.socket.connected,
    (connected) => !connected,
  )
  expect(here.socket.connected).toBe(true)
  expect((await listed()).map(({ is_current }) => is_current)).toEqual([true])
})

test('who is here is known across processes, and gone from all of them', async () => {
  const made = await sent(server.owner, 'Seen across', ['Ada Lovelace'], [{ ...TEXT, signer: 0 }])
  const ada = await server.signer(await linkOf(server.owner, made.pack, made.signers[0]!))
  const team = await kept(asTeam(server.url, server.owner))
  const signer = await kept(asSigner(other.url, ada))
  for (const one of [team, signer]) expect(await one.watch(made.pack, -1)).toEqual({ success: true })
  // The document's state is dropped while they watch: they see who is here all the same.
  await server.application.services.subjectKeys.destroy(`pack-${made.pack}`, 'user:nobody-in-it')
  stays(signer, made.pack, { page: 0, typing: made.fields[0]! })
  const names = () => team.present.at(-1)?.people.map(({ name, typing }) => [name, typing])
  await soon(names, (people) => JSON.stringify(people) === JSON.stringify([['Ada Lovelace', made.fields[0]]]))
  signer.socket.close()
  await soon(names, (people) => people?.length === 0)
})

test('a person who came or left while a process received nothing from the others is there, or gone, once it receives from them again', async () => {
  const names = ['Ada Lovelace', 'Grace Hopper', 'Mary Somerville']
  const fields = names.map((_, signer) => ({ ...TEXT, y: 40 + 40 * signer, signer }))
  const made = await sent(server.owner, 'Missed meanwhile', names, fields)
  const { signers, pack } = made
  await asked(server.owner, pack)
  const team = await kept(asTeam(server.url, server.owner))
  expect(await team.watch(pack, -1)).toEqual({ success: true })
  const enter = async (at: number) => {
    const signer = await kept(asSigner(other.url, await server.signer(await linkOf(server.owner, pack, signers[at]!))))
    expect(await signer.watch(pack, -1)).toEqual({ success: true })
    stays(signer, pack, { page: at })
    return signer
  }
  const seen = () =>
    team.present
      .at(-1)
      ?.people.map(({ name }) => name)
      .sort()
  const ada = await enter(0)
  await enter(1)
  await soon(seen, (people) => isDeepStrictEqual(people, names.slice(0, 2)))

  const pool = openPool(server.application.foundation.databaseUrl, { max: 1 })
  onTestFinished(() => pool.end())
  const { rowCount } = await pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'paraph-live'",
  )
  expect(rowCount).toBeGreaterThanOrEqual(2)
  ada.socket.close()
  await enter(2)
  await soon(seen, (people) => isDeepStrictEqual(people, names.slice(1)))
})

test('a notification rings where its reader is connected, and is there when they ask, whichever process keeps the rows; read here, it is read there', async () => {
  const there = await kept(asTeam(other.url, server.owner))
  let rung = 0
  there.socket.on(LIVE.notificationsChanged, () => {
    rung += 1
  })
  expect(await there.ask('watch_notifications', {})).toEqual({ success: true })
  const made = await sent(server.owner, 'Rung across', ['Ada Lovelace'], [{ ...TEXT, signer: 0 }])
  const ada = await server.signer(await linkOf(server.owner, made.pack, made.signers[0]!))
  await ada.post(`/app/documents/${made.pack}/add_update_signatory`, {
    data: { uuid: made.signers[0] },
    update_status_to: 'rejected',
    rejection_reason: 'Not this one',
  })
  await soon(
    () => rung,
    (count) => count > 0,
  )
  const elsewhere = await other.as(server.owner)
  const notificationsThere = async () =>
    (await elsewhere.get<NotificationsAnswer>('/app/notifications')).notifications.filter(({ related_key }) => related_key === made.pack)
  const [declined] = await eventually(notificationsThere, ({ length }) => length > 0)
  expect(declined).toMatchObject({ message: 'Ada Lovelace declined to sign “Rung across”.', read: false })
  const before = rung
  await server.owner.post(`/app/notifications/${declined!.key}`, {})
  await soon(
    () => rung,
    (count) => count > before,
  )
  await eventually(notificationsThere, ([one]) => one?.read === true)
})

test('logging out ends the connections of that session in every process', async () => {
  const nora = await server.member('Nora')
  const there = await kept(asTeam(other.url, nora))
  const here = await kept(asTeam(server.url, nora))
  await nora.delete('/app/session')
  await isOut(there)
  await isOut(here)
})

test('rows that another process keeps reach those who watch the list here; a removed member is out of it', async () => {
  const otto = await server.member('Otto')
  const there = await kept(asTeam(other.url, otto))
  expect(await there.ask('watch_list', { account_key: server.workspace })).toEqual({ success: true })
  const { pack } = await uploaded(server.owner, 'Kept elsewhere')
  await soon(
    () => there.lists.flatMap(({ documents }) => documents).findLast(({ key }) => key === pack)?.document_name,
    (name) => name === 'Kept elsewhere',
  )
  const { members } = server.application.services
  const member = (await members.list(server.workspace)).find(({ email }) => email === 'otto@example.com')!
  await server.owner.post(`/app/accounts/${server.workspace}/remove_user_account`, { data: { user_account_key: member.key } })
  await soon(
    () => there.refused.map(({ account_key, code }) => [account_key, code]),
    (refused) => refused.some(([key, code]) => key === server.workspace && code === 'not-a-member'),
  )
})
