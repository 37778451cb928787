import { MOST, textRefusal } from '../bounds.ts'
import { type Refused, refuse } from '../refuse.ts'
import type { Assignee, PackState } from '../state.ts'
import { printRefusal, type TypesetField, type Typesetting } from '../typesetting.ts'
import { liveSignatoryOf } from './find.ts'

export function assigneeRefusal(state: PackState, assignee: Assignee): Refused | null {
  if (assignee === null || assignee === 'self') return null
  const signatory = liveSignatoryOf(state, assignee)
  return 'refused' in signatory ? signatory : null
}

export function optionsRefusal(options: readonly string[], field: TypesetField, typesetting: Typesetting): Refused | null {
  if (options.length > MOST.options) return refuse('too-many', { slots: { most: MOST.options } })
  for (const option of options) {
    const refused = textRefusal(option, MOST.option) ?? printRefusal(field, option, typesetting)
    if (refused) return refused
  }
  return null
}
