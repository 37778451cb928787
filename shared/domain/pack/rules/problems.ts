import { disclosed } from '#domain/kernel'
import { fieldTypeOf } from '../field-types/index.ts'
import { liveFields } from '../fields.ts'
import type { PackRefusalCode } from '../refusals.ts'
import { type Refused, refuse } from '../refuse.ts'
import { signsInOrder, stepsInOrder } from '../signatories.ts'
import type { Field, FieldRule, PackState, RuleTarget } from '../state.ts'
import { type Condition, readCondition, type StoredCondition, storedCondition, testsIn } from './condition.ts'
import { isAvoidable, isPossible } from './contradiction.ts'
import { testsFor } from './tests.ts'
import { compiledRule, rulesByField } from './visibility.ts'

export type RuleProblem = Extract<
  PackRefusalCode,
  'condition-never-true' | 'condition-asks-nobody' | 'condition-misfit' | 'rule-circle' | 'rules-wait'
>

/** The fields that a rule is for. */
export function targetsOf(state: PackState, target: RuleTarget): readonly Field[] {
  return liveFields(state).filter((field) => isTarget(target, field))
}

export function isTarget(target: RuleTarget, field: Field): boolean {
  return 'field' in target ? field.key === target.field : fieldTypeOf(field).hasGroup && field.group === target.group
}

/** What is wrong with a condition by itself: what it asks a field, and whether anything can meet it. */
export function problemOf(state: PackState, condition: Condition): RuleProblem | null {
  for (const { field: key, is } of testsIn(condition)) {
    const field = Object.hasOwn(state.fields, key) ? state.fields[key] : undefined
    if (!field || field.removed) return 'condition-asks-nobody'
    if (!testsFor(field.type).includes(is)) return 'condition-misfit'
  }
  return isPossible(condition, (key) => choicesOf(state, key)) ? null : 'condition-never-true'
}

/** A condition as somebody wrote it, in the form in which it is stored, or why it is none. */
export function writtenCondition(state: PackState, text: string): StoredCondition | Refused {
  const condition = readCondition(text)
  if ('unreadable' in condition) {
    if (condition.unreadable === 'too-large') return refuse('condition-too-large')
    return refuse('condition-invalid', { slots: { at: condition.at + 1 } })
  }
  const problem = problemOf(state, condition)
  return problem ? refuse(problem) : storedCondition(condition)
}

/** Whether there is no value with which it is false: such a condition decides nothing. */
export function isAlwaysTrue(state: PackState, condition: Condition): boolean {
  return !isAvoidable(condition, (key) => choicesOf(state, key))
}

function choicesOf(state: PackState, key: string): readonly string[] | null {
  const field = state.fields[key]
  return field && fieldTypeOf(field).hasOptions ? disclosed(field.options, null) : null
}

interface RuleWithProblem {
  readonly rule: FieldRule
  readonly problem: RuleProblem
}
/** Several checks ask it of one state, some of them at every change while editing. */
const known = new WeakMap<PackState, readonly RuleWithProblem[]>()

/** Rules with what is wrong with each, its target's other rules included. */
export function ruleProblems(state: PackState): readonly RuleWithProblem[] {
  const before = known.get(state)
  if (before) return before
  const found = problemsIn(state)
  known.set(state, found)
  return found
}

function problemsIn(state: PackState): readonly RuleWithProblem[] {
  const { rules = [] } = state
  const byField = rulesByField(state)
  return rules.flatMap((rule) => {
    const targets = targetsOf(state, rule.target)
    const made = compiledRule(rule)
    if (targets.length === 0 || !made) return []
    const problem =
      problemOf(state, made.condition) ?? (contradicts(state, rule, byField) ? 'condition-never-true' : null) ?? waiting(state, rule)
    return problem === null ? [] : [{ rule, problem }]
  })
}

/** Together with the other rules of one of its fields nothing can meet it. */
export function contradicts(state: PackState, rule: FieldRule, byField = rulesByField(state)): boolean {
  return targetsOf(state, rule.target).some(({ key }) => {
    const all = (byField.get(key) ?? []).flatMap((one) => compiledRule(one)?.condition ?? [])
    return all.length > 1 && !isPossible({ all }, (field) => choicesOf(state, field))
  })
}

/** It asks of somebody whose turn comes later than that of the one it is for. */
function waiting(state: PackState, rule: FieldRule): RuleProblem | null {
  if (!signsInOrder(state)) return null
  const steps = stepsInOrder(state)
  const turnOf = (uuid: Field['assignee']) => steps.findIndex((step) => step.some((one) => one.uuid === uuid))
  const latest = Math.max(...rule.fields.map((key) => turnOf(state.fields[key]?.assignee ?? null)))
  const waits = targetsOf(state, rule.target).some(({ assignee }) => turnOf(assignee) >= 0 && turnOf(assignee) < latest)
  return waits ? 'rules-wait' : null
}

/** Fields whose rules ask of each other in a circle; null: there is none. */
export function circleIn(state: PackState): readonly string[] | null {
  const byField = rulesByField(state)
  const done = new Set<string>()
  const path: string[] = []
  for (const key of byField.keys()) {
    const found = visit(key)
    if (found) return found
  }
  return null

  function visit(key: string): readonly string[] | null {
    const at = path.indexOf(key)
    if (at >= 0) return path.slice(at)
    if (done.has(key)) return null
    path.push(key)
    for (const asked of (byField.get(key) ?? []).flatMap(({ fields }) => fields)) {
      const found = visit(asked)
      if (found) return found
    }
    path.pop()
    done.add(key)
    return null
  }
}
