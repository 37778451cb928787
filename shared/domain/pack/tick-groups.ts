import { liveFields } from './fields.ts'
import type { Field, PackState } from './state.ts'

type Box = Pick<Field, 'assignee' | 'group'>

/** The tick boxes of one group and one assignee, this one among them. What is nobody's, or in no group, stands by itself. */
export function boxesWith(state: PackState, { assignee, group }: Box): readonly Field[] {
  if (assignee === null || group === null) return []
  return liveFields(state).filter((other) => other.group === group && other.assignee === assignee)
}

/** Whether only one of them may be ticked: where one of them says so, it holds for all. */
export function isExclusive(boxes: readonly Pick<Field, 'exclusive'>[]): boolean {
  return boxes.some(({ exclusive }) => exclusive)
}
