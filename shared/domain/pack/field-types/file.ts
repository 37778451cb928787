import { fieldValueSchema } from '../events/index.ts'
import { isAttachedFile } from '../signature-value.ts'
import type { FieldType } from './field-type.ts'
import { plain } from './plain.ts'

/** A file that somebody is asked for, to come along with the document. */
export const file: FieldType = {
  ...plain,
  called: 'file field',
  defaultSize: { width: 160_000, height: 24_000 },
  helpText: 'Supporting document.',
  customIdPrefix: 'file',
  canBeRequired: true,
  requiredByDefault: true,
  conditions: 'presence',
  takesFile: true,
  accepts: (value) => isAttachedFile(value) && fieldValueSchema.safeParse(value).success,
  completes: () => true,
}
