import { Later, limitsFor, type WorkerPool } from '#pdf/worker-pool'
import type { PrintedLook, PrintedValues } from './types.ts'

const REMOVE = new URL('./remove-values.job.ts', import.meta.url)

/** Removes what pages show of form fields that were taken over, in a pool's threads: the file was taken in before. */
export function createPrintedValues(pool: WorkerPool): PrintedValues {
  return {
    async remove(pdf, looks) {
      const job = new Later(pdf.size, async () => ({ pdf: await pdf.load(), looks }))
      const worked = await pool.run<{ pdf: Uint8Array; looks: readonly PrintedLook[] }, Uint8Array>(REMOVE, job, {
        limits: limitsFor(pdf.size),
      })
      return worked.ok ? { ok: true, bytes: worked.value } : { ok: false, words: worked.words }
    },
  }
}
