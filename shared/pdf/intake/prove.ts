import { PDFInvalidObject, type PDFRef } from 'pdf-lib'
import { boxesOf, open, pagesOf } from '#pdf/document'
import { visiblePage } from '#pdf/geometry'
import { type Credential, makeSelfSignedCertificate, signFile } from '#pdf/signature'
import { stampFile } from '#pdf/stamp'
import { pagesForAnother } from './another-reader.ts'
import { type PageSize, sizesOf } from './sizes.ts'

/** The file can be taken in, but not brought to its end. */
export class CannotEnd extends Error {
  override name = 'CannotEnd'
}

let throwAway: Credential | undefined

/**
 * Goes the whole way that the file will go after its last signature, now, while it can still be refused: load, stamp,
 * save, sign, open again, and find the same pages, which another reader has to find too, and every object that was
 * written: a page whose fonts got lost is still a page.
 */
export async function proveTheEnd(bytes: Uint8Array, sizes: readonly PageSize[], objects: readonly PDFRef[]): Promise<void> {
  throwAway ??= makeSelfSignedCertificate({ commonName: 'Proof', from: 0, until: 1, serial: new Uint8Array(16) })
  const text = { kind: 'text', x: 0, baseline: 10, width: 20, size: 10, font: 'sans', text: 'Proof', color: '#000000', dir: 'ltr' } as const
  const stamp = { page: sizes.length - 1, x: 0, y: 0, paints: [text] }
  const stamped = await stampFile(bytes, [stamp], {})
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
}
