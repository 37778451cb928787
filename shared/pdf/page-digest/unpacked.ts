import { decodePDFRawStream, PDFArray, PDFName, type PDFObject, type PDFRawStream } from 'pdf-lib'
import type { Unpack } from './page-digest.ts'

const LOSSLESS = new Set(['FlateDecode', 'LZWDecode', 'ASCII85Decode', 'ASCIIHexDecode', 'RunLengthDecode'].map((name) => PDFName.of(name)))
/** More than this is taken as it is stored: unpacking it would hold a seal up. */
const MOST_OF_ONE = 16 * 1024 * 1024
const MOST_OF_ALL = 64 * 1024 * 1024

/**
 * Unpacks streams up to a bound that counts what they hold, not how they are packed, so that it is the same however that is.
 * `inflate` is a faster way for the most common packing.
 */
export function unpacking(inflate: Inflate = () => null): Unpack {
  let left = MOST_OF_ALL
  return (stream) => {
    const most = Math.min(MOST_OF_ONE, left)
    const unpacked = filtersOf(stream) === null ? null : contentsOf(stream, inflate, most)
    if (unpacked === null || unpacked.length > most) return null
    left -= unpacked.length
    return unpacked
  }
}

/** Null where it cannot read it: a more patient reader may. */
export type Inflate = (packed: Uint8Array, most: number) => Uint8Array | 'too-large' | null

/** Names of its filters, none where it is not packed; null where one of them is not lossless. */
function filtersOf({ dict }: PDFRawStream): readonly PDFName[] | null {
  const filter = dict.lookup(PDFName.of('Filter'))
  const filters: readonly (PDFObject | undefined)[] = filter === undefined ? [] : filter instanceof PDFArray ? filter.asArray() : [filter]
  return filters.every((one): one is PDFName => one instanceof PDFName && LOSSLESS.has(one)) ? filters : null
}

function contentsOf(stream: PDFRawStream, inflate: Inflate, most: number): Uint8Array | null {
  const filters = filtersOf(stream) ?? []
  if (filters.length === 0) return stream.contents
  const isPlain = filters.length === 1 && filters[0] === PDFName.of('FlateDecode') && !stream.dict.has(PDFName.of('DecodeParms'))
  const fast = isPlain ? inflate(stream.contents, most) : null
  if (fast === 'too-large') return null
  if (fast) return fast
  try {
    return decodePDFRawStream(stream).decode()
  } catch {
    return null
  }
}
