import { Later, limitsFor, type WorkerPool } from '#pdf/worker-pool'
import { INTAKE_LIMITS } from './intake.ts'
import type { Converted, Joining, NotConverted } from './types.ts'

const JOIN = new URL('./join.job.ts', import.meta.url)
/** Somebody waits for it, and asks again after half a minute. */
const MOST_MS = 20_000

/** Puts the pages of several files into one, in a pool's threads: each of them was taken in before. */
export function createJoining(pool: WorkerPool): Joining {
  const limits = { ...INTAKE_LIMITS, ms: MOST_MS }
  return {
    async join({ size, load }) {
      if (size > limits.bytes) return { ok: false, reason: 'too-large', words: `more than ${limits.bytes} bytes` }
      const asked = new Later(size, async () => ({ files: await load(), limits }))
      const worked = await pool.run<{ files: readonly Uint8Array[] }, Converted | NotConverted>(JOIN, asked, {
        limits: limitsFor(size, limits),
      })
      if (worked.ok) return worked.value
      return { ok: false, reason: worked.failure === 'crashed' ? 'damaged' : worked.failure, words: worked.words }
    },
  }
}
