import { Later, limitsFor, type WorkerPool } from '#pdf/worker-pool'
import type { NoPageImage, PageImage, PageImageRequest, PageImages } from './types.ts'

const RENDER = new URL('./render.job.ts', import.meta.url)

/** Pictures of pages, made in a pool's threads. */
export function createPageImages(pool: WorkerPool): PageImages {
  return {
    async render(request) {
      const bytes = request instanceof Later ? request.bytes : request.pdf.length
      const worked = await pool.run<PageImageRequest, PageImage | NoPageImage>(RENDER, request, { limits: limitsFor(bytes) })
      return worked.ok ? worked.value : { ok: false, failure: worked.failure, words: worked.words }
    },
  }
}
