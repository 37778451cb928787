import { expect, onTestFinished, test } from 'vitest'
import { commandHandler } from '#platform/command-handler'
import { fill, idOf, packInSetup, packSentToAllAtOnce, signedBy, typed } from '#tests/pack'
import { problem } from '../../command-api/edge/problem.ts'
import { followLog } from '../../command-api/live/follow-log.ts'
import type { LiveSocket } from '../../command-api/live/live-socket.ts'
import { packRooms } from '../../command-api/live/pack-rooms.ts'
import { type News, watchedPack } from '../../command-api/live/watched-pack.ts'
import { PACK, STREAM, stage } from '../process/stage.ts'

const called = (name: string) => ({ do: 'RenamePack', name }) as const

test('a room that is handed events from behind a gap reads what lies between, and tells all of it in order', async () => {
  const on = stage()
  await on.happened(packInSetup('first'))
  const handler = commandHandler({ log: on.log, keys: on.keys, world: on.world })
  const told: News[] = []
  const room = { audiences: () => [{ of: 'team' as const }], tell: (_: unknown, news: News) => void told.push(news) }
  const watched = watchedPack({ eventLog: on.log, subjectKeys: on.keys, handler }, PACK, room)
  await watched.advance()
  told.splice(0)
  await on.command(called('One'), called('Two'))
  const stored = await on.log.read(STREAM, 0n, 1_000)
  await watched.advance(stored.slice(-1))
  const [from, to] = [stored.length - 2, stored.length - 1]
  expect(told).toMatchObject([{ kind: 'events', message: { from, to, events: [{ data: { name: 'One' } }, { data: { name: 'Two' } }] } }])
})

test('where a fold was let go of, whoever is in the room has a fresh view of what came before it was made again, and after it events', async () => {
  const on = stage()
  await on.happened(packInSetup('first'))
  const handler = commandHandler({ log: on.log, keys: on.keys, world: on.world })
  const told: News[] = []
  const room = { audiences: () => [{ of: 'team' as const }], tell: (_: unknown, news: News) => void told.push(news) }
  const madeAgain = watchedPack({ eventLog: on.log, subjectKeys: on.keys, handler }, PACK, room)
  await on.command(called('One'))
  await madeAgain.advance((await on.log.read(STREAM, 0n, 1_000)).slice(-1))
  await on.command(called('Two'))
  await madeAgain.advance()
  expect(told).toMatchObject([
    { kind: 'fresh', message: { view: { name: 'One' } } },
    { kind: 'events', message: { events: [{ data: { name: 'Two' } }] } },
  ])
})

for (const [what, command] of [
  ['goes to the trash', { do: 'TrashPack' }],
  ['is called back to setup', { do: 'RevertToSetup' }],
] as const) {
  test(`a signer who has finished is out of the room at once when the document ${what}, and not asked after before`, async () => {
    const on = stage()
    await on.happened(signedBy(packSentToAllAtOnce('first', 'second'), 'first'))
    const handler = commandHandler({ log: on.log, keys: on.keys, world: on.world })
    const who = { as: 'signatory', signatory: idOf('first'), link: idOf('link'), inPerson: false } as const
    const spot = { pack: PACK, audience: { of: 'signatory', signatory: who.signatory }, who, finished: true } as const
    const said: string[] = []
    const socket = {
      data: { watching: new Map([[PACK, spot]]), entering: new Set(), caller: { as: 'signer' } },
      emit: (name: string) => said.push(name),
      leave: () => undefined,
      disconnect: () => said.push('disconnect'),
    } as unknown as LiveSocket
    let asked = 0
    const rooms = packRooms({
      services: { eventLog: on.log, subjectKeys: on.keys, handler },
      packs: {
        async enter() {
          asked += 1
          return problem('not-found')
        },
      },
      sockets: { all: () => [socket], inRoom: () => [], anyIn: () => true, seatsIn: () => [{ socket, key: PACK, spot }] },
      stillThere: async () => null,
      rightsChanged: () => 0,
      entered: () => undefined,
      left: () => undefined,
    })
    await rooms.stateOf(PACK)
    const came = async () => rooms.changed(new Map([[PACK, (await on.log.read(STREAM, 0n, 1_000)).slice(-1)]]))
    await on.command(fill('second signature', 'second', typed('second')))
    await came()
    expect([asked, said]).toEqual([0, []])
    await on.command(command)
    await came()
    expect([asked, said]).toEqual([1, ['refused', 'disconnect']])
  })
}

test('what could not be told, since something was away, is told once it is back', async () => {
  const on = stage()
  await on.happened(packInSetup('first'))
  const told: string[] = []
  let away = true
  const nothing = async () => undefined
  const following = await followLog(
    { eventLog: on.log, world: on.world },
    {
      async packsChanged(came) {
        if (away) throw new Error('away')
        told.push(...(came.get(PACK) ?? []).map(({ type }) => type))
      },
      workspacesChanged: nothing,
      usersChanged: nothing,
      packDeleted: () => undefined,
      heard: () => undefined,
    },
  )
  onTestFinished(() => following.stop())
  await on.command(called('One'))
  await on.rest()
  away = false
  for (let second = 0; second < 60; second++) {
    on.world.advance(1_000)
    await on.rest()
  }
  expect(told).toEqual(['PackRenamed'])
})
