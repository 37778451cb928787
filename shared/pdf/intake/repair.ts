import { PDF } from '@libpdf/core'
import { RefusedUpload } from './refused.ts'

/** Reads a file that others give up on, as far as it goes, and writes it anew. */
export async function rewritten(bytes: Uint8Array, password: string | undefined): Promise<Uint8Array> {
  try {
    const document = await PDF.load(bytes, { lenient: true, ...(password === undefined ? {} : { credentials: password }) })
    if (document.getPageCount() === 0) throw new RefusedUpload('damaged', 'no page could be found')
    if (document.isEncrypted) document.removeProtection()
    return await document.save()
  } catch (error) {
    if (error instanceof RefusedUpload) throw error
    throw new RefusedUpload('damaged', 'the file could not be repaired')
  }
}
