import { DEFAULT_LIMITS, limitsFor, type Worked, type WorkerPool, type WorkLimits } from '#pdf/worker-pool'
import type { NotSealed, Sealer, Signed, Stamped } from './types.ts'

const STAMP = new URL('./stamp.job.ts', import.meta.url)
const SIGN = new URL('./sign.job.ts', import.meta.url)
const WARM = new URL('./warm.job.ts', import.meta.url)

/**
 * Makes final files in a pool's threads: first `stamp`, then, once its page digests are recorded, `sign`. After that the
 * file is never written again.
 */
export function createSealer(pool: WorkerPool, limits: WorkLimits = DEFAULT_LIMITS): Sealer {
  const options = ({ pdf }: { pdf: Uint8Array }) => ({ limits: limitsFor(pdf.length, limits) })
  return {
    stamp: async (request) => answered(await pool.run<typeof request, Stamped>(STAMP, request, options(request))),
    sign: async (request) => answered(await pool.run<typeof request, Signed | NotSealed>(SIGN, request, options(request))),
    warm: () => pool.warm(WARM, null),
  }
}

function answered<T>(worked: Worked<T>): T | NotSealed {
  if (worked.ok) return worked.value
  return { ok: false, reason: worked.failure === 'crashed' ? 'internal' : worked.failure, words: worked.words }
}
