import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { pack as aggregate } from '#domain/pack'
import { asSigner, asTeam, type LiveConnection, soon } from '#tests/live-client'
import { refusalOf, type SigningClient, type TestServer, testServer } from '#tests/server'
import { testWorld } from '#tests/world'
import type { LiveSocket } from '../../command-api/live/live-socket.ts'
import type { OtherProcesses } from '../../command-api/live/other-processes.ts'
import { presenceOf } from '../../command-api/live/presence.ts'
import { presenceBroadcaster } from '../../command-api/live/presence-broadcaster.ts'
import { SIGN_OF_LIFE_MS } from '../../web/live/connection.ts'
import { asked, linkOf, sent } from '../support/prepared.ts'

let server: TestServer
const open: LiveConnection[] = []
beforeAll(async () => {
  server = await testServer()
})
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.close()
})
afterAll(() => server.close())

const TEXT = { type: 'text', x: 40, y: 40, width: 120, height: 24 }
const TWO = ['Ada Lovelace', 'Grace Hopper']
const peopleOf = (connection: LiveConnection) => connection.present.at(-1)?.people ?? []

async function opened(name: string) {
  const made = await sent(server.owner, name, TWO, [
    { ...TEXT, signer: 0 },
    { ...TEXT, y: 90, signer: 1 },
  ])
  await asked(server.owner, made.pack)
  const signer = async (at: number): Promise<SigningClient> => server.signer(await linkOf(server.owner, made.pack, made.signers[at]!))
  const connection = {
    team: await asTeam(server.url, server.owner),
    ada: await asSigner(server.url, await signer(0)),
    grace: await asSigner(server.url, await signer(1)),
  }
  open.push(...Object.values(connection))
  for (const one of Object.values(connection)) expect(await one.watch(made.pack, -1)).toEqual({ success: true })
  return { ...made, ...connection }
}

test('the team sees who is on which page, types in which field and has what selected; signers see of each other where they type', async () => {
  const { pack, fields, signers, team, ada, grace } = await opened('Where they are')
  await team.here(pack, { page: 1, selection: [fields[0]!, fields[1]!] })
  await ada.here(pack, { page: 0, typing: fields[0]! })
  await soon(
    () => peopleOf(team),
    (people) => people.length === 2,
  )
  const member = { as: 'team', name: 'Mira Castell', page: 1, selection: fields, typing: null }
  const signer = { as: 'signatory', id: signers[0], name: 'Ada Lovelace', page: 0, selection: [], typing: fields[0] }
  expect(peopleOf(team)).toEqual(expect.arrayContaining([expect.objectContaining(member), expect.objectContaining(signer)]))
  await soon(
    () => peopleOf(grace),
    (people) => people.length === 1,
  )
  expect(peopleOf(grace)).toEqual([expect.objectContaining(signer)])
  // A late viewer sees it at once, and not with the next action of somebody.
  const late = await asTeam(server.url, server.owner)
  open.push(late)
  await late.watch(pack, -1)
  await soon(
    () => peopleOf(late),
    (people) => people.length === 2,
  )
})

test('signers see that the sender is here where the workspace says so, and neither who nor where', async () => {
  const { pack, team, ada } = await opened('The sender is here')
  await team.here(pack, { page: 1 })
  await soon(
    () => peopleOf(team).length,
    (count) => count === 1,
  )
  expect(ada.present.flatMap(({ people }) => people)).toEqual([])
  const nora = await server.member('Nora')
  const settings = `/app/accounts/${server.workspace}/update_account_settings`
  const forbidden = nora.post(settings, { data: { show_sender_presence: true } })
  expect(await refusalOf(forbidden)).toMatchObject({ code: 'not-an-administrator' })
  await server.owner.post(settings, { data: { show_sender_presence: true } })
  await team.here(pack, { page: 0 })
  await soon(
    () => peopleOf(ada),
    (people) => people.length === 1,
  )
  expect(peopleOf(ada)).toEqual([{ id: 'sender', as: 'sender', name: '', page: null, selection: [], typing: null }])
  await server.owner.post(settings, { data: { show_sender_presence: false } })
})

test('a person who closes the page is gone, and so is a silent one; nothing of it is an event', async () => {
  const { pack, team, ada, grace } = await opened('Gone again')
  const { revision } = await server.owner.get<{ revision: number }>(`/app/documents/${pack}/view`)
  await ada.here(pack, { page: 0 })
  await grace.here(pack, { page: 0 })
  await soon(
    () => peopleOf(team).length,
    (count) => count === 2,
  )
  ada.socket.close()
  await soon(
    () => peopleOf(team).map(({ name }) => name),
    (names) => names.join() === 'Grace Hopper',
  )
  // Her machine sleeps: the line is there, and nothing comes over it any more.
  await soon(
    () => peopleOf(team).length,
    (count) => count === 0,
  )
  expect(grace.socket.connected).toBe(true)
  expect((await server.owner.get<{ revision: number }>(`/app/documents/${pack}/view`)).revision).toBe(revision)
})

test('a pack that goes back to setup is nobody’s but the team’s, and so is who looks at it', async () => {
  const { pack, fields, team, ada } = await opened('Called back while there')
  await ada.here(pack, { page: 0, typing: fields[0]! })
  await soon(
    () => peopleOf(team).length,
    (count) => count === 1,
  )
  await server.owner.post(`/app/documents/${pack}/update_document`, { data: { status: 'setup' } })
  await soon(
    () => peopleOf(team).length,
    (count) => count === 0,
  )
  const present = ada.present.length
  await team.here(pack, { page: 0 })
  await soon(
    () => peopleOf(team).length,
    (count) => count === 1,
  )
  expect(ada.present.slice(present)).toEqual([])
  expect(await team.here(pack, { page: -1 })).toMatchObject({ success: false, code: 'invalid-request' })
})

test('a silent person is forgotten within ten seconds of the last sign of life, and nobody who still gives one', () => {
  let now = 0
  const present = presenceOf(() => now)
  const here = (id: string) => ({ id, as: 'team' as const, page: 0, selection: [], typing: null })
  present.here('pack', 'window', here('sleeps'))
  let gone = 0
  // The gateway looks every second.
  for (now = 1_000; now <= 20_000; now += 1_000) {
    if (now % SIGN_OF_LIFE_MS === 0) present.here('pack', 'other window', here('stays'))
    if (present.expire().length > 0) gone ||= now
  }
  expect(gone).toBeGreaterThan(SIGN_OF_LIFE_MS)
  expect(gone).toBeLessThan(10_000)
  expect(present.of('pack').map(({ id }) => id)).toEqual(['stays'])
})

test('whatever is lost between processes, and whatever cannot be looked up at first, everybody who is there sees it in the end, and nobody else', async () => {
  const world = testWorld({ seed: 'lossy' })
  let loses = true
  let fails = 0
  const lost = (share: number) => loses && world.random.fraction() < share
  const connection: ReadonlyMap<string, (...what: never[]) => void>[] = []
  const process = (announced: string[][]) => {
    const listeners = new Map<string, (...what: never[]) => void>()
    connection.push(listeners)
    const others: OtherProcesses = {
      hear: (name, listener) => void listeners.set(name, listener),
      tell: (name, ...what) => {
        const message = JSON.parse(JSON.stringify(what))
        for (const other of connection) if (other !== listeners && !lost(0.4)) other.get(name)?.(...(message as never[]))
      },
    }
    const stateOf = async () => {
      if (fails-- > 0) throw new Error('The log did not answer in time.')
      return aggregate.initial
    }
    const emit = (_name: string, { people }: { people: { id: string }[] }) => announced.push(people.map(({ id }) => id))
    return presenceBroadcaster({
      world,
      services: { accounts: { profileOf: async () => null }, members: { showsSenderPresence: async () => false } } as never,
      rooms: { audiencesIn: () => [{ of: 'team' }], stateOf },
      sockets: { inRoom: () => [{ nsp: { local: { to: () => ({ emit }) } } }] } as never,
      others,
    })
  }
  const announced: string[][] = []
  const here = process(announced)
  const there = process([])
  const socketOf = (id: string) => ({ id, data: { caller: { as: 'account', user: id } } }) as never as LiveSocket
  const everybody = Array.from({ length: 12 }, (_, at) => `user-${String(at).padStart(2, '0')}`)
  const page = { page: 0, selection: [], typing: null }
  let present = new Set<string>()
  const second = async () => {
    for (const id of present) there.here(socketOf(id), { pack: 'pack' } as never, page)
    for (const one of [here, there]) one.look()
    world.advance(1_000)
    await new Promise(setImmediate)
  }
  for (let lossy = 0; lossy < 45; lossy++) {
    const stay = new Set(everybody.filter(() => world.random.fraction() < 0.5))
    for (const id of present) if (!stay.has(id)) there.left(socketOf(id), 'pack')
    present = stay
    await second()
  }
  loses = false
  for (let quiet = 0; quiet < 15; quiet++) await second()
  expect(present.size).toBeGreaterThan(1)
  expect(announced.at(-1)).toEqual([...present].sort())

  const [last] = present
  present.delete(last!)
  fails = 2
  there.left(socketOf(last!), 'pack')
  await second()
  expect(announced.at(-1)).toContain(last)
  await second()
  expect(announced.at(-1)).toEqual([...present].sort())
})
