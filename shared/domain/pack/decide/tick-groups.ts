import type { PackFact } from '../events/index.ts'
import { fact } from '../fact.ts'
import { CHECKED, fieldTypeOf } from '../field-types/index.ts'
import type { Field, PackState } from '../state.ts'
import { boxesWith, isExclusive } from '../tick-groups.ts'
import { after, type DecisionContext } from './context.ts'

/** Ticking one of an exclusive group unticks the others of the same group and signatory, in the same breath. */
export function othersUnticked(state: PackState, box: Field): readonly PackFact[] {
  return untickedBut(box.key, boxesWith(state, box))
}

/** The change to a box. Where it would leave its group with more than one tick, it removes all but one; the earlier tick stays. */
export function withOneTick(state: PackState, key: string, facts: readonly PackFact[], context: DecisionContext): readonly PackFact[] {
  const held = state.fields[key]
  if (held && !fieldTypeOf(held).hasGroup) return facts
  const changed = after(state, facts, context)
  const box = changed.fields[key]
  if (!box) return facts
  const boxes = boxesWith(changed, box)
  const stays = boxes.find((other) => other.key !== key && other.value === CHECKED) ?? box
  return [...facts, ...untickedBut(stays.key, boxes)]
}

function untickedBut(key: string, boxes: readonly Field[]): readonly PackFact[] {
  if (!isExclusive(boxes)) return []
  const others = boxes.filter((other) => other.key !== key && other.value === CHECKED)
  return others.map((other) => fact('FieldCleared', { field: other.key, because: 'group' }))
}
