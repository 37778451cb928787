import type { Signing } from './signing.ts'

/**
 * Adds a PAdES signature over the whole file as a second revision. The first stays byte for byte what it was: after
 * this nobody may write the file anew. What B-LT and B-LTA add stands after the signature and is covered by a document
 * timestamp in both, so that no byte of the file is outside what was signed.
 * What writes PDF is loaded with the first file: the server signs in threads and never needs it itself.
 */
export async function signFile(pdf: Uint8Array, signing: Signing): Promise<Uint8Array> {
  const { sign } = await import('./sign.ts')
  return sign(pdf, signing)
}
