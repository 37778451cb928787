import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listen, openPool } from '#platform/postgres'
import { liveWorld } from '#tests/live-world'
import { type TestDatabase, testDatabase } from '#tests/postgres'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const WITHIN = { timeout: 20_000, interval: 5 }
const LISTENING = "FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'"
const cut = () => database.pool.query(`SELECT pg_terminate_backend(pid) ${LISTENING}`)
const say = (channel: string, word: string) => database.pool.query('SELECT pg_notify($1, $2)', [channel, word])

test('when listeners come, go or lose the connection, all of one pool receive theirs over one connection, or that they may have missed it', async () => {
  const { timers, random } = liveWorld()
  const channel = fc.constantFrom('one', 'two', 'three')
  const step = fc.oneof(
    fc.record({ do: fc.constant('comes' as const), channel }),
    fc.record({ do: fc.constant('goes' as const), who: fc.nat() }),
    fc.record({ do: fc.constant('cut' as const) }),
    fc.record({ do: fc.constant('all are heard' as const) }),
    fc.record({ do: fc.constant('said' as const), channel }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40, size: 'max' }), async (steps) => {
      const pool = openPool(database.url)
      const all: ReturnType<typeof someone>[] = []
      const receivedLate: string[] = []
      let words = 0
      const said = { one: [], two: [], three: [] } as Record<string, string[]>
      function someone(channel: string) {
        const one = { channel, received: [] as string[], from: -1, gone: false, hearing: { close: async () => {} } }
        one.hearing = listen({
          pool,
          channel,
          timers,
          random,
          onNotice: (word) => (one.gone ? receivedLate : one.received).push(word),
          onListening() {
            if (one.gone) receivedLate.push('is heard')
            one.from = said[channel]!.length
          },
        })
        return one
      }
      const here = () => all.filter(({ gone }) => !gone)
      const goes = async (one: (typeof all)[number]) => {
        one.gone = true
        await one.hearing.close()
      }
      const settle = () =>
        vi.waitFor(() => {
          for (const { channel, received, from } of here()) {
            expect(from).toBeGreaterThanOrEqual(0)
            expect(said[channel]).toEqual(expect.arrayContaining(received))
            const since = said[channel]!.slice(from)
            expect(received.filter((word) => since.includes(word))).toEqual(since)
          }
        }, WITHIN)
      for (const next of steps) {
        if (next.do === 'comes') all.push(someone(next.channel))
        else if (next.do === 'goes' && here().length > 0) await goes(here()[next.who % here().length]!)
        else if (next.do === 'cut') await cut()
        else if (next.do === 'all are heard') await settle()
        else if (next.do === 'said') {
          const word = String(++words)
          said[next.channel]!.push(word)
          await say(next.channel, word)
        }
        expect(pool.totalCount).toBeLessThanOrEqual(here().length > 0 ? 1 : 0)
      }
      await settle()
      await Promise.all(here().map(goes))
      expect([pool.totalCount, receivedLate]).toEqual([0, []])
      await pool.end()
    }),
    { numRuns: 50 },
  )
})
