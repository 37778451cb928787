import type { FieldType } from './field-type.ts'
import { text } from './text.ts'

/** A conversation between the team and its addressee about the document. It is never a duty. */
export const note: FieldType = {
  ...text,
  called: 'note',
  defaultSize: { width: 160_000, height: 48_000 },
  helpText: 'Click on the box above and write a note.',
  customIdPrefix: 'note',
  canBeRequired: false,
  hasAutoFill: false,
  hasLayout: false,
  isPrinted: false,
  isExcludedFromSigning: true,
  replicable: false,
  conditions: null,
  fromText: null,
}
