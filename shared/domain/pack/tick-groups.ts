import { enabledFields } from './fields.ts'
import type { Field, PackState } from './state.ts'

/** The tick boxes of one group and one assignee, this one among them. What is nobody's, or in no group, stands by itself. */
export function boxesWith(state: PackState, box: Field): readonly Field[] {
  const { assignee, group } = box
  if (assignee === null || group === null) return [box]
  return enabledFields(state).filter((other) => other.group === group && other.assignee === assignee)
}

/** Whether only one of them may be ticked: where one of them says so, it holds for all. */
export function isExclusive(boxes: readonly Pick<Field, 'exclusive'>[]): boolean {
  return boxes.some(({ exclusive }) => exclusive)
}
