import { expect, onTestFinished, test } from 'vitest'
import { commandHandler } from '#platform/command-handler'
import { packInSetup } from '#tests/pack'
import { followLog } from '../../command-api/live/follow-log.ts'
import { type News, type Room, watchedPack } from '../../command-api/live/watched-pack.ts'
import { PACK, STREAM, stage } from '../process/stage.ts'

const roomOf = (told: News[]): Room => ({
  audiences: () => [{ of: 'team' }],
  tell: (_, news) => void told.push(news),
  ended: () => undefined,
  lookAgain: async () => undefined,
})
const called = (name: string) => ({ do: 'RenamePack', name }) as const

test('a room that is handed events from behind a gap reads what lies between, and tells all of it in order', async () => {
  const on = stage()
  await on.happened(packInSetup('first'))
  const handler = commandHandler({ log: on.log, keys: on.keys, world: on.world })
  const told: News[] = []
  const room = roomOf(told)
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
  const room = roomOf(told)
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
