import type { VerifyOptions } from './options.ts'

/** A certificate that an installation calls its own. */
export interface InstallationAnchor {
  /** SHA-256, in hexadecimal. */
  readonly fingerprint: string
  readonly name: string
  /** PEM of a time authority, or of its issuer; absent for a sealing certificate. */
  readonly authority?: string
}

/** How the checks of an installation know its seals and its time authorities: no seal by whom an authority's issuer also knows. */
export function trustOf(anchors: readonly InstallationAnchor[]): Required<Pick<VerifyOptions, 'fingerprints' | 'authorities'>> {
  return {
    fingerprints: anchors.filter(({ authority }) => authority === undefined).map(({ fingerprint }) => fingerprint),
    authorities: anchors.map(({ authority = '' }) => authority).join('\n'),
  }
}
