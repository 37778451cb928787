import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { memoryEventLog } from '#platform/event-log'
import type { Turn } from '#platform/ownership'
import { migrate } from '#platform/postgres'
import { memorySubjectKeys } from '#platform/subject-keys'
import { memoryAnchorStore } from '#processes/anchoring'
import { type Finding, guardMigrations, NO_REPORT_YET, postgresGuardMemory, postgresRoundsAsked, startGuard } from '#processes/guard'
import { type TestDatabase, testDatabase } from '#tests/postgres'
import { testWorld } from '#tests/world'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.pool, guardMigrations)
})
afterAll(() => database.drop())

/** A guard over one stored file whose bytes come once `read` resolves; they are not what they were. */
function guardWith(read: Promise<void>, turn: Turn, alarms: (readonly Finding[])[], hear: () => Promise<void> = async () => undefined) {
  const world = testWorld()
  const guard = startGuard({
    log: memoryEventLog(world),
    keys: memorySubjectKeys(world),
    anchors: memoryAnchorStore(),
    outside: null,
    wrongStamp: async () => null,
    stored: { list: async (after) => (after < 'as-it-was' ? [{ digest: 'as-it-was', key: 'file' }] : []) },
    files: { open: () => read.then(() => null) },
    world,
    roundMs: 1_000,
    memory: postgresGuardMemory(database.pool),
    asked: postgresRoundsAsked(database.pool),
    alarm(findings) {
      alarms.push([...findings])
      return hear()
    },
    turn,
  })
  onTestFinished(() => guard.stop())
  return guard
}

/** A turn that can be taken away. */
function turnThatEnds(): Turn & { end(): void } {
  let mine = true
  return {
    isMine: () => mine,
    onTaken: () => undefined,
    end: () => {
      mine = false
    },
  }
}

test('a guard that was thought dead in the middle of its round and wakes up puts nothing in the place of what the next one found', async () => {
  const [first, second] = [turnThatEnds(), turnThatEnds()]
  const awake = Promise.withResolvers<void>()
  onTestFinished(() => awake.resolve())
  const alarmsOfFirst: (readonly Finding[])[] = []
  const old = guardWith(awake.promise, first, alarmsOfFirst)
  const memory = postgresGuardMemory(database.pool)
  const walking = old.checkNow().catch((error: Error) => error.name)
  // Meanwhile another took over, and found something.
  const alarms: (readonly Finding[])[] = []
  const next = guardWith(Promise.resolve(), second, alarms)
  const found = await next.checkNow()
  expect(found.findings.map(({ kind }) => kind)).toEqual(['file'])
  second.end()
  const written = await memory.read()
  first.end()
  awake.resolve()
  await old.stop()
  await walking
  expect(await memory.read()).toEqual(written)
  expect(alarmsOfFirst).toEqual([])
  expect(old.status().words).toContain('another process')
})

test('a finding is sent until it was received, and then no more', async () => {
  await database.pool.query('DELETE FROM guard_report')
  const alarms: (readonly Finding[])[] = []
  let deaf = 1
  const guard = guardWith(Promise.resolve(), turnThatEnds(), alarms, async () => {
    if (deaf-- > 0) throw new Error('no mail server')
  })
  for (let round = 0; round < 3; round++) await guard.checkNow()
  expect(alarms.map((findings) => findings.map(({ kind }) => kind))).toEqual([['file'], ['file']])
})

test('the version read is overwritten once', async () => {
  const memory = postgresGuardMemory(database.pool)
  const { version } = (await memory.read()) ?? { version: 0 }
  const [one, other] = await Promise.all([memory.write(NO_REPORT_YET, version), memory.write(NO_REPORT_YET, version)])
  expect([one, other].filter(Boolean)).toHaveLength(1)
})

test('rounds that are asked for at once have a number each, and an older answer takes none back', async () => {
  const rounds = postgresRoundsAsked(database.pool)
  const numbers = await Promise.all(Array.from({ length: 8 }, () => rounds.ask()))
  expect(new Set(numbers).size).toBe(8)
  const most = Math.max(...numbers)
  await rounds.answer(most)
  await rounds.answer(most - 3)
  expect(await rounds.read()).toEqual({ asked: most, answered: most })
})
