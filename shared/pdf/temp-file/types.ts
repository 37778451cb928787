import type { FieldLooks } from '#pdf/appearance'
import type { Later, WorkFailure } from '#pdf/worker-pool'

/** A field at its place. Points from the visible page's top left corner. */
export interface PlacedField extends FieldLooks {
  /** Zero-based. */
  readonly page: number
  readonly x: number
  readonly y: number
}

/** How a reader lets somebody fill a field in. */
export type FormKind = 'text' | 'check' | 'choice' | 'signature'

/** A field as one of a PDF form, with everything that leads back to it. */
export interface FormField extends Omit<PlacedField, 'type' | 'value'> {
  readonly kind: FormKind
  readonly name: string
  /** What a reader says of it. */
  readonly help: string
  readonly options: readonly string[]
  readonly required: boolean
  /** Of a text that takes only so many characters; left out: it does not say. */
  readonly maxLength?: number | null
  /** What else is known of the field, as keys and words of the file. */
  readonly meta: Readonly<Record<string, string>>
}

export type TempFileRequest =
  | {
      readonly make: 'preview'
      readonly pdf: Uint8Array
      readonly fields: readonly PlacedField[]
      readonly images: Readonly<Record<string, Uint8Array>>
    }
  | { readonly make: 'form'; readonly pdf: Uint8Array; readonly fields: readonly FormField[] }

export type MadeTempFile =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly failure: WorkFailure; readonly words: string }

export interface TempFiles {
  make(request: TempFileRequest | Later<TempFileRequest>): Promise<MadeTempFile>
}
