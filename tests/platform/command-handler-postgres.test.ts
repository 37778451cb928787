import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { commandHandler } from '#platform/command-handler'
import { verifyChain } from '#platform/event-codec'
import { eventLogSchema, OutcomeUnknown, postgresEventLog } from '#platform/event-log'
import { migrate, openPool } from '#platform/postgres'
import { memorySubjectKeys } from '#platform/subject-keys'
import { arrive, guestBook } from '#tests/guest-book'
import { liveWorld } from '#tests/live-world'
import { testDatabase } from '#tests/postgres'
import { freshStream } from '#tests/stored-events'
import { readStream, scaled } from '../conformance/event-log.ts'

const world = liveWorld()

test('while connections are killed, rivals in two processes carry out every request exactly once', async () => {
  const database = await testDatabase()
  await migrate(database.pool, eventLogSchema)
  const keys = memorySubjectKeys(world)
  const start = () => {
    const pool = openPool(database.url)
    const log = postgresEventLog({ pool, ...world })
    return { pool, log, handler: commandHandler({ log, keys, world }) }
  }
  const processes = [start(), start()]
  const streams = [freshStream(), freshStream(), freshStream()]
  const each = scaled(100)
  let running = true
  let killed = 0
  const killing = (async () => {
    while (running) {
      const { rowCount } = await database.pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'active' AND query LIKE '%append_events%'`,
      )
      killed += rowCount ?? 0
      // Pauses that grow with the number of kills let the work get through on slow machines.
      for (let turn = 0; turn < 20 + killed; turn++) await new Promise(setImmediate)
    }
  })()
  let requests = 0
  // On a machine where appends are seldom caught in the act there are more of them.
  const enough = () => requests >= 16 * each && (killed > 0 || requests >= 160 * each)
  await Promise.all(
    Array.from({ length: 16 }, async (_, writer) => {
      const { handler } = processes[writer % 2]!
      while (!enough()) {
        const nth = requests++
        const stream = streams[nth % streams.length]!
        const idempotency = { id: `request-${nth}`, digest: randomBytes(8).toString('hex') }
        const actor = { principal: 'user:1', capacity: 'team' as const }
        const request = {
          stream,
          aggregate: guestBook,
          origin: { actor, correlation: 'c', causation: 'c' },
          idempotency,
          decide: arrive(`g${nth}`, 'N'),
        }
        for (let answered = false; !answered; ) {
          try {
            const outcome = await handler.handle(request)
            // Reads fail on lost connections too, and losing every race is an answer that one may try again.
            answered = 'ok' in outcome
            if (!answered) expect(outcome).toEqual({ refused: 'too-many-rivals' })
          } catch (error) {
            if (!(error instanceof OutcomeUnknown) && !/terminat|ECONNRESET/i.test(String(error))) throw error
          }
        }
      }
    }),
  )
  running = false
  await killing
  expect(killed).toBeGreaterThan(0)
  const seen: string[] = []
  // Over lines of its own: the last kill may still be on its way to one that has long ended its append.
  const unhurt = postgresEventLog({ pool: database.pool, ...world })
  for (const stream of streams) {
    const events = await readStream(unhurt, stream)
    expect(verifyChain(events)).toEqual([])
    seen.push(...events.map((event) => (event.meta.key as { id: string }).id))
  }
  expect(seen.sort()).toEqual(Array.from({ length: requests }, (_, nth) => `request-${nth}`).sort())
  await unhurt.close()
  for (const { log, pool } of processes) {
    await log.close()
    await pool.end()
  }
  await database.drop()
}, 240_000)
