import { createLog } from '#platform/logging'
import { systemWorld } from '#platform/ports'
import { openPool } from '#platform/postgres'
import { jobsOn } from '#tests/jobs-on'

/** A process of its own that takes a job and never finishes it: to be killed. */
const url = process.argv[2] ?? ''
const pool = openPool(url)
const jobs = jobsOn(pool, systemWorld(createLog({ level: 'silent' })))
jobs.define(
  'seal',
  async (_, job) => {
    await pool.query('INSERT INTO run VALUES ($1, $2)', [job.key, job.attempt])
    await new Promise(() => setInterval(() => undefined, 1000))
  },
  { retries: 0, backoff: { firstSeconds: 1, maxSeconds: 1 }, concurrency: 1, timeoutSeconds: 900 },
)
await jobs.start()
