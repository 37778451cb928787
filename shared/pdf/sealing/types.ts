import type { Paint } from '#pdf/appearance'

/** A field's looks at their place: points from the visible page's top left corner. */
export interface Stamp {
  /** Zero-based. */
  readonly page: number
  readonly x: number
  readonly y: number
  readonly paints: readonly Paint[]
}
export interface StampRequest {
  /** As intake made it. */
  readonly pdf: Uint8Array
  readonly stamps: readonly Stamp[]
  /** The PNG behind each image paint, by its digest, as `#pdf/signature-image` made it. */
  readonly images: Readonly<Record<string, Uint8Array>>
}
export interface Stamped {
  readonly ok: true
  readonly bytes: Uint8Array
  /** The digest of each page as stamped: see page-digest.ts. */
  readonly pages: readonly string[]
}

/** Key and certificate as PEM, or both in a PKCS#12 file. */
export type Credential =
  | { readonly kind: 'pem'; readonly certificate: string; readonly chain?: readonly string[]; readonly privateKey: string }
  | { readonly kind: 'pkcs12'; readonly bytes: Uint8Array; readonly password: string }

export interface Attachment {
  readonly name: string
  readonly bytes: Uint8Array
  readonly mimeType: string
  readonly description: string
}
export interface SignRequest {
  /** As `stamp` made it. */
  readonly pdf: Uint8Array
  readonly credential: Credential
  /** What the signature claims as its time, in Unix milliseconds. */
  readonly at: number
  readonly reason?: string
  readonly location?: string
  readonly attachments?: readonly Attachment[]
}
export interface Signed {
  readonly ok: true
  readonly bytes: Uint8Array
}

/** The reasons of SealingFailed that arise here. */
export type SealingFailure = 'took-too-long' | 'took-too-much-memory' | 'certificate' | 'damaged' | 'internal'
export interface NotSealed {
  readonly ok: false
  readonly reason: SealingFailure
  /** For the log: what happened, without anything from the file. */
  readonly words: string
}

export interface Sealer {
  stamp(request: StampRequest): Promise<Stamped | NotSealed>
  sign(request: SignRequest): Promise<Signed | NotSealed>
}

export interface CertificateRequest {
  /** What a reader shows as the signer, for example `Paraph at sign.example.org (self-signed)`. */
  readonly commonName: string
  readonly organisation?: string
  /** Unix milliseconds. */
  readonly from: number
  readonly until: number
  /** 16 random bytes: the serial number. */
  readonly serial: Uint8Array
}
