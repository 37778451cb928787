export type SignatureImageFailure = 'not-an-image' | 'too-large' | 'too-many-pixels'

export interface SignatureImage {
  readonly ok: true
  /** A PNG without metadata, upright, in colour with transparency. */
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
}
export interface NotASignatureImage {
  readonly ok: false
  readonly reason: SignatureImageFailure
}
