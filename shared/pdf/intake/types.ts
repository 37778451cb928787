import type { CLAIMED_STANDARDS, CONVERSION_FAILURES } from '#domain/pack'

export type ConversionFailure = (typeof CONVERSION_FAILURES)[number]

export type Claim = (typeof CLAIMED_STANDARDS)[number]

export type Upload = UploadBytes | UploadFile
export interface UploadBytes {
  readonly bytes: Uint8Array
  /** As typed. */
  readonly password?: string
}
/** On the disk, where what is made of it is written too. */
export interface UploadFile extends Pick<UploadBytes, 'password'> {
  readonly path: string
  readonly size: number
  readonly to: string
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
/** A widget of a form field, as a field of ours could take its place. Thousandths of a point, from the page's top left. */
export interface FormField {
  /** Widgets of one number show one field of the form: all of them are taken over, or none. */
  readonly formField: number
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
  /** The most characters it takes; null where it does not say. */
  readonly longest: number | null
  /** Somebody filled the form's field in: it stays as it looks, unless its sender takes it over. */
  readonly filled: boolean
  /** What this one holds, as a value of our field. */
  readonly value: string | null
  /** What the form's field can do and ours can't. */
  readonly lost: readonly LostTrait[]
  /** What has to go from the page once it is taken over; null: nothing. */
  readonly look: PrintedLook | null
}
/** Several options at once, text besides the options, one value for all widgets of the field. */
export type LostTrait = 'several-choices' | 'own-text' | 'same-value'

/** What a page shows of a form field, by the names of its form XObjects there. */
export interface PrintedLook {
  readonly page: number
  readonly name: string
  /** The same without what is filled in, as its frame; null: nothing of it stays. */
  readonly blank: string | null
}
/** What an upload held besides its pages. */
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
  /** Decrypted, flattened, without scripts; proven to load, stamp, save and sign. Of a file on the disk empty: it was written there. */
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
export interface PrintedValues {
  /** The same pages without these looks' values, proven to be sealable like the pages before. The file is loaded once it is its turn. */
  remove(
    pdf: { readonly size: number; load(): Promise<Uint8Array> },
    looks: readonly PrintedLook[],
  ): Promise<{ readonly ok: true; readonly bytes: Uint8Array } | { readonly ok: false; readonly words: string }>
}
export interface Joining {
  /** One file of several, proven to be sealable like each of them. They are loaded once it is their turn; `size` is all of them. */
  join(files: { readonly size: number; load(): Promise<readonly Uint8Array[]> }): Promise<Converted | NotConverted>
}
