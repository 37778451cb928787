import { md5 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFString,
} from 'pdf-lib'
import { pageDigests } from '#pdf/page-digest'
import { same } from './der.ts'

export interface AttachedFile {
  readonly name: string
  readonly bytes: Uint8Array | null
  /** It does not have the digest given with it. */
  readonly changed: boolean
  readonly relationship: string
}
export interface OpenedFile {
  readonly document: PDFDocument
  readonly root: number
  /** The digest of each page, or null where the pages can't be read. */
  readonly pages: readonly string[] | null
  readonly attachments: readonly AttachedFile[]
}

const name = PDFName.of

/** Reads a file's parts. null where nothing can be read. */
export async function openFile(bytes: Uint8Array): Promise<OpenedFile | null> {
  try {
    const document = await PDFDocument.load(bytes, {
      parseSpeed: Number.POSITIVE_INFINITY,
      updateMetadata: false,
      ignoreEncryption: true,
      throwOnInvalidObject: false,
    })
    const { Root: root } = document.context.trailerInfo
    return {
      document,
      root: root instanceof PDFRef ? root.objectNumber : -1,
      pages: pagesIn(document),
      attachments: attachmentsIn(document),
    }
  } catch {
    return null
  }
}

function pagesIn(document: PDFDocument): readonly string[] | null {
  try {
    return pageDigests(document, sha256)
  } catch {
    return null
  }
}

function attachmentsIn(document: PDFDocument): AttachedFile[] {
  try {
    const names = dict(document.catalog.lookup(name('Names')))
    return treeEntries(dict(names?.lookup(name('EmbeddedFiles')))).map(([key, object]) => attachmentOf(document, key, object))
  } catch {
    return []
  }
}

function attachmentOf(document: PDFDocument, key: string, object: PDFObject): AttachedFile {
  const spec = dict(document.context.lookup(object))
  const stream = dict(spec?.lookup(name('EF')))?.lookup(name('F'))
  const relationship = String(spec?.lookup(name('AFRelationship')) ?? '').slice(1)
  const bytes = stream instanceof PDFRawStream ? decoded(stream) : null
  const sum = stream instanceof PDFRawStream ? dict(stream.dict.lookup(name('Params')))?.lookup(name('CheckSum')) : undefined
  const expected = sum instanceof PDFHexString || sum instanceof PDFString ? sum.asBytes() : null
  return { name: key, bytes, changed: bytes === null || (expected !== null && !same(expected, md5(bytes))), relationship }
}

function decoded(stream: PDFRawStream): Uint8Array | null {
  try {
    return decodePDFRawStream(stream).decode()
  } catch {
    return null
  }
}

/** Each part of the tree once, however often and from how deep it is led back to. */
function treeEntries(node: PDFDict | null, seen = new Set<PDFDict>()): [string, PDFObject][] {
  if (!node || seen.has(node)) return []
  seen.add(node)
  const names = node.lookup(name('Names'))
  const kids = node.lookup(name('Kids'))
  const own: [string, PDFObject][] = []
  if (names instanceof PDFArray) {
    for (let at = 0; at + 1 < names.size(); at += 2) {
      const key = names.lookup(at)
      own.push([key instanceof PDFString || key instanceof PDFHexString ? key.decodeText() : '', names.get(at + 1)])
    }
  }
  const below = kids instanceof PDFArray ? kids.asArray().flatMap((kid) => treeEntries(dict(node.context.lookup(kid)), seen)) : []
  return [...own, ...below]
}

export function dict(object: PDFObject | undefined): PDFDict | null {
  return object instanceof PDFDict ? object : null
}
