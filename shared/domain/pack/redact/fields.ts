import { WITHHELD } from '#domain/kernel'
import type { PackFact } from '../events/index.ts'
import { fact as made } from '../fact.ts'
import type { PackState } from '../state.ts'
import { mayRead } from '../view.ts'
import type { Audience } from '../who.ts'

/** A value that this audience may not read arrives as one that is there and withheld. */
export function toldOfField(before: PackState, fact: PackFact, audience: Audience): PackFact {
  if (fact.type !== 'FieldFilled') return fact
  const assignee = before.fields[fact.data.field]?.assignee ?? null
  return mayRead(before, audience, fact.data.by, assignee) ? fact : made('FieldFilled', { ...fact.data, value: WITHHELD })
}
