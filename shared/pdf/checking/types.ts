/** Why a check stopped before its end; the findings are the work's own answer. */
export type CheckFailure = 'took-too-long' | 'took-too-much-memory' | 'internal'
export type Checked<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: CheckFailure }

export interface Checker {
  /** @param bytes size of the file, for which its process has room besides */
  check<P, T>(job: URL, payload: P, bytes: number): Promise<Checked<T>>
}
