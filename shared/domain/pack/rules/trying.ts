import { type Refused, refuse } from '../refuse.ts'
import type { FieldRule, PackState, RuleTarget } from '../state.ts'
import { targetsOf, writtenCondition } from './problems.ts'
import { outcomesOf, rulesByField } from './visibility.ts'

/** The rules of a pack as they would be with this one, which nobody saved. */
export function draftedRules(
  state: PackState,
  { rule: key, target, condition: text }: { readonly rule: string; readonly target: RuleTarget; readonly condition: string },
): readonly FieldRule[] | Refused {
  if (targetsOf(state, target).length === 0) return refuse('rule-target-missing')
  const condition = writtenCondition(state, text)
  if ('refused' in condition) return condition
  return [...(state.rules ?? []).filter((rule) => rule.key !== key), { key, target, ...condition }]
}

export interface Tried {
  /** `absent`: none of its fields is in this copy. */
  readonly was: 'shown' | 'hidden' | 'absent'
  /** `not_evaluated`: a field that is asked for is not in this copy. */
  readonly would_be: 'shown' | 'hidden' | 'unknown' | 'not_evaluated'
}

/** What rules of its origin would make of a target in a copy, with the values that the copy has, also where its signers have finished. */
export function triedOn(copy: PackState, rules: readonly FieldRule[], target: RuleTarget, keyOf: (origin: string) => string): Tried {
  const own = rules.map((rule) => ({ ...rule, target: targetWith(rule.target, keyOf), fields: rule.fields.map(keyOf) }))
  const ruled: PackState = { ...copy, rules: own }
  const [field] = targetsOf(ruled, targetWith(target, keyOf))
  if (!field) return { was: 'absent', would_be: 'not_evaluated' }
  const was = field.disabled ? 'hidden' : 'shown'
  const asked = (rulesByField(ruled).get(field.key) ?? []).flatMap(({ fields }) => fields)
  if (asked.some((key) => copy.fields[key]?.removed !== false)) return { was, would_be: 'not_evaluated' }
  return { was, would_be: WORDS[outcomesOf(ruled, { frozenToo: true }).of(field.key)] }
}

const WORDS = { enabled: 'shown', disabled: 'hidden', unknown: 'unknown' } as const

const targetWith = (target: RuleTarget, keyOf: (origin: string) => string): RuleTarget =>
  'field' in target ? { field: keyOf(target.field) } : target
