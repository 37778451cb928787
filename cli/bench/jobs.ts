import { join } from 'node:path'
import { jobMigrations, postgresJobs } from '#platform/jobs'
import { createLog } from '#platform/logging'
import { postgresOwners } from '#platform/ownership'
import { systemWorld } from '#platform/ports'
import { migrate, openPool, startEmbeddedPostgres } from '#platform/postgres'
import { type Figure, figure, median, ratioAtMost } from './figures.ts'
import { newFolder, removeFolder } from './server.ts'

const FEW = 10
const MANY = 100_000
const ROUNDS = 6
const PER_ROUND = 25
const DAY_MS = 86_400_000

/** From sending a job that is due to its run, with many and with few jobs of its queue waiting for tomorrow. */
export async function jobs(): Promise<readonly Figure[]> {
  const folder = await newFolder()
  const log = createLog({ level: 'silent', destination: process.stderr })
  const world = systemWorld(log)
  const cluster = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log })
  const pool = openPool(cluster.url)
  const owners = postgresOwners({ pool, world })
  const queue = postgresJobs({ pool, world, owners })
  let begun = (): void => undefined
  queue.define('measured', async () => begun(), {
    ...{ retries: 0, backoff: { firstSeconds: 1, maxSeconds: 1 }, concurrency: 1, timeoutSeconds: 30 },
  })
  async function wait(count: number): Promise<void> {
    await pool.query("DELETE FROM job WHERE state = 'waiting'")
    await pool.query(
      `INSERT INTO job (key, queue, data, state, due)
       SELECT 'tomorrow ' || n, 'measured', 'null', 'waiting', to_timestamp($2::float8 / 1000) FROM generate_series(1, $1::int) AS n`,
      [count, world.clock.now() + DAY_MS],
    )
    await pool.query('VACUUM ANALYZE job')
  }
  async function start(): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<void>()
    begun = resolve
    const from = performance.now()
    await queue.send('measured', null, { key: world.ids.next() })
    await promise
    return performance.now() - from
  }
  async function round(): Promise<number> {
    const times: number[] = []
    while (times.length < PER_ROUND) times.push(await start())
    return median(times)
  }
  try {
    await migrate(pool, jobMigrations)
    await queue.start()
    await round()
    const few: number[] = []
    const many: number[] = []
    for (let at = 0; at < ROUNDS; at++) {
      await wait(FEW)
      few.push(await round())
      await wait(MANY)
      many.push(await round())
    }
    const yardstick = { what: `with ${FEW} waiting`, value: median(few), unit: 'ms' as const }
    return [
      figure({
        ...{ name: `jobs.${MANY}`, value: median(many), unit: 'ms', goal: ratioAtMost(1.2), yardstick },
        ...{ ratio: median(many.map((ms, at) => ms / few[at]!)), samples: ROUNDS },
      }),
    ]
  } finally {
    await queue.stop()
    await owners.close()
    await pool.end()
    await cluster.stop()
    await removeFolder(folder)
  }
}
