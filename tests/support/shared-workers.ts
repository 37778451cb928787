import { createWorkerPool, type PoolOptions, type Worked, type WorkerPool } from '#pdf/worker-pool'

const pools = new Map<string, WorkerPool>()

/**
 * One pool of a kind for all servers of this process: loading what its threads and processes work with takes longer than most tests do.
 * To each server it looks like its own, which ends with it.
 */
export function sharedWorkers(options: PoolOptions): WorkerPool {
  const { timers: _, ...kind } = options
  const key = JSON.stringify(kind)
  const pool = pools.get(key) ?? warmedOnce(createWorkerPool(options))
  pools.set(key, pool)
  const closed = Promise.withResolvers<Worked<never>>()
  return {
    ...pool,
    run: (job, payload, more) => Promise.race([closed.promise, pool.run<typeof payload, never>(job, payload, more)]),
    close: async () => closed.resolve({ ok: false, failure: 'crashed', words: 'the pool is closed' }),
  }
}

function warmedOnce(pool: WorkerPool): WorkerPool {
  const warmed = new Map<string, Promise<void>>()
  return {
    ...pool,
    warm(job, payload) {
      const warming = warmed.get(job.href) ?? pool.warm(job, payload)
      warmed.set(job.href, warming)
      return warming
    },
  }
}
