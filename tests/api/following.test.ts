import { expect, onTestFinished, test } from 'vitest'
import { commandHandler } from '#platform/command-handler'
import { packInSetup } from '#tests/pack'
import { followLog } from '../../command-api/live/follow-log.ts'
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
