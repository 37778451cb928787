import { PDFDocument } from 'pdf-lib'
import { pagesOf } from '#pdf/document'
import type { Intake } from '#pdf/intake'
import type { Sealer } from '#pdf/sealing'
import { AT, credential, fieldAt } from './sealed.ts'

/** What becomes of a file that goes all the way: 'sealed', a reason why it was not taken in, or what must never be. */
export async function wayOf(upload: { bytes: Uint8Array; password?: string }, intake: Intake, sealer: Sealer) {
  const converted = await intake.convert(upload)
  if (!converted.ok) return { outcome: converted.reason, words: converted.words, pages: null, converted: null, sealed: null }
  const pages = converted.pages.map(({ width, height }) => [width / 1000, height / 1000] as const)
  const broken = (words: string) => ({ outcome: 'CONVERTED AND NOT SEALED' as const, words, pages, converted: null, sealed: null })
  const last = converted.pages.length - 1
  const stamps = [fieldAt(0, 5, 5, 'text', 'Filled in'), fieldAt(last, 5, 40, 'signature', { method: 'typed', text: 'Name' })]
  const stamped = await sealer.stamp({ pdf: converted.bytes, stamps, images: {} })
  if (!stamped.ok) return broken(`stamp: ${stamped.words}`)
  const signed = await sealer.sign({ pdf: stamped.bytes, credential, at: AT })
  if (!signed.ok) return broken(`sign: ${signed.words}`)
  const reopened = await PDFDocument.load(signed.bytes, { updateMetadata: false }).catch((error: Error) => error)
  if (reopened instanceof Error) return broken(`reopen: ${reopened.message}`)
  if (pagesOf(reopened).length !== pages.length) return broken('pages were lost')
  return { outcome: 'converted' as const, words: '', pages, converted: converted.bytes, sealed: signed.bytes }
}
