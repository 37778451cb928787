/** How one dependency is, for operators: versions and free disk are no strangers' business. No secret, no address, no path. */
export interface Finding {
  readonly name: string
  readonly ok: boolean
  readonly words: string
}
