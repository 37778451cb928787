import { type ChangeScope, changeScopeOf } from '../change-scopes.ts'
import type { CommandName, PackCommand } from '../commands.ts'
import type { PackFact } from '../events/index.ts'
import { fact } from '../fact.ts'
import { CHECKED, fieldTypeOf } from '../field-types/index.ts'
import { heldIn } from '../fields.ts'
import { type Refused, refuse } from '../refuse.ts'
import { circleIn, targetsOf } from '../rules/problems.ts'
import { visibilityChanges } from '../rules/visibility.ts'
import type { Field, PackState } from '../state.ts'
import { boxesWith, isExclusive } from '../tick-groups.ts'
import { after, type DecisionContext, type PackDecision } from './context.ts'

/** Facts after which a rule may decide otherwise. */
const DECIDED_BY: ReadonlySet<ChangeScope> = new Set<ChangeScope>(['values', 'fields', 'rules', 'lifecycle'])
/** They record what has happened, or must not fail: a rule that asks of a field that went finds it empty. */
const NEVER_REFUSED: ReadonlySet<CommandName> = new Set<CommandName>(['RecordConversion', 'ErasePeople', 'RepeatErasure', 'RevertToSetup'])

/** The decision and what the rules make of it: fields are put aside and brought back in the append of their cause. */
export function withVisibility(command: PackCommand, facts: readonly PackFact[], state: PackState, context: DecisionContext): PackDecision {
  if (state.rules === undefined && !facts.some(({ type }) => type === 'FieldRuleSet')) return facts
  const scopes = new Set(facts.map(({ type }) => changeScopeOf(type)))
  if (![...scopes].some((scope) => DECIDED_BY.has(scope)) && !facts.some(({ type }) => type === 'DocumentRejected')) return facts
  const next = after(state, facts, context)
  if ((scopes.has('fields') || scopes.has('rules')) && !NEVER_REFUSED.has(command.do)) {
    const refused = askedOf(state, next) ?? circling(next)
    if (refused) return refused
  }
  const { disabled, enabled } = visibilityChanges(next)
  const changed = [
    ...(disabled.length > 0 ? [fact('FieldsDisabled', { fields: disabled.map(({ key }) => key) })] : []),
    ...(enabled.length > 0 ? [fact('FieldsEnabled', { fields: enabled.map(({ key }) => key) })] : []),
  ]
  return [...facts, ...changed, ...tickedTwice(enabled, after(next, changed, context))]
}

/** A field that goes while a rule of another one asks of it. */
function askedOf(before: PackState, { rules = [], ...next }: PackState): Refused | null {
  const gone = (key: string) => before.fields[key]?.removed === false && next.fields[key]?.removed !== false
  const at = rules.filter(({ target }) => targetsOf(next, target).length > 0).flatMap(({ fields }) => fields.filter(gone))
  return at.length > 0 ? refuse('field-in-rule', { at: [...new Set(at)] }) : null
}

function circling(next: PackState): Refused | null {
  const circle = circleIn(next)
  return circle && refuse('rule-circle', { at: circle })
}

/** A tick that comes back gives way to one that was made meanwhile in its exclusive group. */
function tickedTwice(enabled: readonly Field[], state: PackState): readonly PackFact[] {
  const ticks = enabled.filter((field) => fieldTypeOf(field).hasGroup && heldIn(field).value === CHECKED)
  const kept = new Set<string>()
  return ticks.flatMap(({ key }) => {
    const boxes = boxesWith(state, state.fields[key]!)
    const hasOther = boxes.some(
      (other) => other.value === CHECKED && other.key !== key && (!ticks.some((tick) => tick.key === other.key) || kept.has(other.key)),
    )
    if (isExclusive(boxes) && hasOther) return [fact('FieldCleared', { field: key, because: 'group' })]
    kept.add(key)
    return []
  })
}
