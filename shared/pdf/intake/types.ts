import type { CONVERSION_FAILURES } from '#domain/pack'

export type ConversionFailure = (typeof CONVERSION_FAILURES)[number]

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
export interface Converted {
  readonly ok: true
  /** Decrypted, flattened, without scripts; proven to load, stamp, save and sign. */
  readonly bytes: Uint8Array
  /** Visible pages in order, in thousandths of a point. */
  readonly pages: readonly { readonly width: number; readonly height: number }[]
  readonly repaired: boolean
}
export interface NotConverted {
  readonly ok: false
  readonly reason: ConversionFailure
  /** For the log: what happened, without anything from the file. */
  readonly words: string
}
export interface Intake {
  /** `onProgress` gets pages done of pages in all. */
  convert(upload: Upload, onProgress?: (done: number, of: number) => void): Promise<Converted | NotConverted>
}
