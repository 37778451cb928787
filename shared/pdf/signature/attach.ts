import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef, PdfStream, PdfString } from '@libpdf/core'
import { pdfDate } from './pdf-date.ts'

export interface Attachment {
  readonly name: string
  readonly bytes: Uint8Array
  readonly mimeType: string
  readonly description: string
  /** How the file relates to the document (ISO 32000-2, 7.11.3). */
  readonly relationship: 'Data' | 'Supplement' | 'Unspecified'
}

/**
 * Attaches files as associated files of the document. The library's own way states no relationship and no digest, and
 * doesn't pack what it attaches. One of the same name that came with the original makes way.
 */
export function attach(document: PDF, attachments: readonly Attachment[], at: Date): void {
  if (attachments.length === 0) return
  const resolve = (ref: PdfRef) => document.getObject(ref)
  const catalog = document.getCatalog()
  const names = catalog.getDict('Names', resolve)
  const own = new Set(attachments.map(({ name }) => name))
  const entries = entriesOf(names?.getDict('EmbeddedFiles', resolve), resolve).filter(([name]) => !own.has(name))
  const associated: PdfObject[] = listed(catalog.getArray('AF', resolve))
  for (const attachment of attachments) {
    const spec = document.register(specOf(document, attachment, at))
    entries.push([attachment.name, spec])
    associated.push(spec)
  }
  entries.sort(([a], [b]) => (a < b ? -1 : 1))
  const tree = PdfDict.of({ Names: new PdfArray(entries.flatMap(([name, spec]) => [PdfString.fromString(name), spec])) })
  const all = names ?? new PdfDict()
  all.set('EmbeddedFiles', document.register(tree))
  if (!names) catalog.set('Names', document.register(all))
  catalog.set('AF', new PdfArray(associated))
}

function specOf(document: PDF, { name, bytes, mimeType, description, relationship }: Attachment, at: Date): PdfDict {
  const date = PdfString.fromString(pdfDate(at))
  const stream = PdfStream.fromDict(
    {
      Type: PdfName.of('EmbeddedFile'),
      Subtype: PdfName.of(mimeType),
      Filter: PdfName.of('FlateDecode'),
      Params: PdfDict.of({
        Size: PdfNumber.of(bytes.length),
        CreationDate: date,
        ModDate: date,
        CheckSum: PdfString.fromBytes(new Uint8Array(createHash('md5').update(bytes).digest())),
      }),
    },
    new Uint8Array(deflateSync(bytes)),
  )
  const embedded = document.register(stream)
  return PdfDict.of({
    Type: PdfName.of('Filespec'),
    F: PdfString.fromString(name),
    UF: PdfString.fromString(name),
    Desc: PdfString.fromString(description),
    AFRelationship: PdfName.of(relationship),
    EF: PdfDict.of({ F: embedded, UF: embedded }),
  })
}

type Resolve = (ref: PdfRef) => PdfObject | null

function entriesOf(node: PdfDict | undefined, resolve: Resolve, deep = 0): [string, PdfObject][] {
  if (!node || deep > 20) return []
  const names = listed(node.getArray('Names', resolve))
  const own = names.flatMap((key, i): [string, PdfObject][] => {
    const value = names[i + 1]
    return i % 2 === 0 && key instanceof PdfString && value ? [[key.asString(), value]] : []
  })
  const below = listed(node.getArray('Kids', resolve)).flatMap((kid) => {
    const target = kid instanceof PdfRef ? resolve(kid) : kid
    return target instanceof PdfDict ? entriesOf(target, resolve, deep + 1) : []
  })
  return [...own, ...below]
}

function listed(array: PdfArray | undefined): PdfObject[] {
  return Array.from({ length: array?.length ?? 0 }, (_, i) => array!.at(i)).filter((one) => one !== undefined)
}
