import type { FieldType } from './field-type.ts'
import { nobodys } from './plain.ts'

/** A transparent colour over what nobody should miss. It stays in the final file. */
export const highlight: FieldType = {
  ...nobodys,
  called: 'highlight',
  defaultSize: { width: 160_000, height: 24_000 },
  helpText: 'Please make sure you understand this highlighted section.',
  customIdPrefix: 'highlight',
  standing: 'highlighted',
}
