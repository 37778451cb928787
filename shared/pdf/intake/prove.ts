import { type PDFDocument, PDFInvalidObject, PDFName, type PDFRef } from 'pdf-lib'
import { boxesOf, open, pagesOf, same } from '#pdf/document'
import { visiblePage } from '#pdf/geometry'
import { type Credential, makeSelfSignedCertificate, signFile } from '#pdf/signature'
import { stampDocument } from '#pdf/stamp'
import { pagesForAnother } from './another-reader.ts'
import { type PageSize, sizesOf } from './sizes.ts'

/** The file can be taken in, but not brought to its end. */
export class CannotEnd extends Error {
  override name = 'CannotEnd'
}

let throwAway: Credential | undefined

/** What has to be found again at the end. */
interface ToFind {
  readonly sizes: readonly PageSize[]
  readonly objects: readonly PDFRef[]
}

/**
 * Goes the whole way that the file will go after its last signature, now, while it can still be refused: load, stamp,
 * save, sign, open again, and find the same pages, which another reader has to find too, and every object that was
 * written: a page whose fonts got lost is still a page. `document` is what `bytes` were written from, and is changed.
 *
 * What is read back as it was written would be written so again, so that loading `bytes` before would show nothing new:
 * only where something is read otherwise the way is gone a second time, from the bytes themselves.
 */
export async function proveTheEnd(document: PDFDocument, bytes: Uint8Array, sizes: readonly PageSize[]): Promise<void> {
  const proven = { sizes, objects: document.context.enumerateIndirectObjects().map(([ref]) => ref) }
  const opened = await openedAtTheEnd(document, proven)
  if (!isReadAsWritten(document, opened)) await openedAtTheEnd(await open(bytes), proven)
}

/** Whether every object is in the signed file as it was. The signature adds a form to the catalogue, and nothing else. */
function isReadAsWritten({ context }: PDFDocument, read: PDFDocument): boolean {
  return context.enumerateIndirectObjects().every(([ref, object]) => {
    const found = read.context.lookup(ref)
    return ref === context.trailerInfo.Root ? same(object, found, FORM) : same(object, found)
  })
}
const FORM = PDFName.of('AcroForm')

async function openedAtTheEnd(document: PDFDocument, { sizes, objects }: ToFind): Promise<PDFDocument> {
  throwAway ??= makeSelfSignedCertificate({ commonName: 'Proof', from: 0, until: 1, serial: new Uint8Array(16) })
  const text = { kind: 'text', x: 0, baseline: 10, width: 20, size: 10, font: 'sans', text: 'Proof', color: '#000000', dir: 'ltr' } as const
  const stamped = await stampDocument(document, [{ page: sizes.length - 1, x: 0, y: 0, paints: [text] }], {})
  const signed = await signFile(stamped.bytes, { credential: throwAway, at: 0 })
  const opened = await open(signed)
  const isLost = (ref: PDFRef) => {
    const object = opened.context.lookup(ref)
    return object === undefined || object instanceof PDFInvalidObject
  }
  if (objects.some(isLost)) throw new CannotEnd('objects were lost on the way')
  const found = pagesOf(opened).map((page) => sizesOf(visiblePage(boxesOf(page))))
  if (JSON.stringify(found) !== JSON.stringify(sizes)) throw new CannotEnd('the pages changed on the way')
  if ((await pagesForAnother(signed)) !== sizes.length) throw new CannotEnd('other readers cannot open it')
  return opened
}
