import type { CLAIMED_STANDARDS, CONVERSION_FAILURES } from '#domain/pack'

export type ConversionFailure = (typeof CONVERSION_FAILURES)[number]

export type Claim = (typeof CLAIMED_STANDARDS)[number]

export interface Upload {
  readonly bytes: Uint8Array
  /** As typed. */
  readonly password?: string
}
export interface IntakeLimits {
  readonly bytes: number
  readonly pages: number
  /** The longest side of a visible page, in points. */
  readonly side: number
  /** Wall clock. */
  readonly ms: number
  /** Of one thread, besides some times the size of the file itself. */
  readonly memoryMb: number
}
/** A form field that stands empty, as a field of ours could take its place. Thousandths of a point, from the page's top left. */
export interface FormField {
  /** Zero-based. */
  readonly page: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly type: 'text' | 'date' | 'check' | 'choice' | 'signature'
  readonly name: string
  readonly description: string
  readonly required: boolean
  readonly options: readonly string[]
  /** Of those of one group only one can be ticked. */
  readonly group: string | null
  readonly multiline: boolean
  /** As many places for single characters; null where it is no comb. */
  readonly comb: number | null
}
/** What an upload held beside its pages. */
export interface FoundInUpload {
  readonly formFields: readonly FormField[]
  readonly signatures: number
  /** Of a portfolio; null where it is none. */
  readonly papers: number | null
  /** What it claimed to conform to: none of it will be claimed by the sealed file. */
  readonly claims: readonly Claim[]
}
export interface Converted {
  readonly ok: true
  /** Decrypted, flattened, without scripts; proven to load, stamp, save and sign. */
  readonly bytes: Uint8Array
  /** Visible pages in order, in thousandths of a point. */
  readonly pages: readonly { readonly width: number; readonly height: number }[]
  readonly repaired: boolean
  /** Left out: nothing. */
  readonly found?: FoundInUpload
}
export interface NotConverted {
  readonly ok: false
  readonly reason: ConversionFailure
  /** For the log: what happened, without anything from the file. */
  readonly words: string
}
export interface Intake {
  /** A file that is not through by then is refused. Milliseconds. */
  readonly longestMs: number
  /** `onProgress` gets pages done of pages in all. */
  convert(upload: Upload, onProgress?: (done: number, of: number) => void): Promise<Converted | NotConverted>
}
