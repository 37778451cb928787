import type { DateOrder } from '#domain/filters'
import type { FieldValue } from '../events/index.ts'
import type { PackRefusalCode } from '../refusals.ts'
import type { PackSettings } from '../state.ts'
import type { FieldTraits } from './traits.ts'

/**
 * What the domain asks of a type of field. Nobody compares a field's type with a literal: a list of types is wrong
 * the day another joins.
 */
export interface FieldType extends FieldTraits {
  /** The setting under which filling one fills all empty ones of the same type and signer. */
  readonly oneClick: keyof PackSettings | null
  /** What stands in it without anybody filling it in; null where it stands empty. */
  readonly standing: FieldValue | null
  /** How a value is refused that does not fit. */
  readonly misfit: PackRefusalCode
  /** The value that a text means which somebody wrote elsewhere, such as a cell of a table; null: texts fill in nothing here. */
  readonly fromText: ((text: string, options: readonly string[], dates: DateOrder) => string) | null
  accepts(value: FieldValue, options: readonly string[]): boolean
  /** Does this value satisfy a field that is required? */
  completes(value: FieldValue): boolean
}
