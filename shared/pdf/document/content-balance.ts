/** What a content stream leaves open, or closes without having opened it. */
export interface Balance {
  /** `Q` without a `q` before it, at the worst. */
  readonly surplus: number
  /** `q` that were never closed, once the surplus is made up for. */
  readonly unclosed: number
  readonly openText: boolean
  readonly openMarks: number
  /** A string, a list or an inline image that never ends would swallow all that follows; what ends it. */
  readonly end: string
}

/** Reads the operators of a content stream. Strings, names, comments and inline images may hold any letters. */
export function balanceOf(content: Uint8Array): Balance {
  let depth = 0
  let lowest = 0
  let marks = 0
  let text = false
  let end = ''
  for (const operator of operators(content, (open) => (end += open))) {
    if (operator === 'q') depth++
    else if (operator === 'Q') lowest = Math.min(lowest, --depth)
    else if (operator === 'BT') text = true
    else if (operator === 'ET') text = false
    else if (operator === 'BDC' || operator === 'BMC') marks++
    else if (operator === 'EMC') marks = Math.max(0, marks - 1)
  }
  return { surplus: -lowest, unclosed: depth - lowest, openText: text, openMarks: marks, end }
}

const [TAB, LF, FF, CR, SPACE] = [9, 10, 12, 13, 32]
const [PERCENT, OPEN, CLOSE, LESS, GREATER, SLASH, BACKSLASH] = [0x25, 0x28, 0x29, 0x3c, 0x3e, 0x2f, 0x5c]
const [LIST, LIST_END] = [0x5b, 0x5d]

function isSpace(byte: number | undefined): boolean {
  return byte === SPACE || byte === LF || byte === CR || byte === TAB || byte === FF || byte === 0
}
function isDelimiter(byte: number): boolean {
  return '()<>[]{}/%'.includes(String.fromCharCode(byte))
}

function* operators(bytes: Uint8Array, endless: (end: string) => void): Generator<string> {
  let i = 0
  let lists = 0
  while (i < bytes.length) {
    const byte = bytes[i]!
    if (byte === LIST) lists++
    else if (byte === LIST_END) lists = Math.max(0, lists - 1)
    if (isSpace(byte)) i++
    else if (byte === PERCENT) i = lineEnd(bytes, i)
    else if (byte === OPEN) i = stringEnd(bytes, i, endless)
    else if (byte === LESS && bytes[i + 1] !== LESS) i = after(bytes, i, GREATER)
    else if (byte === SLASH) i = wordEnd(bytes, i + 1)
    else if (isDelimiter(byte)) i++
    else {
      const end = wordEnd(bytes, i)
      const word = end - i <= 3 ? String.fromCharCode(...bytes.subarray(i, end)) : ''
      i = word === 'ID' ? imageEnd(bytes, end + 1, endless) : end
      if (word !== '') yield word
    }
  }
  endless(closing(']', lists))
}

/** Nothing stands deeper than readers follow. */
const closing = (end: string, depth: number) => end.repeat(Math.min(depth, 1_000))

function wordEnd(bytes: Uint8Array, from: number): number {
  let i = from
  while (i < bytes.length && !isSpace(bytes[i]) && !isDelimiter(bytes[i]!)) i++
  return i
}
function lineEnd(bytes: Uint8Array, from: number): number {
  let i = from
  while (i < bytes.length && bytes[i] !== LF && bytes[i] !== CR) i++
  return i
}
function after(bytes: Uint8Array, from: number, byte: number): number {
  const at = bytes.indexOf(byte, from)
  return at < 0 ? bytes.length : at + 1
}
function stringEnd(bytes: Uint8Array, from: number, endless: (end: string) => void): number {
  let depth = 0
  for (let i = from; i < bytes.length; i++) {
    if (bytes[i] === BACKSLASH) i++
    else if (bytes[i] === OPEN) depth++
    else if (bytes[i] === CLOSE && --depth === 0) return i + 1
  }
  endless(closing(')', depth))
  return bytes.length
}
/** An inline image's data ends with `EI` between spaces. */
function imageEnd(bytes: Uint8Array, from: number, endless: (end: string) => void): number {
  for (let i = from; i < bytes.length; i++) {
    if (bytes[i] !== 0x45 || bytes[i + 1] !== 0x49 || !isSpace(bytes[i - 1])) continue
    if (i + 2 >= bytes.length || isSpace(bytes[i + 2])) return i + 2
  }
  endless('EI')
  return bytes.length
}
