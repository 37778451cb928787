import type { FieldType } from './field-type.ts'
import { nobodys } from './plain.ts'

/** Covers what lies below it, for everybody and in the final file. */
export const block: FieldType = {
  ...nobodys,
  called: 'cover-up block',
  defaultSize: { width: 160_000, height: 48_000 },
  helpText: 'Covers what lies below it on the page.',
  customIdPrefix: 'block',
  standing: 'covered',
  covers: true,
}
