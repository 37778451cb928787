import type { AnchorFile, AnchorLine } from './anchors.ts'
import type { DisclosureFile } from './disclosures.ts'

export interface VerifyOptions {
  /** Certificates that the checker trusts, as PEM: sealing certificates, or those they are issued under. */
  readonly trust?: string
  /** SHA-256 of certificates that seal, in hexadecimal: how an installation's own page knows its seals. */
  readonly fingerprints?: readonly string[]
  /**
   * Time authorities whose word is believed, or those they are issued under, as PEM; where it is left out, those of `trust`.
   * Under the name that issues timestamps for everybody certificates are issued to anybody: no seal is believed by it.
   */
  readonly authorities?: string
  /** Values disclosed to the checker, in addition to what the file shows. */
  readonly disclosures?: readonly DisclosureFile[]
  /** Proofs that the history was anchored. */
  readonly anchors?: readonly AnchorFile[]
  /** Anchors that are known from elsewhere: a proof by any other then proves nothing. */
  readonly knownAnchors?: readonly AnchorLine[]
  /**
   * Called again and again while a long history is checked, with the share that is done. What it answers is waited for,
   * so that a program can see to something else meanwhile; by throwing it ends the check.
   */
  readonly between?: (done: number) => void | Promise<void>
}
