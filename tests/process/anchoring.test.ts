import { expect, onTestFinished, test } from 'vitest'
import { ANCHORS_STREAM } from '#domain/anchors'
import { commandHandler } from '#platform/command-handler'
import { memoryEventLog } from '#platform/event-log'
import { memorySubjectKeys } from '#platform/subject-keys'
import { type AnchoringDeps, memoryAnchorStore, type OutsideLine, startAnchoring } from '#processes/anchoring'
import { makeEvents } from '#tests/stored-events'
import { testWorld } from '#tests/world'

test('where a log was moved to another, and nothing came since, nothing is anchored a second time', async () => {
  const world = testWorld()
  const log = memoryEventLog(world)
  const handler = commandHandler({ log, keys: memorySubjectKeys(world), world })
  const store = memoryAnchorStore()
  // A page too early: all that the anchor holds follows it.
  const reachOf = async ({ number, upTo }: { readonly number: number; readonly upTo: string }) => (number === 1 ? '' : upTo)
  const anchoring = startAnchoring({ log, handler, store, outside: null, authority: null, world, everyMs: 60_000, reachOf })
  onTestFinished(() => anchoring.stop())
  await log.append('user-a', -1n, makeEvents('user-a'))
  await anchoring.now()
  await anchoring.now()
  expect((await store.trees(0, 10)).map(({ number }) => number)).toEqual([1])
  expect(await log.read(ANCHORS_STREAM, 0n, 10)).toHaveLength(1)
  await log.append('user-b', -1n, makeEvents('user-b'))
  await anchoring.now()
  expect((await store.trees(0, 10)).map(({ number }) => number)).toEqual([1, 2])
})

test('of many streams each head is under the anchor, wherever the pages end in which they are read', async () => {
  const world = testWorld()
  const log = memoryEventLog(world)
  const handler = commandHandler({ log, keys: memorySubjectKeys(world), world })
  const anchoring = startAnchoring({ log, handler, store: memoryAnchorStore(), outside: null, authority: null, world, everyMs: 60_000 })
  onTestFinished(() => anchoring.stop())
  for (let at = 0; at < 501; at++) await log.append(`user-${at}`, -1n, makeEvents(`user-${at}`))
  await anchoring.now()
  expect((await log.read(ANCHORS_STREAM, 0n, 10)).map(({ data }) => data.size)).toEqual([501])
})

const rest = async () => {
  for (let turn = 0; turn < 50; turn++) await new Promise((done) => setImmediate(done))
}

/** A log in which things happen, and one who anchors it or several. */
function anchored() {
  const world = testWorld()
  const log = memoryEventLog(world)
  const handler = commandHandler({ log, keys: memorySubjectKeys(world), world })
  const store = memoryAnchorStore()
  const start = (over: Partial<AnchoringDeps> = {}) => {
    const anchoring = startAnchoring({ log, handler, store, outside: null, authority: null, world, everyMs: 60_000, ...over })
    onTestFinished(() => anchoring.stop())
    return anchoring
  }
  const happen = (stream: string) => log.append(stream, -1n, makeEvents(stream))
  const numbers = async () => (await store.trees(0, 10)).map(({ number }) => number)
  /** Somebody anchored, and is there no more. */
  async function ended() {
    const before = start()
    await before.now()
    await before.stop()
  }
  /** Somebody who has waited for their turn, when it has just come. */
  async function takenOver(over: Partial<AnchoringDeps> = {}) {
    const taken: (() => void)[] = []
    let mine = false
    start({ ...over, turn: { isMine: () => mine, onTaken: (listener) => void taken.push(listener) } })
    mine = true
    for (const take of taken) take()
    await rest()
  }
  return { world, log, store, start, happen, numbers, ended, takenOver }
}

test('an anchor whose note was lost in a crash is noted by the next round, also where nothing happened since', async () => {
  const { store, start, happen, numbers } = anchored()
  await happen('user-a')
  const dying = start({ store: { ...store, confirm: () => Promise.reject(new Error('killed')) } })
  await dying.now()
  await dying.stop()
  expect(await numbers()).toEqual([])
  await start().now()
  expect(await numbers()).toEqual([1])
})

test('of two that anchor at once one was first: of the other’s heads nothing stays, and its next anchor holds them', async () => {
  const { store, start, happen, numbers } = anchored()
  await happen('user-a')
  const first = Promise.withResolvers<void>()
  const roots: string[] = []
  const slow = start({
    store: {
      ...store,
      async put(root, leaves) {
        await store.put(root, leaves)
        roots.push(root)
        if (roots.length === 1) await first.promise
      },
    },
  })
  const anchoring = slow.now()
  await expect.poll(() => roots).toHaveLength(1)
  await happen('user-b')
  await start().now()
  await happen('user-c')
  first.resolve()
  await anchoring
  expect(await store.leavesOf(roots[0]!)).toEqual([])
  expect(await numbers()).toEqual([1, 2])
  for (const stream of ['user-a', 'user-b', 'user-c']) expect(await store.latestOf(stream)).not.toBeNull()
})

test('an authority that is away is asked once a round, and for the oldest first once it is back', async () => {
  const { start, happen, log } = anchored()
  const asked: string[] = []
  let away = true
  const anchoring = start({
    authority: {
      async stamp(root) {
        asked.push(root)
        if (away) throw new Error('away')
        return new Uint8Array([1])
      },
    },
  })
  for (const stream of ['user-a', 'user-b', 'user-c']) {
    await happen(stream)
    await anchoring.now()
  }
  expect(new Set(asked).size).toBe(1)
  expect(asked).toHaveLength(3)
  expect(anchoring.status()).toMatchObject({ ok: false })
  away = false
  await anchoring.now()
  const events = await log.read(ANCHORS_STREAM, 0n, 10)
  expect(asked.slice(3)).toEqual(events.flatMap(({ data }) => data.root ?? []))
  expect(events.flatMap(({ type, data }) => (type === 'AnchorTimestamped' ? data.number : []))).toEqual([1, 2, 3])
  expect(anchoring.status()).toMatchObject({ ok: true })
})

test('outside stands each anchor once, in whatever order two owners wrote them', async () => {
  const { start, happen } = anchored()
  const lines: OutsideLine[] = []
  const outside = { lines: async () => lines, add: async (more: readonly OutsideLine[]) => void lines.push(...more) }
  const anchoring = start({ outside })
  for (const stream of ['user-a', 'user-b']) {
    await happen(stream)
    await anchoring.now()
  }
  lines.reverse()
  await happen('user-c')
  await anchoring.now()
  expect(lines.map(({ number }) => number)).toEqual([2, 1, 3])
})

test('the next owner anchors when the one before would have, and not a whole round later', async () => {
  const { world, happen, numbers, ended, takenOver } = anchored()
  await happen('user-a')
  await ended()
  world.advance(20_000)
  await happen('user-b')
  await takenOver()
  world.advance(39_999)
  await rest()
  expect(await numbers()).toEqual([1])
  world.advance(1)
  await expect.poll(numbers).toEqual([1, 2])
})

test('the next owner with a clock that is a day behind waits no longer than a round', async () => {
  const { world, happen, numbers, ended, takenOver } = anchored()
  await happen('user-a')
  await ended()
  await happen('user-b')
  await takenOver({ world: { ...world, clock: { now: () => world.clock.now() - 86_400_000 } } })
  world.advance(60_000)
  await expect.poll(numbers).toEqual([1, 2])
})
