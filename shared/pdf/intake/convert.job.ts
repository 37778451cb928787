import type { Answer, Progress } from '#pdf/worker-pool'
import { convert } from './convert.ts'
import { RefusedUpload } from './refused.ts'
import type { Converted, IntakeLimits, NotConverted, Upload } from './types.ts'

export default async (
  { upload, limits }: { upload: Upload; limits: IntakeLimits },
  onProgress: Progress,
): Promise<Answer<Converted | NotConverted>> => {
  try {
    const value = await convert(upload, limits, onProgress)
    return { value, transfer: [value.bytes.buffer as ArrayBuffer] }
  } catch (error) {
    if (error instanceof RefusedUpload) return { value: { ok: false, reason: error.reason, words: error.message } }
    throw error
  }
}
