import { disclosed, grouped, isWithheld } from '#domain/kernel'
import { isOnRejected } from '../documents.ts'
import type { FieldValue } from '../events/index.ts'
import { fieldTypeOf } from '../field-types/index.ts'
import { heldIn, liveFields } from '../fields.ts'
import { hasFinished } from '../signatories.ts'
import type { Field, FieldRule, PackState } from '../state.ts'
import { type Condition, conditionFrom, testsIn } from './condition.ts'
import { holds, type JsonLogic, jsonLogicOf } from './json-logic.ts'

interface Compiled {
  readonly condition: Condition
  readonly logic: JsonLogic
}
const compiled = new WeakMap<FieldRule, Compiled | null>()

/** Null: its condition is withheld here. */
export function compiledRule(rule: FieldRule): Compiled | null {
  const known = compiled.get(rule)
  if (known !== undefined) return known
  const text = disclosed(rule.condition, null)
  const condition = text === null ? null : conditionFrom({ fields: rule.fields, condition: text })
  const made = condition && { condition, logic: jsonLogicOf(condition) }
  compiled.set(rule, made)
  return made
}

/** The rules of each field, those of its group included. */
export function rulesByField({ rules = [], fields }: Pick<PackState, 'rules' | 'fields'>): ReadonlyMap<string, readonly FieldRule[]> {
  if (rules.length === 0) return new Map()
  const byTarget = grouped(rules, ({ target }) => ('field' in target ? `field ${target.field}` : `group ${target.group}`))
  const found = new Map<string, readonly FieldRule[]>()
  for (const [key, field] of Object.entries(fields)) {
    const inGroup = fieldTypeOf(field).hasGroup && field.group !== null ? byTarget.get(`group ${field.group}`) : undefined
    const own = byTarget.get(`field ${key}`)
    if (own || inGroup) found.set(key, [...(own ?? []), ...(inGroup ?? [])])
  }
  return found
}

/** What a rule makes of its field now. `unknown`: it asks for a value that is withheld from who looks. */
export type Outcome = 'enabled' | 'disabled' | 'unknown'

export interface Outcomes {
  of(field: string): Outcome
  ofCondition(condition: Condition): Outcome
}

/**
 * What all rules of a pack make of its fields, each asked once and in whatever order they depend on each other. `frozenToo`: also of those
 * that nothing changes any more.
 */
export function outcomesOf(state: PackState, { frozenToo = false } = {}): Outcomes {
  const byField = rulesByField(state)
  const known = new Map<string, Outcome>()
  const of = (key: string): Outcome => {
    const before = known.get(key)
    if (before !== undefined) return before
    const field = state.fields[key]
    // Rules never ask in a circle; were they to, the first one asked would stay as it is.
    const stays = field?.disabled ? 'disabled' : 'enabled'
    known.set(key, stays)
    if (field && !frozenToo && isFrozen(state, field)) return stays
    const outcome = ofRules(byField.get(key) ?? [], stays)
    known.set(key, outcome)
    return outcome
  }
  return { of, ofCondition: (condition) => outcomeOf({ condition, logic: jsonLogicOf(condition) }) }

  function ofRules(rules: readonly FieldRule[], stays: Exclude<Outcome, 'unknown'>): Outcome {
    const read = rules.flatMap((rule) => compiledRule(rule) ?? [])
    const isWithheldIn = read.length < rules.length
    // What is withheld from somebody is changed by nothing that they enter: what it made of the field stands.
    if (read.length === 0 && isWithheldIn) return stays
    const outcomes = read.map(outcomeOf)
    if (outcomes.includes('disabled')) return 'disabled'
    const isUnsure = outcomes.includes('unknown') || (isWithheldIn && stays === 'disabled')
    return isUnsure ? 'unknown' : 'enabled'
  }

  function outcomeOf({ condition, logic }: Compiled): Outcome {
    const values = new Map<string, FieldValue | null>()
    for (const { field: key } of testsIn(condition)) {
      const value = valueNow(key)
      if (value === undefined) return 'unknown'
      values.set(key, value)
    }
    return holds(logic, values) ? 'enabled' : 'disabled'
  }

  /** A field that is removed, put aside or in a document that was rejected is empty; undefined: nobody here knows. */
  function valueNow(key: string): FieldValue | null | undefined {
    const field = state.fields[key]
    if (!field || field.removed || isOnRejected(state, field)) return null
    const outcome = of(key)
    if (outcome === 'disabled') return null
    const { value } = heldIn(field)
    if (value === null) return null
    // Whether it counts, somebody else has to say: what depends on it waits for that.
    return outcome === 'unknown' || isWithheld(value) ? undefined : value
  }
}

/** The fields that rules put aside or bring back now. What belongs to somebody who has finished stays as they finished it. */
export function visibilityChanges(state: PackState): { readonly disabled: readonly Field[]; readonly enabled: readonly Field[] } {
  const outcomes = outcomesOf(state)
  const live = liveFields(state)
  return {
    disabled: live.filter(({ key, disabled }) => !disabled && outcomes.of(key) === 'disabled'),
    enabled: live.filter(({ key, disabled }) => disabled && outcomes.of(key) === 'enabled'),
  }
}

function isFrozen(state: PackState, field: Field): boolean {
  const { assignee } = field
  const isOver = state.status === 'complete' || state.status === 'rejected'
  return isOver || isOnRejected(state, field) || (assignee !== null && assignee !== 'self' && hasFinished(state, assignee))
}
