import { numberOf } from '#domain/filters'
import { type FieldTypeName, fieldTypes } from '../field-types/index.ts'
import type { TestName } from './condition.ts'

const NUMERIC = ['less', 'greater', 'at-most', 'at-least'] as const satisfies readonly TestName[]
const BY_KIND = {
  text: ['empty', 'filled', 'equal', 'unequal', 'none-of', 'contains', ...NUMERIC],
  tick: ['ticked', 'unticked'],
  presence: ['empty', 'filled'],
} as const satisfies Record<string, readonly TestName[]>

/** What can be asked of a field of this type. */
export function testsFor(type: FieldTypeName): readonly TestName[] {
  const { conditions } = fieldTypes[type]
  return conditions === null ? [] : BY_KIND[conditions]
}

/** What is offered for a field once this is written as the value to compare with: numbers are compared with numbers only. */
export function testsOffered(type: FieldTypeName, operand: string): readonly TestName[] {
  const isNumber = numberIn(operand) !== null
  return testsFor(type).filter((is) => isNumber || !(NUMERIC as readonly TestName[]).includes(is))
}

/** Texts are compared without case and without the spaces around them. */
export const comparable = (text: string): string => text.normalize('NFC').trim().toLowerCase()

/** The number that a text is, with a point before its decimals; null: it is none. */
export const numberIn = (text: string): number | null => numberOf(text, '.')
