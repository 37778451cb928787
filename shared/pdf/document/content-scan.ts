/** How the bytes of a content stream divide into tokens. */
const [TAB, LF, FF, CR, SPACE] = [9, 10, 12, 13, 32]
export const [PERCENT, OPEN, CLOSE, LESS, GREATER, SLASH, BACKSLASH] = [0x25, 0x28, 0x29, 0x3c, 0x3e, 0x2f, 0x5c]
export const [LIST, LIST_END] = [0x5b, 0x5d]

/** Takes what would end a token that never ends. */
export type Endless = (end: string) => void

export function isSpace(byte: number | undefined): boolean {
  return byte === SPACE || byte === LF || byte === CR || byte === TAB || byte === FF || byte === 0
}
export function isDelimiter(byte: number): boolean {
  return '()<>[]{}/%'.includes(String.fromCharCode(byte))
}

/** Nothing stands deeper than readers follow. */
export const closing = (end: string, depth: number) => end.repeat(Math.min(depth, 1_000))

export function wordEnd(bytes: Uint8Array, from: number): number {
  let i = from
  while (i < bytes.length && !isSpace(bytes[i]) && !isDelimiter(bytes[i]!)) i++
  return i
}
export function lineEnd(bytes: Uint8Array, from: number): number {
  let i = from
  while (i < bytes.length && bytes[i] !== LF && bytes[i] !== CR) i++
  return i
}
export function after(bytes: Uint8Array, from: number, byte: number): number {
  const at = bytes.indexOf(byte, from)
  return at < 0 ? bytes.length : at + 1
}
export function stringEnd(bytes: Uint8Array, from: number, endless: Endless): number {
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
export function imageEnd(bytes: Uint8Array, from: number, endless: Endless): number {
  for (let i = from; i < bytes.length; i++) {
    if (bytes[i] !== 0x45 || bytes[i + 1] !== 0x49 || !isSpace(bytes[i - 1])) continue
    if (i + 2 >= bytes.length || isSpace(bytes[i + 2])) return i + 2
  }
  endless('EI')
  return bytes.length
}
