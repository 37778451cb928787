import { sha256 } from '@noble/hashes/sha2.js'
import { PDFDict, type PDFDocument, PDFHexString, PDFName } from 'pdf-lib'
import { digestsOf, unpacking } from '#pdf/page-digest'
import { readMessage, type SignedMessage } from './cms.ts'
import { firstDer, same } from './der.ts'

/**
 * Whether a file's pages hold the sealed content once unpacked. The seal's key states their digest in its signed data, which can be
 * checked even where the seal no longer covers these bytes; where a program wrote the whole file again it is found by its kind.
 */
export function isRepacked(document: PDFDocument, message: SignedMessage | null): boolean {
  const stated = [message, ...(message ? [] : messagesIn(document))].flatMap((one) =>
    one?.genuine && one.unpackedPages ? [one.unpackedPages] : [],
  )
  if (stated.length === 0) return false
  try {
    const { unpacked } = digestsOf(document, sha256, unpacking())
    return stated.some((one) => same(one, unpacked))
  } catch {
    return false
  }
}

function messagesIn({ context }: PDFDocument): SignedMessage[] {
  return context.enumerateIndirectObjects().flatMap(([, object]) => {
    const value =
      object instanceof PDFDict && object.get(PDFName.of('Type')) === PDFName.of('Sig') ? object.get(PDFName.of('Contents')) : null
    if (!(value instanceof PDFHexString)) return []
    try {
      return [readMessage(firstDer(value.asBytes()).der.bytes)]
    } catch {
      return []
    }
  })
}
