export const ENCODINGS = ['UTF-8', 'UTF-16', 'Windows-1252'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Enough to tell encodings apart that write two bytes a character. */
const LOOKED_AT = 4_096

type ByteOrder = 'utf-16le' | 'utf-16be'
/** As its first bytes say it, or the zero bytes in Western text. */
function byteOrderOf(start: Uint8Array): ByteOrder | null {
  const [first, second] = start
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  const looked = start.subarray(0, LOOKED_AT)
  for (const [at, byte] of looked.entries()) if (byte === 0) zeros[at % 2]! += 1
  const many = looked.length / 8
  if (zeros[1]! > many && zeros[0]! < zeros[1]! / 8) return 'utf-16le'
  return zeros[0]! > many && zeros[1]! < zeros[0]! / 8 ? 'utf-16be' : null
}

/** Text from bytes that arrive in parts; the last call has none. A byte order mark is left out. */
export interface PartDecoder {
  decode(part?: Uint8Array, options?: { readonly stream: boolean }): string
}
export function decoderOf(encoding: Encoding, start: Uint8Array): PartDecoder {
  if (encoding === 'UTF-16') return new TextDecoder(byteOrderOf(start) ?? 'utf-16le')
  return encoding === 'UTF-8' ? new TextDecoder('utf-8') : windows1252
}

/** What 0x80 to 0x9F mean there: the decoder of older runtimes takes them for control characters. */
const WESTERN = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
const windows1252: PartDecoder = {
  decode: (part) => new TextDecoder('latin1').decode(part).replace(/[\u0080-\u009f]/g, (sign) => WESTERN.charAt(sign.charCodeAt(0) - 0x80)),
}

/**
 * Finds out, part by part, in which encoding a table is: what its first bytes say, else UTF-8 where all of it is that, else what spreadsheets
 * of the West write.
 */
export function encodingOf(start: Uint8Array): { push(part: Uint8Array): void; end(): Encoding } {
  const isWide = byteOrderOf(start) !== null
  const strict = new TextDecoder('utf-8', { fatal: true })
  let isUtf8 = !isWide
  const check = (part?: Uint8Array) => {
    if (!isUtf8) return
    try {
      strict.decode(part, { stream: part !== undefined })
    } catch {
      isUtf8 = false
    }
  }
  return {
    push: check,
    end() {
      check()
      return isWide ? 'UTF-16' : isUtf8 ? 'UTF-8' : 'Windows-1252'
    },
  }
}

/** How a piece of text looks in each encoding; null: it cannot be read so. */
export function readableEncodings(bytes: Uint8Array): Readonly<Record<Encoding, string | null>> {
  const read = (label: string) => {
    try {
      return new TextDecoder(label, { fatal: true }).decode(bytes, { stream: true })
    } catch {
      return null
    }
  }
  const order = byteOrderOf(bytes)
  return { 'UTF-8': order ? null : read('utf-8'), 'UTF-16': order && read(order), 'Windows-1252': order ? null : windows1252.decode(bytes) }
}
