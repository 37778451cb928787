import { PDF } from '@libpdf/core'
import { RefusedUpload } from './refused.ts'

/** A file as somebody else read it, and the password that it still needs. */
export interface Rewritten {
  readonly bytes: Uint8Array
  readonly password: string | undefined
}

/** Where a file says PDF and not which: some readers stop there, none needs to know. */
export async function withHeader(bytes: Uint8Array, password: string | undefined): Promise<Rewritten | null> {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(2048, bytes.length)).toString('latin1')
  if (/%PDF-\d\.\d/.test(start)) return null
  return { bytes: Buffer.concat([Buffer.from('%PDF-1.7\n'), bytes]), password }
}

/** Reads a file that others give up on, as far as it goes, and writes it anew. */
export async function rewritten(bytes: Uint8Array, password: string | undefined): Promise<Rewritten> {
  try {
    const document = await PDF.load(bytes, { lenient: true, ...(password === undefined ? {} : { credentials: password }) })
    if (document.getPageCount() === 0) throw new RefusedUpload('damaged', 'no page could be found')
    if (document.isEncrypted) document.removeProtection()
    return { bytes: await document.save(), password: undefined }
  } catch (error) {
    if (error instanceof RefusedUpload) throw error
    throw new RefusedUpload('damaged', 'the file could not be repaired')
  }
}
