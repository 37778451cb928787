import { expect, test } from 'vitest'
import type { WorkerPool } from '#pdf/worker-pool'
import { poolOnDemand } from '../../cli/pool-on-demand.ts'

function counted() {
  const counts = { opened: 0, closed: 0, run: 0 }
  const open = (): WorkerPool => {
    counts.opened++
    return {
      async run() {
        counts.run++
        return { ok: false, failure: 'crashed', words: '' }
      },
      warm: async () => undefined,
      async close() {
        counts.closed++
      },
    }
  }
  return { counts, pool: poolOnDemand(open) }
}
const job = new URL('file:///job.ts')

test('a pool that nobody uses is never opened', async () => {
  const { counts, pool } = counted()
  await pool.close()
  expect(counts).toEqual({ opened: 0, closed: 0, run: 0 })
})

test('one that is used is opened once, and closed with the program', async () => {
  const { counts, pool } = counted()
  await Promise.all([pool.run(job, null), pool.run(job, null)])
  await pool.close()
  expect(counts).toEqual({ opened: 1, closed: 1, run: 2 })
})
