import type { WorkerPool } from '#pdf/worker-pool'
import type { AuditFiles, MadeAuditFile } from './types.ts'

export type * from './types.ts'

const MAKE = new URL('./make.job.ts', import.meta.url)

/** Histories as PDF, for people who file paper: made in a pool's threads. */
export function createAuditFiles(pool: WorkerPool): AuditFiles {
  return {
    async make(request) {
      const worked = await pool.run<typeof request, MadeAuditFile>(MAKE, request)
      return worked.ok ? worked.value : { ok: false, failure: worked.failure, words: worked.words }
    },
  }
}
