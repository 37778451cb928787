import { MOST, textRefusal } from '../bounds.ts'
import { type Refused, refuse } from '../refuse.ts'
import type { Assignee, PackState } from '../state.ts'
import { liveSignatoryOf } from './find.ts'

export function assigneeRefusal(state: PackState, assignee: Assignee): Refused | null {
  if (assignee === null || assignee === 'self') return null
  const signatory = liveSignatoryOf(state, assignee)
  return 'refused' in signatory ? signatory : null
}

export function optionsRefusal(options: readonly string[]): Refused | null {
  if (options.length > MOST.options) return refuse('too-many', { slots: { most: MOST.options } })
  return options.reduce<Refused | null>((refused, option) => refused ?? textRefusal(option, MOST.option), null)
}
