import { disclosed, elided, isWithheld } from '#domain/kernel'
import type { TopicFact } from '../events/index.ts'
import { fieldTypeOf } from '../field-types/index.ts'
import { liveFields } from '../fields.ts'
import { asked, type Condition, conditionFrom, spelledOut, type Test } from '../rules/condition.ts'
import { outcomesOf } from '../rules/visibility.ts'
import type { Field, PackState } from '../state.ts'
import { field as called } from './words.ts'

export interface LeftOut {
  readonly field: Field
  /** `the text field on page 1` */
  readonly name: string
  /** `shown only when the choice field on page 1 is “Yes” (there: “No”)` */
  readonly words: string
}

const MOST_LETTERS = 60

/** Why fields are on no page, in words for those who hold the pages. `state` is the pack as they may read it. */
export function leftOutWords(
  { fields, conditions }: Extract<TopicFact<'sealing'>, { readonly type: 'FieldsLeftOut' }>['data'],
  state: PackState,
): readonly LeftOut[] {
  const outcomes = outcomesOf(state)
  const named = namesIn(state)
  const byRule = new Map(
    conditions.flatMap(({ rule, fields: of, condition }) => {
      const text = disclosed(condition, null)
      const read = text === null ? null : conditionFrom({ fields: of, condition: text })
      return read ? [[rule, read] as const] : []
    }),
  )
  return fields.flatMap(({ field: key, rules }) => {
    const field = state.fields[key]
    if (!field) return []
    const known = rules.flatMap((rule) => byRule.get(rule) ?? [])
    const when = [
      ...(known.length > 0 ? [spelledOut(known.length === 1 ? known[0]! : { all: known }, (test) => testWords(test, state, named))] : []),
      ...(known.length < rules.length || rules.length === 0 ? ['a condition is met that asks for what these pages do not show'] : []),
    ]
    const isMet =
      rules.length > 0 &&
      known.length === rules.length &&
      known.every((condition: Condition) => outcomes.ofCondition(condition) === 'enabled')
    return [{ field, name: named(key), words: `shown only when ${when.join(' and ')}${isMet ? TOO_LATE : ''}` }]
  })
}
const TOO_LATE = '; that came about only after its signer had finished'

function testWords({ field, is, operands }: Test, state: PackState, named: (key: string) => string): string {
  const compared = operands.map((operand) => `“${elided(operand, MOST_LETTERS)}”`).join(', ')
  return [named(field), asked(is), ...(compared ? [compared, there(state.fields[field])] : [])].join(' ')
}

function there(field: Field | undefined): string {
  const value = field?.disabled ? null : (field?.value ?? null)
  if (value === null || value === '') return '(there: nothing)'
  return typeof value === 'string' && !isWithheld(value) ? `(there: “${elided(value, MOST_LETTERS)}”)` : '(there: something)'
}

/** Each field by its name where that may be read, else by its place on the page. */
function namesIn(state: PackState): (key: string) => string {
  const alike = new Map<string, Field[]>()
  for (const field of [...liveFields(state)].sort((a, b) => a.y - b.y || a.x - b.x)) {
    const others = alike.get(kindOf(field))
    if (others) others.push(field)
    else alike.set(kindOf(field), [field])
  }
  return (key) => {
    const field = state.fields[key]
    const name = called(state, key)
    if (!field || name.includes('“')) return name
    const others = alike.get(kindOf(field)) ?? []
    const at = others.indexOf(field)
    if (others.length < 2 || at < 0) return name
    return `${fieldTypeOf(field).called} ${at + 1} of ${others.length} on page ${field.page + 1}`
  }
}
const kindOf = (field: Field): string => `${field.document} ${field.page} ${fieldTypeOf(field).called}`
