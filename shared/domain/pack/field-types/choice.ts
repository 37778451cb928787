import { folded } from '#domain/kernel'
import type { FieldType } from './field-type.ts'
import { plain } from './plain.ts'

export const choice: FieldType = {
  ...plain,
  called: 'choice field',
  defaultSize: { width: 160_000, height: 24_000 },
  helpText: 'Click on the box above and select an option.',
  customIdPrefix: 'choice',
  isPrinted: true,
  canBeRequired: true,
  requiredByDefault: true,
  hasOptions: true,
  replicable: true,
  conditions: 'text',
  fromText: (written, options) => options.find((option) => option === written) ?? onlyLike(written, options) ?? written,
  accepts: (value, options) => typeof value === 'string' && options.includes(value),
  completes: () => true,
}

/** The one choice that differs in case or spaces at most. */
function onlyLike(written: string, options: readonly string[]): string | undefined {
  const like = options.filter((option) => folded(option) === folded(written))
  return like.length === 1 ? like[0] : undefined
}
