import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { idOf } from '#tests/pack'
import { testWorld } from '#tests/world'
import { inboxBroadcaster } from '../../command-api/live/inbox-broadcaster.ts'
import type { LiveSocket } from '../../command-api/live/live-socket.ts'

/** One connection of Ada's, and read models that have rows of hers when they are set to. */
function stage() {
  const world = testWorld()
  const [rooms, said] = [new Set<string>(), [] as unknown[]]
  const ada = {
    data: { caller: { as: 'account', user: 'ada', memberships: [{ workspace: 'team' }] } },
    join: async (room: string) => void rooms.add(room),
    emit: (_: string, message: unknown) => void said.push(message),
  } as unknown as LiveSocket
  const asked: (readonly string[])[] = []
  const read = { ahead: false }
  const news = inboxBroadcaster({
    timers: world.timers,
    sockets: { all: () => [ada], inRoom: (room) => (rooms.has(room) ? [ada] : []), anyIn: () => true, seatsIn: () => [] },
    queries: {
      async usersNotified(packs) {
        asked.push(packs)
        return read.ahead ? packs.map(() => 'ada') : null
      },
    },
    trouble: (error) => expect(error).toBeUndefined(),
  })
  const pass = async (ms: number) => {
    world.advance(ms)
    await turn()
  }
  return { world, ada, news, said, asked, read, pass }
}
const signed = { stream: `pack-${idOf('lease')}`, type: 'SignatoryCompleted', data: {} }

test('nobody is notified before the rows are there: where they are behind, it is looked again, and nothing is forgotten', async () => {
  const { ada, news, said, asked, read, pass } = stage()
  await news.watch(ada)
  news.onEvent(signed)
  news.onEvent({ stream: 'inbox-ada', type: 'NotificationsRead', data: {} })
  news.onEvent({ stream: signed.stream, type: 'FieldFilled', data: {} })
  await pass(20)
  expect([asked, said]).toEqual([[[idOf('lease')]], []])
  read.ahead = true
  await pass(1_000)
  expect(said).toEqual([{ gone: null }, { gone: null }])
  await pass(10_000)
  expect(asked).toHaveLength(2)
})

test('a deletion is announced to the members of its workspace; after the end nothing is looked for any more', async () => {
  const { world, ada, news, said, read, pass } = stage()
  await news.watch(ada)
  read.ahead = true
  news.onEvent({ stream: 'workspace-team', type: 'PackPermanentlyDeleted', data: { pack: 'lease' } })
  news.onEvent({ stream: 'workspace-elsewhere', type: 'PackPermanentlyDeleted', data: { pack: 'other' } })
  await pass(20)
  expect(said).toEqual([{ gone: 'lease' }])
  news.onEvent(signed)
  news.stop()
  expect(world.waiting()).toBe(0)
})
