import type { Attachment } from './attach.ts'
import type { Credential, SealLevel, TimestampSource } from './credential.ts'

export interface Signing {
  readonly credential: Credential
  /** What the signature claims as its time, in Unix milliseconds. */
  readonly at: number
  /** B-B where not said. Above that a source of timestamps is needed. */
  readonly level?: SealLevel
  /** `seed`: random bytes for the requests. */
  readonly timestamps?: { readonly source: TimestampSource; readonly seed: Uint8Array } | null
  /** How long a service that says whether a certificate was revoked is waited for. 8 seconds where not said. */
  readonly revocationPatienceMs?: number
  readonly reason?: string
  readonly location?: string
  /** Says to every reader that only signatures may follow (DocMDP), where no signature stands in the file yet. */
  readonly certify?: boolean
  /** The digest of the pages with their streams unpacked. */
  readonly unpackedPages?: Uint8Array | null
  readonly attachments?: readonly Attachment[]
}
/** The file can't be signed without being rewritten, or came out otherwise than it must. */
export class CannotSign extends Error {
  override name = 'CannotSign'
}

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
