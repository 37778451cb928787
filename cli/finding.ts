/** How one dependency is. For everybody: no secret, no address, no path. */
export interface Finding {
  readonly name: string
  readonly ok: boolean
  readonly words: string
}
