import { Later, limitsFor, type WorkerPool } from '#pdf/worker-pool'
import type { MadeTempFile, TempFileRequest, TempFiles } from './types.ts'

const MAKE = new URL('./make.job.ts', import.meta.url)

/** Files that somebody looks at or fills in elsewhere, and that prove nothing: made in a pool's threads. */
export function createTempFiles(pool: WorkerPool): TempFiles {
  return {
    async make(request) {
      const bytes = request instanceof Later ? request.bytes : request.pdf.length
      const worked = await pool.run<TempFileRequest, MadeTempFile>(MAKE, request, { limits: limitsFor(bytes) })
      return worked.ok ? worked.value : { ok: false, failure: worked.failure, words: worked.words }
    },
  }
}
