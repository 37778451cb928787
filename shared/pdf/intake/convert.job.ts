import { readFile, writeFile } from 'node:fs/promises'
import type { Answer, Progress } from '#pdf/worker-pool'
import { convert } from './convert.ts'
import { RefusedUpload } from './refused.ts'
import type { Converted, IntakeLimits, NotConverted, Upload, UploadFile } from './types.ts'

export default async (
  { upload, limits }: { upload: Upload; limits: IntakeLimits },
  onProgress: Progress,
): Promise<Answer<Converted | NotConverted>> => {
  try {
    if ('path' in upload) return { value: await convertFile(upload, limits, onProgress) }
    const value = await convert(upload, limits, onProgress)
    return { value, transfer: [value.bytes.buffer as ArrayBuffer] }
  } catch (error) {
    if (error instanceof RefusedUpload) return { value: { ok: false, reason: error.reason, words: error.message } }
    throw error
  }
}

/** Read and written here, so that the process that asked for it never holds it. */
async function convertFile({ path, to, password }: UploadFile, limits: IntakeLimits, onProgress: Progress): Promise<Converted> {
  const converted = await convert({ bytes: await readFile(path), ...(password === undefined ? {} : { password }) }, limits, onProgress)
  await writeFile(to, converted.bytes, { mode: 0o600 })
  return { ...converted, bytes: new Uint8Array() }
}
