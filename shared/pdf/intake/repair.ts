/** A file as somebody else read it, and the password that it still needs. */
export interface Rewritten {
  readonly bytes: Uint8Array
  readonly password: string | undefined
}

/** Where a file says PDF and not which: some readers stop there, none needs to know. */
export async function withHeader(bytes: Uint8Array, password: string | undefined): Promise<Rewritten | null> {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(2048, bytes.length)).toString('latin1')
  if (/%PDF-\d\.\d/.test(start)) return null
  return { bytes: Buffer.concat([Buffer.from('%PDF-1.7\n'), bytes]), password }
}
