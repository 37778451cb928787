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
