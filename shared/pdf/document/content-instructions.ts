import {
  BACKSLASH,
  CLOSE,
  GREATER,
  imageEnd,
  isDelimiter,
  isSpace,
  LESS,
  LIST,
  LIST_END,
  lineEnd,
  OPEN,
  PERCENT,
  SLASH,
  stringEnd,
  wordEnd,
} from './content-scan.ts'

/** What stands before an operator. Dictionaries and words of no kind are kept as they are written. */
export type Operand =
  | { readonly is: 'number'; readonly number: number }
  | { readonly is: 'string'; readonly bytes: Uint8Array }
  | { readonly is: 'name'; readonly name: string }
  | { readonly is: 'list'; readonly items: readonly Operand[] }
  | { readonly is: 'dictionary'; readonly raw: string }
  | { readonly is: 'other' }

/** An operator with its operands, and where both stand in the content. */
export interface Instruction {
  readonly operator: string
  readonly operands: readonly Operand[]
  readonly start: number
  readonly end: number
}

/** Reads content as instructions. An inline image is one, under its `BI`. */
export function* instructionsIn(bytes: Uint8Array): Generator<Instruction> {
  let operands: Operand[] = []
  let start = -1
  let image = -1
  let i = 0
  while (i < bytes.length) {
    const byte = bytes[i]!
    if (isSpace(byte)) {
      i++
      continue
    }
    if (byte === PERCENT) {
      i = lineEnd(bytes, i)
      continue
    }
    if (start < 0) start = i
    const isWord = !isDelimiter(byte)
    const end = isWord ? wordEnd(bytes, i) : i
    const word = isWord ? latin(bytes, i, end) : ''
    if (!isWord || NUMBER.test(word) || VALUES.has(word)) {
      const read = operandAt(bytes, i, 0)
      operands.push(read.operand)
      i = read.end
      continue
    }
    if (word === 'BI') {
      image = start
      i = end
    } else if (image >= 0) {
      // Its keys and values are no operands of anything.
      i = word === 'ID' ? imageEnd(bytes, end + 1, ignored) : end
      if (word !== 'ID') continue
      yield { operator: 'BI', operands: [], start: image, end: i }
      image = -1
    } else {
      i = end
      yield { operator: word, operands, start, end }
    }
    if (image < 0) start = -1
    operands = []
  }
}

const NUMBER = /^[+-]*(?:\d+\.?\d*|\.\d+)(?:-\d*)?$/
const VALUES: ReadonlySet<string> = new Set(['true', 'false', 'null'])
const DEEPEST = 50
const ignored = () => undefined
const latin = (bytes: Uint8Array, from: number, to: number) =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1')

function operandAt(bytes: Uint8Array, at: number, depth: number): { readonly operand: Operand; readonly end: number } {
  const byte = bytes[at]!
  if (byte === OPEN) {
    const end = stringEnd(bytes, at, ignored)
    return { operand: { is: 'string', bytes: unescaped(bytes.subarray(at + 1, bytes[end - 1] === CLOSE ? end - 1 : end)) }, end }
  }
  if (byte === LESS && bytes[at + 1] === LESS) {
    const end = dictionaryEnd(bytes, at)
    return { operand: { is: 'dictionary', raw: latin(bytes, at, end) }, end }
  }
  if (byte === LESS) {
    const close = bytes.indexOf(GREATER, at)
    const end = close < 0 ? bytes.length : close
    const digits = latin(bytes, at + 1, end).replace(/[^0-9a-f]/gi, '')
    return {
      operand: { is: 'string', bytes: Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex') },
      end: Math.min(end + 1, bytes.length),
    }
  }
  if (byte === SLASH) {
    const end = wordEnd(bytes, at + 1)
    const name = latin(bytes, at + 1, end).replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    return { operand: { is: 'name', name }, end }
  }
  if (byte === LIST) return listAt(bytes, at, depth)
  if (isDelimiter(byte)) return { operand: { is: 'other' }, end: at + 1 }
  const end = wordEnd(bytes, at)
  const word = latin(bytes, at, end)
  return {
    operand: NUMBER.test(word) ? { is: 'number', number: Number.parseFloat(word.replace(/^[+-]*(?=[+-])/, '')) } : { is: 'other' },
    end,
  }
}

function listAt(bytes: Uint8Array, at: number, depth: number): { readonly operand: Operand; readonly end: number } {
  const items: Operand[] = []
  let i = at + 1
  while (i < bytes.length && bytes[i] !== LIST_END) {
    if (isSpace(bytes[i])) i++
    else if (bytes[i] === PERCENT) i = lineEnd(bytes, i)
    else if (depth >= DEEPEST) i++
    else {
      const read = operandAt(bytes, i, depth + 1)
      items.push(read.operand)
      i = read.end
    }
  }
  return { operand: { is: 'list', items }, end: Math.min(i + 1, bytes.length) }
}

function dictionaryEnd(bytes: Uint8Array, at: number): number {
  let depth = 0
  let i = at
  while (i < bytes.length) {
    if (bytes[i] === OPEN) i = stringEnd(bytes, i, ignored)
    else if (bytes[i] === PERCENT) i = lineEnd(bytes, i)
    else if (bytes[i] === LESS && bytes[i + 1] === LESS) {
      depth++
      i += 2
    } else if (bytes[i] === GREATER && bytes[i + 1] === GREATER) {
      i += 2
      if (--depth === 0) return i
    } else i++
  }
  return bytes.length
}

const ESCAPED: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, b: 8, f: 12 }

function unescaped(raw: Uint8Array): Uint8Array {
  if (!raw.includes(BACKSLASH) && !raw.includes(13)) return raw
  const out: number[] = []
  for (let i = 0; i < raw.length; i++) {
    const byte = raw[i]!
    if (byte === 13) {
      // A line's end is one character, however it is written.
      out.push(10)
      if (raw[i + 1] === 10) i++
      continue
    }
    if (byte !== BACKSLASH) {
      out.push(byte)
      continue
    }
    const digits = /^[0-7]{1,3}/.exec(latin(raw, i + 1, Math.min(i + 4, raw.length)))?.[0]
    const next = raw[i + 1]
    if (digits !== undefined) {
      out.push(Number.parseInt(digits, 8) & 255)
      i += digits.length
    } else if (next === 13 || next === 10) i += next === 13 && raw[i + 2] === 10 ? 2 : 1
    else if (next !== undefined) {
      out.push(ESCAPED[String.fromCharCode(next)] ?? next)
      i++
    }
  }
  return Uint8Array.from(out)
}
