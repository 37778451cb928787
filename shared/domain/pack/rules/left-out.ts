import { isWithheld } from '#domain/kernel'
import type { PackFact } from '../events/index.ts'
import { fact } from '../fact.ts'
import { liveFields } from '../fields.ts'
import { finalValueOf, isInFinal } from '../final-value.ts'
import type { Field, PackState } from '../state.ts'
import { storedCondition } from './condition.ts'
import { compiledRule, rulesByField } from './visibility.ts'

/**
 * Which fields conditions keep off the pages of a document, and under which conditions they would be there: those who have the file may know
 * that. A condition that asks for what is not on these pages tells something of it, and is named without its text. So is one for which
 * there is no room: an append has bounds, and a document is sealed whatever its conditions are like.
 */
export function leftOut(state: PackState, document: string, attempt: number): readonly PackFact[] {
  const hidden = liveFields(state).filter((field) => field.document === document && field.disabled && isInFinal(field))
  if (hidden.length === 0) return []
  const byField = rulesByField(state)
  const rules = [...new Set(hidden.flatMap(({ key }) => byField.get(key) ?? []))]
  const conditions = rules.flatMap((rule) => {
    const condition = compiledRule(rule)?.condition
    if (!condition || !rule.fields.every((key) => isSeen(state, document, state.fields[key]))) return []
    const stored = storedCondition(condition)
    return [{ rule: rule.key, fields: [...stored.fields], condition: stored.condition }]
  })
  const ruled = hidden.map(({ key }) => ({ field: key, rules: (byField.get(key) ?? []).map((rule) => rule.key) }))
  const kept = withRoom(ruled)
  const fields = [...kept, ...withRoom(ruled.slice(kept.length).map(({ field }) => ({ field, rules: [] })))]
  return [fact('FieldsLeftOut', { document, attempt, fields, conditions: [...withRoom(conditions)] })]
}

/** In characters of JSON, of each part: an append takes a million. */
const ROOM = 100_000
function withRoom<T>(rows: readonly T[]): readonly T[] {
  let left = ROOM
  const end = rows.findIndex((row) => {
    left -= JSON.stringify(row).length
    return left < 0
  })
  return end < 0 ? rows : rows.slice(0, end)
}

/** Those who read the pages see the value in it, or that there is none. */
function isSeen(state: PackState, document: string, field: Field | undefined): boolean {
  if (!field || field.removed || field.document !== document || !isInFinal(field)) return false
  if (field.disabled || field.value === null) return true
  const value = finalValueOf(state, field)
  return value !== null && !isWithheld(value)
}
