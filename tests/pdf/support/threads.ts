import { afterAll } from 'vitest'
import { createWorkerPool, type PoolOptions, type WorkerPool, type WorkLimits } from '#pdf/worker-pool'

const timers = {
  after(ms: number, task: () => void) {
    const handle = setTimeout(task, ms)
    return () => clearTimeout(handle)
  },
}

export function testPool(limits: Partial<WorkLimits> = {}, size = 1, apart = false, more: Partial<PoolOptions> = {}): WorkerPool {
  const { pool, close } = closingPool(limits, size, apart, more)
  afterAll(close)
  return pool
}

/** A pool for tests that check what is left once it has ended. */
export function closingPool(
  limits: Partial<WorkLimits> = {},
  size = 1,
  apart = false,
  more: Partial<PoolOptions> = {},
): { readonly pool: WorkerPool; close(): Promise<void> } {
  const pool = createWorkerPool({ size, timers, limits, apart, ...more })
  return { pool, close: () => pool.close() }
}
