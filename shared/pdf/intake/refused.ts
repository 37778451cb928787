import type { ConversionFailure } from './types.ts'

/** An upload that is not taken in, and why. Thrown inside intake alone; its door answers with a value. */
export class RefusedUpload extends Error {
  override name = 'RefusedUpload'
  readonly reason: ConversionFailure

  constructor(reason: ConversionFailure, words: string) {
    super(words)
    this.reason = reason
  }
}
