import type pg from 'pg'
import { type Jobs, postgresJobs } from '#platform/jobs'
import { postgresOwners } from '#platform/ownership'
import type { World } from '#platform/ports'

/** The jobs of a process of its own on this database. */
export function jobsOn(pool: pg.Pool, world: World, patienceSeconds?: number): Jobs {
  const owners = postgresOwners({ pool, world })
  const jobs = postgresJobs({ pool, world, owners, ...(patienceSeconds === undefined ? {} : { patienceSeconds }) })
  return {
    ...jobs,
    async stop() {
      await jobs.stop()
      await owners.close()
    },
  }
}
