import type { Certificate } from './certificate.ts'

/** What somebody who may say so says about one certificate. */
export interface RevocationAnswer {
  readonly kind: 'ocsp' | 'crl'
  readonly status: 'good' | 'revoked'
  /** Whose answer it is: the issuer's, or that of a responder whom the issuer appointed. */
  readonly by: Certificate
  /** Unix milliseconds: what it says was so then. */
  readonly from: number
  /** When there will be a newer one; null where it does not say. */
  readonly until: number | null
  readonly revokedAt: number | null
  /** As RFC 5280 numbers them (5.3.1); null where none is given. */
  readonly reason: number | null
}

/** An answer that says nothing about the certificate it was asked about. The message follows “The answer …”. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}
