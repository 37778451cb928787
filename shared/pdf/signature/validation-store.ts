import { createHash } from 'node:crypto'
import { type PDF, PdfArray, PdfDict, PdfName, PdfStream } from '@libpdf/core'
import type { ValidationData } from './revocation-source.ts'

/** Puts what validates a signature into the document's store (ISO 32000-2, 12.8.4.3), also under the name of that signature. */
export function addValidationStore(document: PDF, data: ValidationData, signature: Uint8Array): void {
  const listed = (all: readonly Uint8Array[]) => all.map((bytes) => document.register(PdfStream.fromDict({}, bytes)))
  const lists = {
    Cert: listed(data.certificates.map(({ bytes }) => bytes)),
    OCSP: listed(data.ocsps),
    CRL: listed(data.crls),
  }
  const entries = (suffix: string) =>
    Object.entries(lists).flatMap(([key, refs]) => (refs.length > 0 ? [[`${key}${suffix}`, new PdfArray(refs)] as const] : []))
  const name = createHash('sha1').update(signature).digest('hex').toUpperCase()
  const store = PdfDict.of({
    Type: PdfName.of('DSS'),
    ...Object.fromEntries(entries('s')),
    VRI: PdfDict.of({ [name]: PdfDict.of(Object.fromEntries(entries(''))) }),
  })
  document.getCatalog().set('DSS', document.register(store))
}
