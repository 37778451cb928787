import type { Report, VerifyOptions } from '#pdf/verification'

export interface CheckRequest {
  readonly pdf: Uint8Array
  readonly options: VerifyOptions
}
export type Checked =
  | { readonly ok: true; readonly report: Report }
  /** `trust-list`: what was given as one holds no certificate. */
  | { readonly ok: false; readonly reason: 'busy' | 'took-too-long' | 'took-too-much-memory' | 'trust-list' | 'internal' }

export interface Checker {
  check(request: CheckRequest): Promise<Checked>
}
