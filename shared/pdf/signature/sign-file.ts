import type { Signing } from './signing.ts'

/**
 * Adds a PAdES signature over the whole file as a second revision. The first stays byte for byte the same: after
 * this nobody may write the file again. The additions of B-LT and B-LTA stand after the signature and are covered by a document
 * timestamp in both, so that every byte of the file is signed.
 * The code that writes PDF is loaded with the first file: the server signs in threads and never needs it itself.
 */
export async function signFile(pdf: Uint8Array, signing: Signing): Promise<Uint8Array> {
  const { sign } = await import('./sign.ts')
  return sign(pdf, signing)
}
