import {
  PDFArray,
  PDFBool,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFString,
} from 'pdf-lib'
import { base64url } from '#domain/kernel'
import { type Page, pagesOf } from '#pdf/pages'

/** SHA-256, of whatever machine this runs on. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array

/**
 * The digest of each page: SHA-256, in base64url, over what the page shows, written as
 *
 * - null `n`, true and false `t` and `f`, a number as ECMAScript writes it, a name with its slash;
 * - a string `(` its bytes in hexadecimal `)`, an array `[` its items with spaces between `]`;
 * - a dictionary `<` each key, space, value, with spaces between, in the order of the keys' code units `>`, without
 *   those keys that lead away from the page (see AWAY) or only say how long a stream is;
 * - a stream `S`, the SHA-256 of its bytes as stored in hexadecimal, its dictionary;
 * - a reference `#` and the SHA-256, in hexadecimal, of what it leads to, written the same way; `^` where it leads back
 *   to something that is just being written;
 *
 * for a dictionary of MediaBox, CropBox, Rotate, UserUnit, Resources, Contents and, where it has others than
 * signatures, Annots. Object numbers don't enter into it, so signing and attaching leave it as it is.
 */
export function pageDigests(document: PDFDocument, sha256: Sha256): string[] {
  const writer = new Writer(document, sha256, null)
  return pagesOf(document).map((page) => base64url(sha256(encode(asStored(writer.page(page))))))
}

/** What a stream holds once unpacked; null where it is not packed in a way that loses nothing, or is too large. */
export type Unpack = (stream: PDFRawStream) => Uint8Array | null

export interface PageDigests {
  readonly pages: readonly string[]
  /**
   * SHA-256 over the digests of all pages, written as above but for streams: of those that can be unpacked it is the unpacked
   * bytes that count, and how they are packed is left out. A file whose streams another program packed has the same.
   */
  readonly unpacked: Uint8Array
}

/** Both kinds of digest in one walk. */
export function digestsOf(document: PDFDocument, sha256: Sha256, unpack: Unpack): PageDigests {
  const writer = new Writer(document, sha256, unpack)
  const written = pagesOf(document).map((page) => writer.page(page))
  return {
    pages: written.map((page) => base64url(sha256(encode(asStored(page))))),
    unpacked: sha256(encode(written.map((page) => hex(sha256(encode(asUnpacked(page))))).join(' '))),
  }
}

/** What is written of an object: the same text both ways, unless a packed stream lies beneath. */
type Written = string | { readonly stored: string; readonly unpacked: string }
const asStored = (written: Written) => (typeof written === 'string' ? written : written.stored)
const asUnpacked = (written: Written) => (typeof written === 'string' ? written : written.unpacked)
function both(parts: readonly Written[], join: (parts: readonly string[]) => string): Written {
  if (parts.every((part) => typeof part === 'string')) return join(parts as readonly string[])
  return { stored: join(parts.map(asStored)), unpacked: join(parts.map(asUnpacked)) }
}

const SHOWN = ['MediaBox', 'CropBox', 'Rotate', 'UserUnit', 'Resources', 'Contents'] as const
const AWAY = new Set(
  [
    'Length',
    'Parent',
    'P',
    'A',
    'AA',
    'Dest',
    'Popup',
    'IRT',
    'StructParent',
    'StructParents',
    'Metadata',
    'PieceInfo',
    'LastModified',
  ].map((name) => PDFName.of(name)),
)
const FILTER = PDFName.of('Filter')
const PACKING = new Set([FILTER, PDFName.of('DecodeParms')])
const NAMES = { annots: PDFName.of('Annots'), type: PDFName.of('FT'), signature: PDFName.of('Sig') }

const utf8 = new TextEncoder()
const encode = (text: string) => utf8.encode(text)

// A page of a plan leads to thousands of objects, each with a digest: written byte by byte they took longer than hashing.
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
function hex(bytes: Uint8Array): string {
  let written = ''
  for (const byte of bytes) written += HEX[byte]
  return written
}

class Writer {
  readonly #document: PDFDocument
  readonly #sha256: Sha256
  readonly #unpack: Unpack | null
  readonly #known = new Map<PDFRef, Written>()
  readonly #above: PDFRef[] = []
  /** The outermost object that something being written leads back to: what lies inside it depends on where it was met. */
  #backTo = Number.POSITIVE_INFINITY

  constructor(document: PDFDocument, sha256: Sha256, unpack: Unpack | null) {
    this.#document = document
    this.#unpack = unpack
    this.#sha256 = sha256
  }

  page({ dict }: Page): Written {
    const entries: [string, Written][] = SHOWN.map((name) => [name, this.#object(dict.get(PDFName.of(name)))])
    const annotations = dict.lookup(NAMES.annots)
    const shown = annotations instanceof PDFArray ? annotations.asArray().filter((one) => !this.#isSignature(one)) : []
    if (shown.length > 0)
      entries.push([
        'Annots',
        both(
          shown.map((one) => this.#object(one)),
          (items) => `[${items.join(' ')}]`,
        ),
      ])
    return both(
      entries.map(([, value]) => value),
      (values) => `<${values.map((value, at) => `/${entries[at]![0]} ${value}`).join(' ')}>`,
    )
  }

  #isSignature(annotation: PDFObject): boolean {
    const dict = this.#document.context.lookup(annotation)
    return dict instanceof PDFDict && dict.lookup(NAMES.type) === NAMES.signature
  }

  #object(object: PDFObject | undefined): Written {
    if (object instanceof PDFRef) return this.#reference(object)
    if (object instanceof PDFName) return object.asString()
    if (object instanceof PDFNumber) return String(object.asNumber())
    if (object instanceof PDFBool) return object.asBoolean() ? 't' : 'f'
    if (object instanceof PDFString || object instanceof PDFHexString) return `(${hex(object.asBytes())})`
    if (object instanceof PDFArray)
      return both(
        object.asArray().map((item) => this.#object(item)),
        (items) => `[${items.join(' ')}]`,
      )
    if (object instanceof PDFDict) return this.#dictionary(object)
    if (object instanceof PDFRawStream) return this.#stream(object)
    return 'n'
  }

  #named(text: string): string {
    return `#${hex(this.#sha256(encode(text)))}`
  }

  #stream(stream: PDFRawStream): Written {
    const stored = `S${hex(this.#sha256(stream.contents))}`
    const dictionary = this.#dictionary(stream.dict)
    const isPacked = this.#unpack !== null && stream.dict.has(FILTER)
    const unpacked = isPacked ? this.#unpack!(stream) : null
    if (unpacked === null) return typeof dictionary === 'string' ? stored + dictionary : both([dictionary], ([written]) => stored + written)
    const packing = this.#dictionary(stream.dict, PACKING)
    return { stored: stored + asStored(dictionary), unpacked: `S${hex(this.#sha256(unpacked))}${asUnpacked(packing)}` }
  }

  #dictionary(dict: PDFDict, but: ReadonlySet<PDFName> | null = null): Written {
    const entries = dict.entries().filter(([key]) => !AWAY.has(key) && !but?.has(key))
    entries.sort(([a], [b]) => (a.asString() < b.asString() ? -1 : 1))
    const values = entries.map(([, value]) => this.#object(value))
    return both(values, (texts) => `<${texts.map((text, at) => `${entries[at]![0].asString()} ${text}`).join(' ')}>`)
  }

  #reference(ref: PDFRef): Written {
    const known = this.#known.get(ref)
    if (known !== undefined) return known
    const circle = this.#above.indexOf(ref)
    if (circle >= 0) {
      this.#backTo = Math.min(this.#backTo, circle)
      return '^'
    }
    const depth = this.#above.push(ref) - 1
    const object = this.#object(this.#document.context.lookup(ref))
    const written =
      typeof object === 'string' ? this.#named(object) : { stored: this.#named(object.stored), unpacked: this.#named(object.unpacked) }
    this.#above.pop()
    if (this.#backTo >= depth) {
      this.#backTo = Number.POSITIVE_INFINITY
      this.#known.set(ref, written)
    }
    return written
  }
}
