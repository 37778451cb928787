import { limitsFor, type WorkerPool } from '#pdf/worker-pool'
import type { MadeTempFile, TempFiles } from './types.ts'

const MAKE = new URL('./make.job.ts', import.meta.url)

/** Files that somebody looks at or fills in elsewhere, and that prove nothing: made in a pool's threads. */
export function createTempFiles(pool: WorkerPool): TempFiles {
  return {
    async make(request) {
      const worked = await pool.run<typeof request, MadeTempFile>(MAKE, request, { limits: limitsFor(request.pdf) })
      return worked.ok ? worked.value : { ok: false, failure: worked.failure, words: worked.words }
    },
  }
}
