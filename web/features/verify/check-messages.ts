import type { Report, VerifyOptions } from '#pdf/verification'

/** What the page asks of the worker that checks. */
export interface CheckRequest {
  readonly bytes: Uint8Array
  readonly options: Omit<VerifyOptions, 'between'>
}
/** What that answers: first that it is there. */
export type CheckMessage =
  | { readonly ready: true }
  | { readonly done: number }
  | { readonly report: Report; readonly bytes: Uint8Array }
  | { readonly failed: true }
export interface CheckOutcome {
  readonly report: Report
  readonly bytes: Uint8Array
}
