import { expect, onTestFinished, test } from 'vitest'
import { hashOfEvent } from '#domain/kernel'
import { memoryEventLog } from '#platform/event-log'
import { memorySubjectKeys } from '#platform/subject-keys'
import { memoryAnchorStore } from '#processes/anchoring'
import { type GuardDeps, type RoundsAsked, startGuard } from '#processes/guard'
import { testWorld } from '#tests/world'

const NOBODY_ASKS = { read: async () => ({ asked: 0, answered: 0 }), answer: async () => undefined }
/** Until whatever needs no timer has been done. */
const settled = async () => {
  for (let turns = 0; turns < 100; turns++) await new Promise(setImmediate)
}

/** A guard over a log and no files, whose list comes once `listed` resolves: the last that a round looks at. */
function guardOver(listed: () => Promise<void>, asked: Pick<RoundsAsked, 'read' | 'answer'> = NOBODY_ASKS) {
  const world = testWorld()
  const log = memoryEventLog(world)
  let kept: Awaited<ReturnType<GuardDeps['memory']['read']>> = null
  const guard = startGuard({
    log,
    keys: memorySubjectKeys(world),
    anchors: memoryAnchorStore(),
    outside: null,
    wrongStamp: async () => null,
    stored: { list: () => listed().then(() => []) },
    files: { open: async () => null },
    world,
    roundMs: 1_000,
    memory: {
      read: async () => kept,
      async write(report, over) {
        kept = { report, version: over + 1 }
        return true
      },
    },
    asked,
    alarm: async () => undefined,
  })
  onTestFinished(() => guard.stop())
  const begins = (stream: string) => {
    const plain = { id: `id-${stream}`, stream, revision: 0, type: 'RoomGiven', version: 2, data: {}, meta: {}, prev: '' }
    return log.append(stream, -1n, [{ ...plain, hash: hashOfEvent(plain), sealed: [] }])
  }
  return { world, guard, begins }
}

test('a round over nothing is none: the next reader does not take theirs for checked', async () => {
  const { guard, begins } = guardOver(async () => undefined)
  expect(await guard.checkNow()).toMatchObject({ began: null, ended: null, rounds: 0 })
  expect(guard.status().words).toBe('first round under way')
  await begins('lease')
  expect(await guard.checkNow()).toMatchObject({ rounds: 1, events: 1, streams: 1, findings: [] })
  expect(guard.status().words).toMatch(/^1 events and 0 files intact/)
})

test('a round says when it began: what came while it went on it may not have seen', async () => {
  let listed = Promise.resolve()
  const { world, guard, begins } = guardOver(() => listed)
  await begins('lease')
  await guard.checkNow()
  const last = Promise.withResolvers<void>()
  listed = last.promise
  const began = new Date(world.clock.now()).toISOString()
  const walking = guard.checkNow()
  // Until it has read the log and waits for the list of files.
  await settled()
  world.advance(60_000)
  await begins('order')
  last.resolve()
  expect(await walking).toMatchObject({ began, ended: new Date(world.clock.now()).toISOString(), events: 1, findings: [] })
  expect((await guard.checkNow()).events).toBe(2)
})

test('a round that another process was asked for is made from its beginning; one that was under way answers nobody', async () => {
  let listed = Promise.resolve()
  const rounds = { asked: 0, answered: 0 }
  const { world, guard, begins } = guardOver(() => listed, {
    read: async () => ({ ...rounds }),
    async answer(upTo) {
      rounds.answered = Math.max(rounds.answered, upTo)
    },
  })
  await begins('lease')
  await guard.checkNow()
  const last = Promise.withResolvers<void>()
  listed = last.promise
  const walking = guard.checkNow()
  await settled()
  await begins('order')
  rounds.asked++
  world.advance(1_000)
  await settled()
  last.resolve()
  expect((await walking).events).toBe(1)
  await settled()
  expect(rounds).toEqual({ asked: 1, answered: 1 })
  expect(guard.report().events).toBe(2)
  const { rounds: made } = guard.report()
  world.advance(1_000)
  await settled()
  // The guard's own next round may have come; nobody's was made twice.
  expect(guard.report().rounds - made).toBeLessThanOrEqual(1)
})

test('a round that fails is made later, and nobody is notified more than once in ten seconds; while nothing can be asked, nothing is said', async () => {
  const rounds = { asked: 1, answered: 0 }
  let away: 'all' | 'files' | null = 'all'
  const { world, guard, begins } = guardOver(
    async () => {
      if (away !== null) throw new Error('the files are away')
    },
    {
      async read() {
        if (away === 'all') throw new Error('the database is away')
        return { ...rounds }
      },
      async answer(upTo) {
        rounds.answered = Math.max(rounds.answered, upTo)
      },
    },
  )
  await begins('lease')
  const seconds = async (count: number) => {
    for (let at = 0; at < count; at++) {
      world.advance(1_000)
      await settled()
    }
  }
  const said = () => world.logged.filter(({ words }) => words.includes('asked for')).length
  await seconds(30)
  expect(said()).toBe(0)
  away = 'files'
  await seconds(30)
  expect(said()).toBeGreaterThan(0)
  expect(said()).toBeLessThanOrEqual(3)
  expect(rounds.answered).toBe(0)
  away = null
  await seconds(11)
  expect(rounds.answered).toBe(1)
  expect(guard.report().events).toBe(1)
})
