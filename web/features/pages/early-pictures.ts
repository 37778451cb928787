interface EarlyPicture {
  /** Null while it is on its way. */
  readonly url: string | null
  readonly coming: Promise<string>
}
interface Opening {
  /** Missing where the page was there before `opening.js`. */
  readonly pictures?: ReadonlyMap<string, EarlyPicture>
}

/** The picture of a page that was asked for before the scripts had come; null where none was. */
export function earlyPicture(path: string): EarlyPicture | null {
  return (globalThis as { paraphOpening?: Opening }).paraphOpening?.pictures?.get(path) ?? null
}
