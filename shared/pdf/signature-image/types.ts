import type { Later } from '#pdf/worker-pool'

export type SignatureImageFailure = 'not-an-image' | 'heic' | 'too-large' | 'too-many-pixels'

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

export interface PictureRequest {
  readonly bytes: Uint8Array
  /** A signature is shown smaller than a picture that stands for itself. */
  readonly kind: 'signature' | 'picture'
  /** The ink of a signature without its paper as well. */
  readonly withInk: boolean
}
export interface PictureRead {
  readonly ok: true
  readonly whole: SignatureImage
  /** Null where ink and paper cannot be separated, or where nobody asked for it. */
  readonly ink: SignatureImage | null
}
export interface Pictures {
  /** A text as a signature that is typed looks. Null where it cannot be shown, or not on one line. */
  write(text: string): Promise<SignatureImage | null>
  read(request: PictureRequest | Later<PictureRequest>): Promise<PictureRead | NotASignatureImage>
}
