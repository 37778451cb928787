import { limitsFor, type WorkerPool } from '#pdf/worker-pool'
import type { NoPageImage, PageImage, PageImages } from './types.ts'

const RENDER = new URL('./render.job.ts', import.meta.url)

/** Pictures of pages, made in a pool's threads. */
export function createPageImages(pool: WorkerPool): PageImages {
  return {
    async render(request) {
      const worked = await pool.run<typeof request, PageImage | NoPageImage>(RENDER, request, { limits: limitsFor(request.pdf) })
      return worked.ok ? worked.value : { ok: false, failure: worked.failure, words: worked.words }
    },
  }
}
