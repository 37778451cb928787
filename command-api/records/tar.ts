const BLOCK = 512

/** The head of one file in a tar archive (POSIX ustar). Names have at most 100 bytes; sizes fit eleven octal digits. */
export function tarHead(name: string, size: number, seconds: number): Uint8Array {
  const head = Buffer.alloc(BLOCK)
  if (Buffer.byteLength(name) > 100) throw new RangeError('a name in an archive is too long')
  head.write(name, 0)
  const octal = (value: number, at: number, length: number) => head.write(value.toString(8).padStart(length - 1, '0'), at)
  octal(0o644, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(size, 124, 12)
  octal(seconds, 136, 12)
  head.write('        0', 148)
  head.write('ustar\x0000', 257)
  const sum = head.reduce((total, byte) => total + byte, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return head
}

/** What fills a file's last block. */
export const tarFill = (size: number): Uint8Array => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)
export const tarEnd = (): Uint8Array => Buffer.alloc(2 * BLOCK)
