import type { ConversionFailure } from './types.ts'

/** An upload that is not taken in, and why. Thrown inside intake alone; its door answers with a value. */
export class RefusedUpload extends Error {
  override name = 'RefusedUpload'
  readonly reason: ConversionFailure
  /** Whether a repair may help. */
  readonly final: boolean

  constructor(reason: ConversionFailure, words: string, final = reason !== 'damaged') {
    super(words)
    this.reason = reason
    this.final = final
  }
}
