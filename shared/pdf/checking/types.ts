/** Why a file was not looked at to the end; what was found in it is the work's own answer. */
export type CheckFailure = 'took-too-long' | 'took-too-much-memory' | 'internal'
export type Checked<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: CheckFailure }

export interface Checker {
  /** @param bytes size of the file, for which its process has room besides */
  check<P, T>(job: URL, payload: P, bytes: number): Promise<Checked<T>>
}
