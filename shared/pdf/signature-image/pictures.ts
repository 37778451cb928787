import { Later, type WorkerPool } from '#pdf/worker-pool'
import type { NotASignatureImage, PictureRead, PictureRequest, Pictures, SignatureImage } from './types.ts'

const READ = new URL('./read.job.ts', import.meta.url)
const WRITE = new URL('./write.job.ts', import.meta.url)

/** The most that reading one picture takes: one that claims few pixels may still unpack to many. */
export const PICTURE_LIMITS = { ms: 20_000, memoryMb: 256 }

/** Reads pictures that anybody sends in a pool's processes: what a decoder takes, or breaks, is not the server's. */
export function createPictures(pool: WorkerPool): Pictures {
  return {
    async read(request) {
      const worked = await pool.run<PictureRequest, PictureRead | NotASignatureImage>(READ, request, { limits: PICTURE_LIMITS })
      if (worked.ok) return worked.value
      return { ok: false, reason: worked.failure === 'crashed' ? 'not-an-image' : 'too-many-pixels' }
    },
    async write(text) {
      const worked = await pool.run<string, SignatureImage | null>(WRITE, text, { limits: PICTURE_LIMITS })
      return worked.ok ? worked.value : null
    },
  }
}

/** A file that is a picture, read once a process is free. */
export const pictureLater = (bytes: number, load: () => Promise<Uint8Array>, how: Omit<PictureRequest, 'bytes'>) =>
  new Later<PictureRequest>(bytes, async () => ({ bytes: await load(), ...how }))
