import { text } from './signatures.ts'

/** Something stands in an addition that readers may read in two ways, so what they make of it is not certain. */
export class Unclear extends Error {}

/** A value as far as anybody asks for it: what only has to be well written is `other`. */
export type Plain =
  | { readonly kind: 'dictionary'; readonly entries: ReadonlyMap<string, Plain> }
  | { readonly kind: 'array'; readonly items: readonly Plain[] }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'reference'; readonly number: number }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'other' }

const DEEPEST = 30
const OTHER: Plain = { kind: 'other' }
const isSpace = (byte: number | undefined) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09 || byte === 0x0c
const isDelimiter = (byte: number | undefined) => byte === undefined || isSpace(byte) || '()<>[]{}/%'.includes(String.fromCharCode(byte))

/**
 * Reads one value in the one way in which all readers read it. Comments, keys that stand twice, broken numbers and names are
 * refused: of two keys some readers take the first and some the last, and each could be shown another document.
 *
 * @throws Unclear
 */
export function plainAt(bytes: Uint8Array, from: number, deep = 0): { value: Plain; end: number } {
  if (deep > DEEPEST) throw new Unclear()
  const byte = bytes[from]
  if (byte === 0x3c && bytes[from + 1] === 0x3c) return dictionaryAt(bytes, from + 2, deep)
  if (byte === 0x3c) return { value: OTHER, end: hexEnd(bytes, from + 1) }
  if (byte === 0x28) return { value: OTHER, end: stringEnd(bytes, from) }
  if (byte === 0x5b) return arrayAt(bytes, from + 1, deep)
  if (byte === 0x2f) return nameAt(bytes, from)
  const word = wordAt(bytes, from)
  const end = from + word.length
  if (word === 'true' || word === 'false' || word === 'null') return { value: OTHER, end }
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(word)) throw new Unclear()
  const reference = /^\d{1,10}$/.test(word)
    ? /^[ \r\n]{1,2}(\d{1,5})[ \r\n]{1,2}R(?![^\s()<>[\]{}/%])/.exec(text(bytes, end, end + 12))
    : null
  if (!reference) return { value: { kind: 'number', value: Number(word) }, end }
  if (reference[1] !== '0') throw new Unclear()
  return { value: { kind: 'reference', number: Number(word) }, end: end + reference[0].length }
}

export function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from
  while (isSpace(bytes[at])) at++
  return at
}

function dictionaryAt(bytes: Uint8Array, from: number, deep: number): { value: Plain; end: number } {
  const entries = new Map<string, Plain>()
  for (let at = skipSpace(bytes, from); ; ) {
    if (bytes[at] === 0x3e && bytes[at + 1] === 0x3e) return { value: { kind: 'dictionary', entries }, end: at + 2 }
    const key = nameAt(bytes, at)
    const found = plainAt(bytes, skipSpace(bytes, key.end), deep + 1)
    if (entries.has(key.value.name)) throw new Unclear()
    entries.set(key.value.name, found.value)
    at = skipSpace(bytes, found.end)
  }
}

function arrayAt(bytes: Uint8Array, from: number, deep: number): { value: Plain; end: number } {
  const items: Plain[] = []
  for (let at = skipSpace(bytes, from); ; ) {
    if (bytes[at] === 0x5d) return { value: { kind: 'array', items }, end: at + 1 }
    const found = plainAt(bytes, at, deep + 1)
    items.push(found.value)
    at = skipSpace(bytes, found.end)
  }
}

function nameAt(bytes: Uint8Array, from: number): { value: Extract<Plain, { kind: 'name' }>; end: number } {
  if (bytes[from] !== 0x2f) throw new Unclear()
  const written = wordAt(bytes, from + 1)
  if (/#(?![0-9A-Fa-f]{2})/.test(written)) throw new Unclear()
  const name = written.replace(/#(..)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return { value: { kind: 'name', name }, end: from + 1 + written.length }
}

function wordAt(bytes: Uint8Array, from: number): string {
  let at = from
  while (!isDelimiter(bytes[at])) at++
  if (at === from || at - from > 127) throw new Unclear()
  return text(bytes, from, at)
}

function hexEnd(bytes: Uint8Array, from: number): number {
  for (let at = from; ; at++) {
    const byte = bytes[at]
    if (byte === 0x3e) return at + 1
    const isDigit =
      byte !== undefined && ((byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66))
    if (!isDigit) throw new Unclear()
  }
}

function stringEnd(bytes: Uint8Array, from: number): number {
  let depth = 0
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] === 0x5c) at++
    else if (bytes[at] === 0x28) depth++
    else if (bytes[at] === 0x29 && --depth === 0) return at + 1
  }
  throw new Unclear()
}
