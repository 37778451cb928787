import type { ConversionFailure } from '#domain/pack'

/** A file of the corpus and what has to become of it. */
export interface Entry {
  /** What is odd about it, as a sentence begins: "a page that …". */
  readonly name: string
  bytes(): Uint8Array | Promise<Uint8Array>
  readonly password?: string
  readonly outcome: 'converted' | ConversionFailure
  /** Of the visible pages, in points; by default one page of 400 by 500. null: nobody says. */
  readonly pages?: readonly (readonly [number, number])[] | null
  /** Takes limits to their end: too slow to be mutated. */
  readonly heavy?: boolean
}
export const PAGE = [[400, 500]] as const
