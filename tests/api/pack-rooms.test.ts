import { expect, test } from 'vitest'
import { LIVE } from '#contract/live'
import { pack as aggregate } from '#domain/pack'
import { commandHandler } from '#platform/command-handler'
import { memoryEventLog } from '#platform/event-log'
import { memorySubjectKeys } from '#platform/subject-keys'
import { creator, type having, idOf, packInSetup, workspace } from '#tests/pack'
import { testWorld } from '#tests/world'
import { problem } from '../../command-api/edge/problem.ts'
import type { LiveSocket, Spot } from '../../command-api/live/live-socket.ts'
import { packRooms } from '../../command-api/live/pack-rooms.ts'

const pack = idOf('pack')
const stream = `pack-${pack}`
const caller = { as: 'account', user: creator } as unknown as LiveSocket['data']['caller']
const who: Spot['who'] = { as: 'team', user: creator, workspace, isAdmin: false, permissions: new Set() }
const place = { pack, child: null, audience: { of: 'team' }, who, finished: false, caller }

/** A connection as far as rooms know it, and what it was told. */
function connection() {
  const rooms = new Set<string>()
  const told: { readonly name: string; readonly message: unknown }[] = []
  const emit = (name: string, message: unknown) => void told.push({ name, message })
  const socket = {
    connected: true,
    data: { token: '', caller, watching: new Map<string, Spot>(), entering: new Set<{ key: string }>() },
    conn: { writeBuffer: [], transport: {} },
    emit,
    nsp: { local: { to: () => ({ emit }) } },
    join: (names: readonly string[]) => names.forEach((name) => void rooms.add(name)),
    leave: (name: string) => rooms.delete(name),
  }
  return { socket: socket as unknown as LiveSocket, rooms, told }
}

async function house(enter: () => Promise<unknown> = async () => place) {
  const world = testWorld()
  const log = memoryEventLog(world)
  const keys = memorySubjectKeys(world)
  const handler = commandHandler({ log, keys, world })
  const here = [connection(), connection()] as const
  const inRoom = (room: string) => here.filter(({ rooms: of }) => of.has(room)).map(({ socket }) => socket)
  const rights = { changes: 0 }
  const rooms = packRooms({
    services: { eventLog: log, subjectKeys: keys, handler },
    packs: { enter: enter as never },
    sockets: {
      all: () => here.map(({ socket }) => socket),
      inRoom,
      anyIn: (room) => inRoom(room).length > 0,
      seatsIn: () => here.flatMap(({ socket }) => [...socket.data.watching].map(([key, spot]) => ({ socket, key, spot }))),
    },
    stillThere: async (socket) => socket.data.caller,
    rightsChanged: () => rights.changes,
    entered: () => undefined,
    left: () => undefined,
  })
  const origin = { actor: { principal: `user:${creator}`, capacity: 'team' }, correlation: 'c', causation: 'c' } as const
  const happened = (facts: Parameters<typeof having>[0]) =>
    handler.handle({ stream, aggregate, decide: () => facts.events.map(({ fact }) => fact), origin })
  await happened(packInSetup('first'))
  return { rooms, rights, keys, watching: (at: 0 | 1) => rooms.enter(here[at].socket, { document_key: pack, revision: -1 }), here }
}

test('somebody whose right was taken while they were on their way in is out of the room again, with a reason', async () => {
  let taken = false
  const { rooms, rights, watching, here } = await house(async () => {
    if (taken) return problem('not-found')
    // In this very moment, when nobody finds them in the room yet.
    taken = true
    rights.changes += 1
    return place
  })
  await watching(0)
  const [{ socket, told, rooms: of }] = here
  expect(told.at(-1)).toMatchObject({ name: LIVE.refused, message: { document_key: pack, code: 'not-found' } })
  expect([socket.data.watching.size, of.size]).toEqual([0, 0])
  expect(rooms.audiencesIn(pack)).toEqual([])
})

test('what a destroyed key sealed is not in the fold that later ones are told from', async () => {
  const { rooms, keys, watching, here } = await house()
  await watching(0)
  expect(JSON.stringify(here[0].told)).toContain('first@example.org')
  await keys.destroy(stream, idOf('first'))
  rooms.forget(pack)
  await watching(1)
  expect(here[1].told).toHaveLength(1)
  expect(JSON.stringify(here[1].told)).not.toContain('first@example.org')
})
