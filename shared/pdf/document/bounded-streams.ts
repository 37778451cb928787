import { decodePDFRawStream, PDFContext, PDFName, PDFRawStream } from 'pdf-lib'
import { Bomb, MOST_BYTES } from './decoded.ts'

/** What the library's unpacking streams have in common. */
interface Unpacking {
  ensureBuffer(requested: number): Uint8Array
}

let wentOff = false

/**
 * While it reads a file, the library unpacks object streams to their end, however far off that is, and takes a failure
 * for a broken object. From here on a stream ends at a bound, and `noBombIn` says whether one did.
 */
const prototype = commonPrototype()
const { ensureBuffer } = prototype
prototype.ensureBuffer = function (this: Unpacking, requested: number) {
  if (requested <= MOST_BYTES) return ensureBuffer.call(this, requested)
  wentOff = true
  throw new Bomb('a stream holds too much')
}

/** @throws Bomb */
export async function noBombIn<T>(reading: () => Promise<T>): Promise<T> {
  wentOff = false
  const read = await reading()
  if (wentOff) throw new Bomb('a stream holds too much')
  return read
}

function commonPrototype(): Unpacking {
  const context = PDFContext.create()
  const any = PDFRawStream.of(context.obj({ Filter: PDFName.of('FlateDecode') }), new Uint8Array([0x78, 0x9c, 3, 0, 0, 0, 0, 1]))
  return Object.getPrototypeOf(Object.getPrototypeOf(decodePDFRawStream(any))) as Unpacking
}
