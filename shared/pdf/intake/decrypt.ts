import { PDFDict, type PDFDocument, PDFName } from 'pdf-lib'
import { open } from '#pdf/document'
import { RefusedUpload } from './refused.ts'

/** Opens a file whatever its protection, as far as the password allows. What only forbids printing or copying opens unasked. */
export async function decrypted(bytes: Uint8Array, password: string | undefined): Promise<PDFDocument> {
  const asIs = await open(bytes)
  const protection = asIs.context.lookup(asIs.context.trailerInfo.Encrypt)
  if (protection === undefined && asIs.context.trailerInfo.Encrypt === undefined) return asIs
  // It says that it is protected, and not how: what it holds is nobody's to read.
  if (!(protection instanceof PDFDict)) throw new RefusedUpload('damaged', 'the protection is no dictionary')
  const handler = protection.lookup(PDFName.of('Filter'))
  if (handler !== PDFName.of('Standard')) throw new RefusedUpload('certificate-encrypted', 'protected for holders of certificates')
  for (const attempt of ['', ...(password ? spellings(password) : [])]) {
    try {
      return await open(bytes, attempt)
    } catch (error) {
      if (!isWrongPassword(error)) throw error
    }
  }
  throw password
    ? new RefusedUpload('password-wrong', 'another password is needed')
    : new RefusedUpload('password-required', 'a password is needed')
}

/**
 * As typed; then as RFC 4013 would have it, which is how newer files were protected. Each also byte by byte in UTF-8: the library takes
 * letters for bytes but for revision 6, and revision 5 wants UTF-8 too.
 */
function spellings(password: string): string[] {
  const typed = [password, password.normalize('NFKC'), password.normalize('NFC')]
  return [...new Set([...typed, ...typed.map((each) => Buffer.from(each, 'utf8').toString('latin1'))])]
}

function isWrongPassword(error: unknown): boolean {
  return error instanceof Error && (error.message === 'NEEDS PASSWORD' || error.message === 'Password incorrect')
}
