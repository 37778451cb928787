import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIVE } from '#contract/live'
import { sharedIn } from '#domain/aggregates'
import { pack as aggregate, type PackFact } from '#domain/pack'
import { commandHandler } from '#platform/command-handler'
import { memoryEventLog } from '#platform/event-log'
import { memoryKeyIndex } from '#platform/key-index'
import { memorySharedLeaves, sharingLog } from '#platform/shared-leaves'
import { memorySubjectKeys } from '#platform/subject-keys'
import { liveSockets } from '#tests/live-sockets'
import {
  creator,
  fill,
  having,
  idOf,
  link,
  packInSetup,
  packSentToAllAtOnce,
  sign,
  signedBy,
  typed,
  type World,
  workspace,
} from '#tests/pack'
import { histories } from '#tests/pack-histories'
import { allWorlds } from '#tests/pack-scenarios'
import { testWorld } from '#tests/world'
import type { Account, Signer } from '../../command-api/edge/caller.ts'
import { isProblem, problem } from '../../command-api/edge/problem.ts'
import type { LiveSocket } from '../../command-api/live/live-socket.ts'
import { packRooms } from '../../command-api/live/pack-rooms.ts'
import { rightsOf } from '../../command-api/live/rights.ts'
import { type Packs, packs } from '../../command-api/pack/packs.ts'

const pack = idOf('pack')
const stream = `pack-${pack}`
const membership = { workspace, name: '', isAdmin: false, isPersonal: false, permissions: new Set<string>(), invitation: null }
const sender: Account = { as: 'account', user: creator, session: 'desk', memberships: [membership] }
const signerBy = (signatory: string, link: string): Signer => ({
  as: 'signer',
  session: link,
  pack,
  signatory,
  link,
  inPerson: false,
})

/** The rooms of one process, on a log of its own. `before` is what it is asked before somebody is let in; `find`, who they are by now. */
async function house(
  world: World,
  before: () => ReturnType<Packs['resolveAccess']> | null = () => null,
  find = (socket: LiveSocket): LiveSocket['data']['caller'] => socket.data.caller,
) {
  const here = testWorld()
  const log = sharingLog(memoryEventLog(here), { leaves: memorySharedLeaves(), pathsIn: sharedIn })
  const keys = memorySubjectKeys(here)
  const handler = commandHandler({ log, keys, world: here })
  const keyIndex = memoryKeyIndex()
  await keyIndex.register([{ key: pack, kind: 'document', pack }])
  const members = { enter: async () => undefined, hasDeleted: async () => false, postponeDeletion: async () => true }
  const door = packs({ handler, keyIndex, members, world: here, defaultCountry: 'ZA' })
  const rights = { changes: 0 }
  const { sockets, connect } = liveSockets()
  const rooms = packRooms({
    services: { eventLog: log, subjectKeys: keys, handler },
    packs: { resolveAccess: async (...asked) => (await before()) ?? door.resolveAccess(...asked) },
    sockets,
    stillThere: async (socket) => {
      socket.data.caller = find(socket)
      return socket.data.caller
    },
    rightsChanged: () => rights.changes,
    entered: () => undefined,
    left: () => undefined,
  })
  let requests = 0
  let stored = 0
  let story = world
  /** One request after the other. */
  const ask = async (facts: readonly PackFact[]) => {
    const id = `request ${requests++}`
    const origin = { actor: { principal: `user:${creator}`, capacity: 'team' }, correlation: id, causation: id } as const
    await handler.handle({ stream, aggregate, decide: () => facts, origin })
  }
  const after = async (...commands: Parameters<typeof having> extends [World, ...infer Rest] ? Rest : never) => {
    for (const command of commands) {
      const next = having(story, command)
      await ask(next.events.slice(story.events.length).map(({ fact }) => fact))
      story = next
    }
  }
  await ask(world.events.map(({ fact }) => fact))
  return {
    rooms,
    rights,
    keys,
    door,
    ask,
    after,
    /** Everything since the last time comes at once, as by a follower that was behind. */
    async catchUp() {
      const all = await log.read(stream, 0n, 1_000)
      const came = all.slice(stored)
      stored = all.length
      await rooms.changed(new Map([[pack, came]]))
    },
    async watches(caller: Account | Signer) {
      const received: { readonly name: string; readonly message: unknown }[] = []
      const seat = { received, cut: false, answer: null as unknown }
      const socket = connect({
        token: '',
        caller,
        hear: (name, message) => void received.push({ name, message }),
        cutOff: () => {
          seat.cut = true
        },
      })
      seat.answer = await rooms.enter(socket, { document_key: pack, revision: -1 })
      return Object.assign(seat, { socket, isIn: () => socket.data.watching.size > 0 && socket.rooms.size > 0 })
    },
  }
}
const types = (received: readonly { message: unknown }[]) =>
  received.flatMap(({ message }) => ((message as { events?: { type: string }[] }).events ?? []).map(({ type }) => type))

test('somebody whose right was taken while they were on their way in is out of the room again, with a reason', async () => {
  let asked = 0
  const { rooms, rights, watches } = await house(packInSetup('first'), () => {
    if (asked++ > 0) return Promise.resolve(problem('not-found'))
    // In this very moment, when nobody finds them in the room yet.
    rights.changes += 1
    return null
  })
  const { received, isIn } = await watches(sender)
  expect(received.at(-1)).toMatchObject({ name: LIVE.refused, message: { document_key: pack, code: 'not-found' } })
  expect(isIn()).toBe(false)
  expect(rooms.audiencesIn(pack)).toEqual([])
})

test('a member removed from the team while entering is looked up again: the earlier answer no longer holds', async () => {
  let memberships = [membership]
  const { rights, watches } = await house(
    packInSetup('first'),
    () => {
      if (memberships.length > 0) rights.changes += 1
      memberships = []
      return null
    },
    () => ({ ...sender, memberships }),
  )
  const { received, isIn } = await watches(sender)
  expect(received.at(-1)).toMatchObject({ name: LIVE.refused, message: { code: 'not-found' } })
  expect(isIn()).toBe(false)
})

test('who somebody is by a question that was answered late does not replace a later answer', async () => {
  const answers: ((caller: Account) => void)[] = []
  const { sockets, connect } = liveSockets()
  const { timers } = testWorld()
  const rights = rightsOf({
    find: () => new Promise((resolve) => void answers.push(resolve)),
    sockets,
    timers,
    rooms: () => ({}) as never,
    trouble: () => undefined,
  })
  const socket = connect({ token: '', caller: sender, hear: () => undefined })
  const asked = [rights.stillThere(socket), rights.stillThere(socket)]
  const removed = { ...sender, memberships: [] }
  answers[1]!(removed)
  await asked[1]
  answers[0]!(sender)
  expect(await Promise.all(asked)).toEqual([removed, removed])
  expect(socket.data.caller).toEqual(removed)
})

test('a page learns that its account changed where its rights did, and not where the same ones are found in another order', async () => {
  const may = (...permissions: string[]): Account => ({ ...sender, memberships: [{ ...membership, permissions: new Set(permissions) }] })
  let now = may('can_move_documents', 'can_sign_in_person')
  const { sockets, connect } = liveSockets()
  const rooms = { recheck: async () => undefined } as never
  const rights = rightsOf({ find: async () => now, sockets, timers: testWorld().timers, rooms: () => rooms, trouble: () => undefined })
  const received: string[] = []
  connect({ token: '', caller: now, hear: (name) => void received.push(name) })
  const look = () => rights.workspacesChanged(new Set([workspace]))
  now = may('can_sign_in_person', 'can_move_documents')
  await look()
  expect(received).toEqual([])
  now = may('can_sign_in_person')
  await look()
  expect(received).toEqual([LIVE.accountChanged])
  now = { ...now, memberships: [{ ...now.memberships[0]!, name: 'Renamed' }] }
  await look()
  await look()
  expect(received).toEqual([LIVE.accountChanged, LIVE.accountChanged])
})

test('what a destroyed key sealed is not in the fold that serves later viewers', async () => {
  const { rooms, keys, watches } = await house(packInSetup('first'))
  const first = await watches(sender)
  expect(JSON.stringify(first.received)).toContain('first@example.org')
  await keys.destroy(stream, idOf('first'))
  rooms.forget(pack)
  const second = await watches(sender)
  expect(second.received).toHaveLength(1)
  expect(JSON.stringify(second.received)).not.toContain('first@example.org')
})

const correct = {
  do: 'CorrectAddress',
  signatory: idOf('first'),
  name: 'Right One',
  email: 'right@example.org',
  request: idOf('corrected'),
} as const

test('a mistaken recipient of a mail learns that their link has ended, and sees nothing of the same moment', async () => {
  const { watches, after, catchUp } = await house(having(packSentToAllAtOnce('first', 'second'), link('first')))
  await catchUp()
  const wrong = await watches(signerBy(idOf('first'), idOf('first link')))
  const other = await watches(signerBy(idOf('second'), `${idOf(`link ${idOf(`round 0 request ${idOf('second')}`)}`)}`))
  expect([wrong.answer, other.answer]).toEqual([null, null])
  await after(correct, fill('first signature', 'first', typed('Of the right one')))
  await catchUp()
  expect(wrong.received.at(-1)).toMatchObject({ name: LIVE.refused, message: { code: 'link-voided' } })
  expect(wrong.cut).toBe(true)
  expect(JSON.stringify(wrong.received)).not.toContain('Of the right one')
  expect(other.isIn()).toBe(true)
})

test('a signer who has finished is out as soon as the document goes back, also where others were notified first', async () => {
  const { watches, after, catchUp } = await house(signedBy(packSentToAllAtOnce('first', 'second'), 'first'))
  await catchUp()
  const linkOf = (part: string) => idOf(`link ${idOf(`round 0 request ${idOf(part)}`)}`)
  const first = await watches(signerBy(idOf('first'), linkOf('first')))
  expect(first.isIn()).toBe(true)
  await after({ do: 'RevertToSetup' }, { do: 'SetSignatoryEmail', signatory: idOf('first'), email: 'another@example.org' })
  // A person who enters brings the room up to date.
  expect((await watches(sender)).isIn()).toBe(true)
  expect([first.isIn(), first.cut]).toEqual([false, true])
  expect(types(first.received)).not.toContain('SignatoryEmailSet')
  await catchUp()
  expect(first.received.filter(({ name }) => name === LIVE.refused)).toMatchObject([{ message: { code: 'link-voided' } }])
})

test('a signer whose link ends while they enter is refused with the reason', async () => {
  let arrives: () => Promise<void> = async () => {}
  const world = having(packSentToAllAtOnce('first', 'second'), link('first'))
  const { watches, after, catchUp, door } = await house(world, async () => {
    const place = await door.resolveAccess(signerBy(idOf('first'), idOf('first link')), pack)
    await arrives()
    return place
  })
  arrives = () => after(correct)
  const late = await watches(signerBy(idOf('first'), idOf('first link')))
  expect(late.answer).toMatchObject({ code: 'link-voided' })
  await catchUp()
  expect([late.isIn(), late.received]).toEqual([false, []])
})

test('a signer who finishes on another screen while entering is out again when the document goes back', async () => {
  let arrives: () => Promise<void> = async () => {}
  const first = signerBy(idOf('first'), idOf('first link'))
  const { watches, after, catchUp, door } = await house(having(packSentToAllAtOnce('first', 'second'), link('first')), async () => {
    const place = await door.resolveAccess(first, pack)
    await arrives()
    return place
  })
  arrives = () => after(fill('first signature', 'first', typed('first')), sign('first'))
  const seat = await watches(first)
  expect(seat.isIn()).toBe(true)
  await after({ do: 'RevertToSetup' })
  await catchUp()
  expect(seat.isIn()).toBe(false)
})

test('where the fold was let go of, nobody whose link has ended meanwhile has a fresh view of what came after', async () => {
  const { rooms, watches, after, catchUp } = await house(having(packSentToAllAtOnce('first'), link('first')))
  await catchUp()
  const wrong = await watches(signerBy(idOf('first'), idOf('first link')))
  const before = wrong.received.length
  rooms.forget(pack)
  await after(correct, fill('first signature', 'first', typed('Of the right one')))
  await catchUp()
  expect(wrong.received.slice(before)).toMatchObject([{ name: LIVE.refused, message: { code: 'link-voided' } }])
})

/** Each link of this story on a screen of its own, from when it was issued on: it is in the room for exactly as long as it opens the document. */
async function followed(world: World): Promise<void> {
  const { ask, catchUp, watches, door } = await house({ ...world, events: world.events.slice(0, 1) })
  await catchUp()
  const screens: { readonly caller: Signer; isIn(): boolean; wasIn: boolean }[] = []
  for (const { fact } of world.events.slice(1)) {
    await ask([fact])
    await catchUp()
    for (const screen of screens) {
      const { caller, wasIn } = screen
      const place = await door.resolveAccess(caller, pack)
      expect([fact.type, caller.link, screen.isIn()]).toEqual([fact.type, caller.link, wasIn && !isProblem(place)])
      // Out of the trash a signer who has signed may look again.
      if (!isProblem(place) && !wasIn) screen.isIn = (await watches(caller)).isIn
      screen.wasIn = screen.isIn()
      expect(screen.wasIn).toBe(!isProblem(place))
    }
    if (fact.type !== 'SigningLinkIssued') continue
    const caller = signerBy(fact.data.signatory, fact.data.link)
    const { answer, isIn } = await watches(caller)
    if (answer === null) screens.push({ caller, isIn, wasIn: true })
  }
}

test('whatever happens, a signer is in the room for exactly as long as their link opens the document', async () => {
  for (const world of allWorlds()) await followed(world)
  await fc.assert(fc.asyncProperty(histories, followed), { numRuns: 60, seed: 21 })
}, 60_000)
