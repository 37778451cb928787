import type { EvidencePage } from '#pdf/evidence-pages'
import type { Attachment, Credential, SealLevel, TimestampSource } from '#pdf/signature'
import type { About, Stamp } from '#pdf/stamp'

export interface StampRequest {
  /** As intake made it. */
  readonly pdf: Uint8Array
  readonly stamps: readonly Stamp[]
  /** The PNG behind each image paint, by its digest, as `#pdf/signature-image` made it. */
  readonly images: Readonly<Record<string, Uint8Array>>
  readonly about?: About
  /** Pages that follow the document's own. */
  readonly added?: readonly EvidencePage[]
}
export interface Stamped {
  readonly ok: true
  readonly bytes: Uint8Array
  /** The digest of each page as stamped: what it covers stands at `pageDigests`. */
  readonly pages: readonly string[]
  /** The digest of the pages with their streams unpacked, for the seal to state. */
  readonly unpacked?: Uint8Array | null
}

export interface SignRequest {
  /** As `stamp` made it. */
  readonly pdf: Uint8Array
  readonly credential: Credential
  /** What the signature claims as its time, in Unix milliseconds. */
  readonly at: number
  readonly level?: SealLevel
  readonly timestamps?: { readonly source: TimestampSource; readonly seed: Uint8Array } | null
  readonly reason?: string
  readonly unpackedPages?: Uint8Array | null
  readonly location?: string
  readonly attachments?: readonly Attachment[]
}
export interface Signed {
  readonly ok: true
  readonly bytes: Uint8Array
}

/** Those reasons of SealingFailed that arise here. */
export type SealingFailure =
  | 'took-too-long'
  | 'took-too-much-memory'
  | 'certificate'
  | 'revoked'
  | 'revocation-service'
  | 'timestamp-authority'
  | 'damaged'
  | 'internal'
export interface NotSealed {
  readonly ok: false
  readonly reason: SealingFailure
  /** For the log: what happened, without anything from the file. */
  readonly words: string
}

export interface Sealer {
  stamp(request: StampRequest): Promise<Stamped | NotSealed>
  sign(request: SignRequest): Promise<Signed | NotSealed>
  /** Seals a small file in every thread, now and whenever one is replaced. */
  warm(): Promise<void>
}
