import { firstDer, NotDer } from './der.ts'

/** A signature as it stands in the bytes of a file. */
export interface Placed {
  /** Where the opening `<` of its value is, where the closing `>` ends, and where what it covers ends. */
  readonly from: number
  readonly to: number
  readonly end: number
  /** The message in its value, or what is wrong with how the value stands there. */
  readonly value: Uint8Array | null
  readonly problem: string | null
  /** Its digits are small letters, as Paraph never writes them. */
  readonly small: boolean
  /** `DocTimeStamp` for one that only proves a time. */
  readonly timestamp: boolean
  readonly reason: string
}

const NAME = encoded('/ByteRange')
const RANGE = /^\/ByteRange\s*\[\s*(\d{1,15})\s+(\d{1,15})\s+(\d{1,15})\s+(\d{1,15})\s*\]/
/** Nobody signs a file so often. What stands behind that many is not read, and a field that leads there is signed by nobody. */
const MOST = 200
/** A signature's dictionary holds its value and little else. */
const AROUND = 2_000

/** All signatures in the order of what they cover. Found by their bytes, so that no broken table hides one. */
export function signaturesIn(bytes: Uint8Array): Placed[] {
  const found: Placed[] = []
  for (let at = indexOf(bytes, NAME, 0); at >= 0 && found.length < MOST; at = indexOf(bytes, NAME, at + 1)) {
    const match = RANGE.exec(text(bytes, at, at + 200))
    if (!match) continue
    const [start, first, second, length] = match.slice(1).map(Number) as [number, number, number, number]
    if (start !== 0 || first >= second || second + length > bytes.length) continue
    // An attached file, or a page's text, may speak of signatures too. Theirs don't stand where they say.
    if (!/\/Contents\s*$/.test(text(bytes, first - 12, first))) continue
    const dictionary = `${text(bytes, Math.max(0, Math.min(at, first) - AROUND), Math.min(at, first))}\n${text(bytes, second, second + AROUND)}`
    found.push({
      from: first,
      to: second,
      end: second + length,
      timestamp: /\/DocTimeStamp\b/.test(near(bytes, at, first, second)),
      reason: /\/Reason\s*\(((?:\\.|[^\\)])*)\)/.exec(dictionary)?.[1] ?? '',
      ...readValue(bytes, first, second),
    })
  }
  return found.sort((a, b) => a.end - b.end)
}

/** The bytes of the dictionary around a value: from the object's beginning to its end. */
function near(bytes: Uint8Array, at: number, from: number, to: number): string {
  const before = text(bytes, Math.max(0, Math.min(at, from) - AROUND), from)
  const after = text(bytes, to, to + AROUND)
  return before.slice(before.lastIndexOf(' obj') + 1) + after.slice(0, Math.max(0, after.indexOf('endobj')))
}

/**
 * The value must be hexadecimal digits of one case, a whole message, and then nothing but zeros: whatever else may stand
 * there is covered by nobody's signature.
 */
function readValue(bytes: Uint8Array, from: number, to: number): Pick<Placed, 'value' | 'problem' | 'small'> {
  const wrong = (problem: string) => ({ value: null, problem, small: false })
  if (bytes[from] !== 0x3c || bytes[to - 1] !== 0x3e) return wrong('the bytes that it leaves out are not its value')
  const digits = bytes.subarray(from + 1, to - 1)
  if (digits.length % 2 !== 0) return wrong('its value has half a byte')
  const value = new Uint8Array(digits.length / 2)
  let upper = false
  let lower = false
  for (let i = 0; i < digits.length; i++) {
    const digit = digits[i]!
    const nibble =
      digit >= 0x30 && digit <= 0x39
        ? digit - 0x30
        : digit >= 0x41 && digit <= 0x46
          ? digit - 55
          : digit >= 0x61 && digit <= 0x66
            ? digit - 87
            : -1
    if (nibble < 0) return wrong('its value is not hexadecimal')
    if (nibble > 9) {
      if (digit < 0x60) upper = true
      else lower = true
    }
    value[i >> 1] = (value[i >> 1]! << 4) | nibble
  }
  if (upper && lower) return wrong('its value was written again')
  try {
    const { der, rest } = firstDer(value)
    if (rest.some((byte) => byte !== 0)) return wrong('something is hidden behind its value')
    return { value: der.bytes, problem: null, small: lower }
  } catch (error) {
    return wrong(error instanceof NotDer ? error.message : 'its value cannot be read')
  }
}

export function indexOf(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(wanted[0]!, from); at >= 0; at = bytes.indexOf(wanted[0]!, at + 1)) {
    let i = 1
    while (i < wanted.length && bytes[at + i] === wanted[i]) i++
    if (i === wanted.length) return at
  }
  return -1
}

export function encoded(words: string): Uint8Array {
  return Uint8Array.from(words, (letter) => letter.charCodeAt(0))
}
export function text(bytes: Uint8Array, from: number, to: number): string {
  let out = ''
  for (let at = from; at < Math.min(to, bytes.length); at += 8_192)
    out += String.fromCharCode(...bytes.subarray(at, Math.min(at + 8_192, to)))
  return out
}
