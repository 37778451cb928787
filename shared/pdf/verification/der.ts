/** Bytes that are not the distinguished encoding of anything. */
export class NotDer extends Error {
  override name = 'NotDer'
}

/** One element of ASN.1's distinguished encoding. */
export interface Der {
  readonly tag: number
  /** The element whole, as it stands. */
  readonly bytes: Uint8Array
  readonly content: Uint8Array
}

/**
 * Reads one element that is all there is. Only the distinguished form is read: lengths in their shortest form, no
 * indefinite ones. Whatever can be written in two ways could be changed without changing its meaning.
 */
export function readDer(bytes: Uint8Array): Der {
  const { der, end } = elementAt(bytes, 0)
  if (end !== bytes.length) throw new NotDer('something follows the element')
  return der
}

/** The element at the beginning, with whatever follows it. */
export function firstDer(bytes: Uint8Array): { readonly der: Der; readonly rest: Uint8Array } {
  const { der, end } = elementAt(bytes, 0)
  return { der, rest: bytes.subarray(end) }
}

export function childrenOf(parent: Der, tag?: number): Der[] {
  if (tag !== undefined && parent.tag !== tag) throw new NotDer(`an element is of kind ${parent.tag}, not ${tag}`)
  const children: Der[] = []
  for (let at = 0; at < parent.content.length; ) {
    const { der, end } = elementAt(parent.content, at)
    children.push(der)
    at = end
  }
  return children
}

function elementAt(bytes: Uint8Array, at: number): { der: Der; end: number } {
  const tag = bytes[at]
  const first = bytes[at + 1]
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) throw new NotDer('an element is cut off')
  let start = at + 2
  let length = first
  if (first >= 0x80) {
    const count = first & 0x7f
    if (count === 0 || count > 4) throw new NotDer('a length is not in its shortest form')
    length = 0
    for (let i = 0; i < count; i++) length = length * 256 + (bytes[start + i] ?? 0)
    if (length < 0x80 || bytes[start] === 0) throw new NotDer('a length is not in its shortest form')
    start += count
  }
  const end = start + length
  if (end > bytes.length) throw new NotDer('an element is cut off')
  return { der: { tag, bytes: bytes.subarray(at, end), content: bytes.subarray(start, end) }, end }
}

export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  nothing: 0x05,
  objectId: 0x06,
  utcTime: 0x17,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const
/** `[n]` around something else. */
export const tagged = (n: number) => 0xa0 + n

export function child(parent: readonly Der[], at: number, tag?: number): Der {
  const found = parent[at]
  if (!found || (tag !== undefined && found.tag !== tag)) throw new NotDer('an element is not where it must be')
  return found
}

export function objectIdOf({ tag, content }: Der): string {
  if (tag !== TAG.objectId || content.length === 0) throw new NotDer('not an object identifier')
  // A part may be a UUID, which no floating-point number holds.
  const parts: bigint[] = []
  let value = 0n
  for (const byte of content) {
    if (value === 0n && byte === 0x80) throw new NotDer('an object identifier is not in its shortest form')
    value = value * 128n + BigInt(byte & 0x7f)
    if (byte < 0x80) {
      parts.push(value)
      value = 0n
    }
  }
  const [first = 0n, ...rest] = parts
  const top = first < 80n ? first / 40n : 2n
  return [top, first - top * 40n, ...rest].join('.')
}

/** The bits as bytes; there is always a whole number of them in what is read here. */
export function bitsOf({ tag, content }: Der): Uint8Array {
  if (tag !== TAG.bits || content[0] !== 0) throw new NotDer('not a string of whole bytes')
  return content.subarray(1)
}

/** Unix milliseconds. */
export function timeOf({ tag, content }: Der): number {
  const text = latin1(content)
  const digits = tag === TAG.utcTime ? `${Number(text.slice(0, 2)) < 50 ? '20' : '19'}${text}` : text
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d{1,9})?Z$/.exec(digits)
  if ((tag !== TAG.utcTime && tag !== TAG.time) || !match) throw new NotDer('not a time')
  const [, year, month, day, hour, minute, second, fraction = ''] = match
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}Z`)
  if (Number.isNaN(at)) throw new NotDer('not a time')
  return at
}

export function latin1(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return text
}

export function same(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i])
}
export const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
