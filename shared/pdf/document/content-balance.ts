import {
  after,
  closing,
  type Endless,
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

function* operators(bytes: Uint8Array, endless: Endless): Generator<string> {
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
