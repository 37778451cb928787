import type { FieldType } from './field-type.ts'
import { plain } from './plain.ts'

export const SET_UP = 'set-up'

/** Its signer says who signs in the role that it names. The details belong to that role: the field holds only that it was done. */
export const signerSetup: FieldType = {
  ...plain,
  called: 'signer setup field',
  defaultSize: { width: 160_000, height: 24_000 },
  helpText: 'Say who signs next.',
  customIdPrefix: 'signer_setup',
  canBeRequired: true,
  requiredByDefault: true,
  setsUpSigner: true,
  // Nobody writes into it: setting the signer up fills it in.
  accepts: () => false,
  completes: (value) => value === SET_UP,
}
