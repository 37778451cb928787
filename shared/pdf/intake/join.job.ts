import { PDFDocument } from 'pdf-lib'
import { open, save } from '#pdf/document'
import type { Answer, Progress } from '#pdf/worker-pool'
import { convert } from './convert.ts'
import { RefusedUpload } from './refused.ts'
import type { Converted, IntakeLimits, NotConverted } from './types.ts'

interface Asked {
  readonly files: readonly Uint8Array[]
  readonly limits: IntakeLimits
}

/** The file that the pages make together is proven like an upload. */
export default async ({ files, limits }: Asked, onProgress: Progress): Promise<Answer<Converted | NotConverted>> => {
  try {
    const value = await convert({ bytes: await joined(files) }, limits, onProgress)
    return { value, transfer: [value.bytes.buffer as ArrayBuffer] }
  } catch (error) {
    if (error instanceof RefusedUpload) return { value: { ok: false, reason: error.reason, words: error.message } }
    throw error
  }
}

async function joined(files: readonly Uint8Array[]): Promise<Uint8Array> {
  const all = await PDFDocument.create({ updateMetadata: false })
  for (const file of files) {
    const source = await open(file)
    for (const page of await all.copyPages(source, source.getPageIndices())) all.addPage(page)
  }
  return save(all)
}
