import { webAddress } from '../web-address.ts'
import type { FieldType } from './field-type.ts'

/** An address that the sender gives, to be followed from the page and from the final file. */
export const link: FieldType = {
  recordedAs: null,
  defaultSize: { width: 160_000, height: 24_000 },
  helpText: 'Opens in a new tab.',
  customIdPrefix: 'link',
  assignable: false,
  belongsTo: 'self',
  canBeRequired: false,
  requiredByDefault: false,
  hasOptions: false,
  hasGroup: false,
  hasAutoDate: false,
  hasAutoFill: false,
  hasButton: false,
  hasLayout: false,
  isSignature: false,
  clearedOnRevert: false,
  replicable: false,
  oneClick: null,
  standing: null,
  accepts: (value) => typeof value === 'string' && webAddress(value) !== null,
  completes: () => true,
}
