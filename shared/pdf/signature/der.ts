/** The little of ASN.1's distinguished encoding that a certificate needs. */
export function tagged(tag: number, ...contents: Uint8Array[]): Buffer {
  const content = Buffer.concat(contents)
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content])
}
export const sequence = (...items: Uint8Array[]) => tagged(0x30, ...items)
export const set = (...items: Uint8Array[]) => tagged(0x31, ...items)
export const octets = (bytes: Uint8Array) => tagged(0x04, bytes)
export const bits = (bytes: Uint8Array, unused = 0) => tagged(0x03, Buffer.from([unused]), bytes)
export const utf8 = (text: string) => tagged(0x0c, Buffer.from(text, 'utf8'))
export const explicit = (number: number, item: Uint8Array) => tagged(0xa0 + number, item)
export const nothing = () => tagged(0x05)
export const boolean = (value: boolean) => tagged(0x01, Buffer.from([value ? 0xff : 0]))

/** A whole number that is not negative. */
export function integer(bytes: Uint8Array): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0)
  const digits = first < 0 ? Buffer.from([0]) : Buffer.from(bytes.subarray(first))
  return tagged(0x02, ...((digits[0] ?? 0) >= 0x80 ? [Buffer.from([0])] : []), digits)
}

export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

/** UTCTime up to 2049, GeneralizedTime from then on (RFC 5280). */
export function time(unixMs: number): Buffer {
  const digits = new Date(unixMs).toISOString().replace(/[-:T]|\.\d+/g, '')
  return Number(digits.slice(0, 4)) < 2050
    ? tagged(0x17, Buffer.from(digits.slice(2), 'latin1'))
    : tagged(0x18, Buffer.from(digits, 'latin1'))
}

function base128(value: number): number[] {
  const out = [value & 0x7f]
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) out.unshift((rest & 0x7f) | 0x80)
  return out
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest >>>= 8) bytes.unshift(rest & 0xff)
  return Buffer.from([0x80 | bytes.length, ...bytes])
}
