import { afterAll } from 'vitest'
import { createWorkerPool, type WorkerPool, type WorkLimits } from '#pdf/worker-pool'

const timers = {
  after(ms: number, task: () => void) {
    const handle = setTimeout(task, ms)
    return () => clearTimeout(handle)
  },
}

/** A pool that ends with the tests of this file. */
export function testPool(limits: Partial<WorkLimits> = {}, size = 1): WorkerPool {
  const pool = createWorkerPool({ size, timers, limits })
  afterAll(() => pool.close())
  return pool
}
