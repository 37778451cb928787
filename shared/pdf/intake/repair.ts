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

const TRAILER = /\btrailer\b[\s\S]*?(?=\bstartxref\b|\bxref\b|\b\d+\s+\d+\s+obj\b|$)/g
const CATALOG = /\b(\d+)\s+(\d+)\s+obj\b(?:(?!\bendobj\b)[\s\S]){0,500}?\/Type\s*\/Catalog\b/g

/** Where all that says how a file begins is broken or cut off: the last catalog among its objects says it instead. */
export async function withNewTrailer(bytes: Uint8Array): Promise<Rewritten | null> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  const last = [...text.matchAll(CATALOG)].at(-1)
  // What is protected can only be read by what stands in its trailer.
  if (!last || text.includes('/Encrypt')) return null
  return {
    bytes: Buffer.from(`${text.replace(TRAILER, '')}\ntrailer\n<< /Root ${last[1]} ${last[2]} R >>\n`, 'latin1'),
    password: undefined,
  }
}
