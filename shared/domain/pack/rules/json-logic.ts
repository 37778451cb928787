import jsonLogic from 'json-logic-js'
import type { FieldValue } from '../events/index.ts'
import { CHECKED } from '../field-types/index.ts'
import type { Condition, Test } from './condition.ts'
import { comparable, numberIn } from './tests.ts'

/** Conditions compiled here use these operators alone, each with operands of the type that it needs: none of JsonLogic's coercions apply. */
export type JsonLogic =
  | { readonly and: readonly JsonLogic[] }
  | { readonly or: readonly JsonLogic[] }
  | { readonly '!': JsonLogic }
  | { readonly '===': readonly [Var, string] }
  | { readonly '!==': readonly [Var, string | null] }
  | { readonly in: readonly [string, Var] | readonly [Var, readonly string[]] }
  | { readonly '<': readonly [Var, number] }
  | { readonly '>': readonly [Var, number] }
  | { readonly '<=': readonly [Var, number] }
  | { readonly '>=': readonly [Var, number] }
type Var = { readonly var: string }

/** Of a field's value as text, comparable, `''` where it is empty; and as a number, null where it is none. */
const textOf = (field: string): Var => ({ var: field })
const numberOf = (field: string): Var => ({ var: `${field}#` })

const COMPARISONS = { less: '<', greater: '>', 'at-most': '<=', 'at-least': '>=' } as const

/** A condition as JsonLogic over `dataFor` its fields. */
export function jsonLogicOf(condition: Condition): JsonLogic {
  if ('all' in condition) return { and: condition.all.map(jsonLogicOf) }
  if ('any' in condition) return { or: condition.any.map(jsonLogicOf) }
  return logicOfTest(condition)
}

function logicOfTest({ field, is, operands }: Test): JsonLogic {
  const text = textOf(field)
  const operand = comparable(operands[0] ?? '')
  switch (is) {
    case 'empty':
      return { '===': [text, ''] }
    case 'filled':
      return { '!==': [text, ''] }
    case 'ticked':
      return { '===': [text, CHECKED] }
    case 'unticked':
      return { '!==': [text, CHECKED] }
    case 'equal':
      return { '===': [text, operand] }
    case 'unequal':
      return { '!==': [text, operand] }
    case 'contains':
      return { in: [operand, text] }
    case 'none-of':
      return { '!': { in: [text, operands.map(comparable)] } }
    case 'less':
    case 'greater':
    case 'at-most':
    case 'at-least': {
      const compared = { [COMPARISONS[is]]: [numberOf(field), Number(operands[0])] } as unknown as JsonLogic
      // Nothing is neither more nor less than a number.
      return { and: [{ '!==': [numberOf(field), null] }, compared] }
    }
    default:
      return is satisfies never
  }
}

/** Whether a condition is true of these values; a field that is left out is empty. */
export function holds(logic: JsonLogic, values: ReadonlyMap<string, FieldValue | null>): boolean {
  const data: Record<string, string | number | null> = {}
  for (const [field, value] of values) {
    const text = textIn(value)
    data[field] = text
    data[`${field}#`] = numberIn(text)
  }
  return jsonLogic.apply(logic as unknown as jsonLogic.RulesLogic, data) === true
}

/** A drawing or a file is something, whatever it shows. */
function textIn(value: FieldValue | null): string {
  if (value === null) return ''
  return typeof value === 'string' ? comparable(value) : value.method
}
