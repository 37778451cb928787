import { folded } from '#domain/kernel'
import type { FieldType } from './field-type.ts'
import { plain } from './plain.ts'

export const CHECKED = 'checked'
export const UNCHECKED = 'unchecked'

/** How tables write a tick. */
const TICKS: ReadonlyMap<string, string> = new Map([
  ...['1', 'x', 'y', 'yes', 'true', 'on', 'checked', '✓', '✔'].map((word) => [word, CHECKED] as const),
  ...['0', 'n', 'no', 'false', 'off', 'unchecked', '-'].map((word) => [word, UNCHECKED] as const),
])

export const check: FieldType = {
  ...plain,
  called: 'tick box',
  defaultSize: { width: 16_000, height: 16_000 },
  helpText: 'Click on the box above to tick/un-tick',
  customIdPrefix: 'check',
  canBeRequired: true,
  requiredByDefault: false,
  hasGroup: true,
  replicable: true,
  conditions: 'tick',
  fromText: (written) => TICKS.get(folded(written)) ?? written,
  accepts: (value) => value === CHECKED || value === UNCHECKED,
  completes: (value) => value === CHECKED,
}
