import { limitsFor, type WorkerPool } from '#pdf/worker-pool'
import type { Checked, Checker } from './types.ts'

const LIMITS = { ms: 30_000, memoryMb: 512 }

/**
 * Checks files that anybody sends, in processes of their own, so that nobody holds up an upload or a seal by it. Files wait on the disk, and are read by the process that checks them.
 */
export function createChecker(pool: WorkerPool): Checker {
  return {
    async check<P, T>(job: URL, payload: P, bytes: number): Promise<Checked<T>> {
      const worked = await pool.run<P, T>(job, payload, { limits: limitsFor(bytes, LIMITS) })
      if (worked.ok) return { ok: true, value: worked.value }
      return { ok: false, reason: worked.failure === 'crashed' ? 'internal' : worked.failure }
    },
  }
}
