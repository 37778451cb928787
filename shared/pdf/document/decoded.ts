import { constants, inflateSync } from 'node:zlib'
import { decodePDFRawStream, PDFArray, PDFDict, PDFName, PDFNumber, type PDFRawStream } from 'pdf-lib'

/** Content beyond this is no page: a hundred kilobytes can hold a hundred megabytes of nothing. */
export const MOST_BYTES = 128 * 1024 * 1024
const PIECE = 1024 * 1024

/** More would come out of a stream than any page needs. */
export class Bomb extends Error {
  override name = 'Bomb'
}

/** What a stream holds; `whole` is false where it breaks off or has an error in it, and this is as far as it could be read. */
export interface Decoded {
  readonly bytes: Uint8Array
  readonly whole: boolean
}

/** Null where nobody knows how to read it. @throws Bomb */
export function decoded(stream: PDFRawStream): Decoded | null {
  if (!isPackedInTheCommonWay(stream)) {
    const bytes = bytewise(stream)
    return bytes && { whole: true, bytes: unpredicted(bytes, parametersOf(stream)) }
  }
  const found = inflated(stream.contents)
  // What is broken from its first byte on holds nothing, to every reader; left as it is, some read nothing that follows it either.
  const { whole, bytes } = found ?? { whole: false, bytes: bytewise(stream) ?? NOTHING }
  return { whole, bytes: unpredicted(bytes, parametersOf(stream)) }
}
const NOTHING = new Uint8Array()

function isPackedInTheCommonWay({ dict, transform }: PDFRawStream): boolean {
  const filter = dict.lookup(PDFName.of('Filter'))
  const only = filter instanceof PDFArray && filter.size() === 1 ? filter.lookup(0) : filter
  return !transform && only === PDFName.of('FlateDecode')
}

function inflated(packed: Uint8Array): Decoded | null {
  try {
    return { whole: true, bytes: inflateSync(packed, { maxOutputLength: MOST_BYTES }) }
  } catch (error) {
    if (isTooMuch(error)) throw new Bomb('a stream holds too much')
  }
  try {
    return { whole: false, bytes: inflateSync(packed, { maxOutputLength: MOST_BYTES, finishFlush: constants.Z_SYNC_FLUSH }) }
  } catch (error) {
    if (isTooMuch(error)) throw new Bomb('a stream holds too much')
    return null
  }
}

const isTooMuch = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'

/** The library's own way, slower and more patient. Read in pieces, so that a bomb is noticed before it has gone off. */
function bytewise(stream: PDFRawStream): Uint8Array | null {
  const pieces: Uint8Array[] = []
  let length = 0
  try {
    const source = decodePDFRawStream(stream)
    for (;;) {
      const piece = source.getBytes(PIECE)
      length += piece.length
      if (length > MOST_BYTES) break
      pieces.push(Uint8Array.from(piece))
      if (piece.length < PIECE) return Buffer.concat(pieces)
    }
  } catch (error) {
    if (error instanceof Bomb) throw error
    return null
  }
  throw new Bomb('a stream holds too much')
}

function parametersOf({ dict }: PDFRawStream): PDFDict | null {
  const given = dict.lookup(PDFName.of('DecodeParms'))
  const only = given instanceof PDFArray && given.size() === 1 ? given.lookup(0) : given
  return only instanceof PDFDict ? only : null
}

/** Rows of PNG's filters become what they were: nobody else here undoes them for content. */
function unpredicted(bytes: Uint8Array, parameters: PDFDict | null): Uint8Array {
  const number = (name: string, otherwise: number) => {
    const value = parameters?.lookup(PDFName.of(name))
    return value instanceof PDFNumber ? value.asNumber() : otherwise
  }
  if (number('Predictor', 1) < 10) return bytes
  const unit = Math.max(1, Math.ceil((number('Colors', 1) * number('BitsPerComponent', 8)) / 8))
  const width = Math.ceil((number('Columns', 1) * number('Colors', 1) * number('BitsPerComponent', 8)) / 8)
  if (!(width > 0 && width < bytes.length)) return bytes
  const rows = Math.ceil(bytes.length / (width + 1))
  const out = new Uint8Array(rows * width)
  for (let row = 0; row < rows; row++) {
    const kind = bytes[row * (width + 1)]!
    for (let x = 0; x < width; x++) {
      const at = row * width + x
      const left = x >= unit ? out[at - unit]! : 0
      const up = row > 0 ? out[at - width]! : 0
      const corner = row > 0 && x >= unit ? out[at - width - unit]! : 0
      out[at] = (bytes[row * (width + 1) + 1 + x] ?? 0) + guess(kind, left, up, corner)
    }
  }
  return out
}

function guess(kind: number, left: number, up: number, corner: number): number {
  switch (kind) {
    case 1:
      return left
    case 2:
      return up
    case 3:
      return (left + up) >> 1
    case 4: {
      const [toLeft, toUp, toCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)]
      if (toLeft <= toUp && toLeft <= toCorner) return left
      return toUp <= toCorner ? up : corner
    }
    default:
      return 0
  }
}
