import { limitsFor, type WorkerPool } from '#pdf/worker-pool'
import type { Checked, Checker, CheckRequest } from './types.ts'

const CHECK = new URL('./check.job.ts', import.meta.url)
const LIMITS = { ms: 30_000, memoryMb: 512 }
/** Files are held in memory while they wait, and anybody may send some. */
const MOST_WAITING = 8

/**
 * Checks files that anybody sends, in threads of their own, so that nobody holds up an upload or a seal by it. `pool` is
 * asked for with the first file: most installations never check one.
 */
export function createChecker(pool: () => WorkerPool): Checker {
  let started: WorkerPool | undefined
  let waiting = 0
  return {
    async check(request) {
      if (waiting >= MOST_WAITING) return { ok: false, reason: 'busy' }
      waiting++
      try {
        started ??= pool()
        const worked = await started.run<CheckRequest, Checked>(CHECK, request, { limits: limitsFor(request.pdf, LIMITS) })
        if (worked.ok) return worked.value
        return { ok: false, reason: worked.failure === 'crashed' ? 'internal' : worked.failure }
      } finally {
        waiting--
      }
    },
  }
}
