import type { FieldType } from './field-type.ts'
import { text } from './text.ts'

/** A text that its signer is asked for in a window of its own. Records call it a text that is a question. */
export const question: FieldType = {
  ...text,
  called: 'question',
  helpText: 'This field will appear as a popup to the signer',
  customIdPrefix: 'question',
  recordedAs: 'text',
  hasAutoFill: false,
  hasLayout: false,
}
