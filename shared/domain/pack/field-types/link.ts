import { webAddress } from '../web-address.ts'
import type { FieldType } from './field-type.ts'
import { nobodys } from './plain.ts'

/** An address that the sender gives, to be followed from the page and from the final file. */
export const link: FieldType = {
  ...nobodys,
  called: 'link',
  defaultSize: { width: 160_000, height: 24_000 },
  helpText: 'Opens in a new tab.',
  customIdPrefix: 'link',
  isPrinted: true,
  belongsTo: 'self',
  fromText: (written) => written.trim(),
  accepts: (value) => typeof value === 'string' && webAddress(value) !== null,
  completes: () => true,
}
