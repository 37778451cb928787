import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { testWorld } from '#tests/world'
import { deliveryBroadcaster } from '../../command-api/live/delivery-broadcaster.ts'
import type { LiveSocket } from '../../command-api/live/live-socket.ts'

const WANTED = { account_key: 'team', application_key: 'planner' }

test('pages that show deliveries are notified at once, and while many are sent once a second', async () => {
  const world = testWorld()
  const [rooms, sent] = [new Set<string>(), [] as unknown[]]
  let announce: (application: string | null) => void = () => undefined
  const ada = {
    data: { caller: { as: 'account', user: 'ada', memberships: [{ workspace: 'team', permissions: new Set(['can_view_api_details']) }] } },
    join: async (room: string) => void rooms.add(room),
    emit: (_: string, message: unknown) => void sent.push(message),
  } as unknown as LiveSocket
  const broadcaster = deliveryBroadcaster({
    world,
    applications: { list: async () => [{ key: 'planner', owner: 'ada' }] as never },
    deliveryNotices: {
      on(listener) {
        announce = listener
        return () => undefined
      },
    },
    rights: { stillThere: async ({ data }) => data.caller },
    sockets: { inRoom: (room) => (rooms.has(room) ? [ada] : []) },
    trouble: (error) => expect(error).toBeUndefined(),
  })
  const pass = async (ms: number) => {
    world.advance(ms)
    await turn()
  }
  announce('planner')
  expect(world.waiting()).toBe(0)
  expect(await broadcaster.watch(ada, WANTED)).toBe(null)
  announce('planner')
  announce('somebody else’s')
  await pass(50)
  expect(sent).toEqual([WANTED])
  for (let ms = 0; ms < 2_900; ms += 10) {
    announce('planner')
    await pass(10)
  }
  expect(sent.length).toBe(3)
  // Notices may have been missed: anything may have changed.
  await pass(2_000)
  const before = sent.length
  announce(null)
  await pass(50)
  expect(sent.length).toBe(before + 1)
  announce('planner')
  broadcaster.stop()
  expect(world.waiting()).toBe(0)
})
