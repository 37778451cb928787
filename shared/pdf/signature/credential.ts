/**
 * What seals: key and certificate as PEM, or both in a PKCS#12 file. Chain certificates may follow the own one in the
 * same PEM text. It travels to the thread that signs; a key that can't leave its device (PKCS#11) would join here as a
 * kind that names the module, the slot and the key, and gets its own signer in signer.ts.
 */
export type Credential =
  | { readonly kind: 'pem'; readonly certificate: string; readonly chain?: readonly string[]; readonly privateKey: string }
  | { readonly kind: 'pkcs12'; readonly bytes: Uint8Array; readonly password: string }

export const SEAL_LEVELS = ['B-B', 'B-T', 'B-LT', 'B-LTA'] as const
/** The PAdES baseline level of a seal (ETSI EN 319 142-1). */
export type SealLevel = (typeof SEAL_LEVELS)[number]

/** An RFC 3161 authority. */
export interface TimestampSource {
  readonly url: string
  /** PEM: its own certificate or those it is issued under. What anybody else answers is no timestamp. */
  readonly certificates: string
  /** How long an answer is waited for. 20 seconds where not said. */
  readonly patienceMs?: number
}
