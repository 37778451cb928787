import { limitsFor, type WorkerPool } from '#pdf/worker-pool'
import type { Converted, Intake, IntakeLimits, NotConverted } from './types.ts'

const CONVERT = new URL('./convert.job.ts', import.meta.url)
const MB = 1024 * 1024

export const INTAKE_LIMITS: IntakeLimits = { bytes: 100 * MB, pages: 2_000, side: 14_400, ms: 60_000, memoryMb: 512 }

/** Takes uploads in, in a pool's threads: what is accepted is proven to reach its end. */
export function createIntake(pool: WorkerPool, limits: Partial<IntakeLimits> = {}): Intake {
  const all = { ...INTAKE_LIMITS, ...limits }
  return {
    longestMs: all.ms,
    async convert(upload, onProgress) {
      const worked = await pool.run<unknown, Converted | NotConverted>(
        CONVERT,
        { upload, limits: all },
        { limits: limitsFor('path' in upload ? upload.size : upload.bytes.length, all), ...(onProgress ? { onProgress } : {}) },
      )
      if (worked.ok) return worked.value
      return { ok: false, reason: worked.failure === 'crashed' ? 'damaged' : worked.failure, words: worked.words }
    },
  }
}
