import { WITHHELD } from '#domain/kernel'
import type { PackFact } from '../events/index.ts'
import { fact as made } from '../fact.ts'
import type { PackState } from '../state.ts'
import { mayRead } from '../view.ts'
import type { Audience } from '../who.ts'

/** A value that this audience may not read arrives as one that is there and withheld. */
export function toldOfField(before: PackState, fact: PackFact, audience: Audience): PackFact {
  if (fact.type === 'FieldsFilled') {
    const { by, fields } = fact.data
    // Of one signatory, as a click fills them; were they not, the strictest would count.
    const readable = fields.every((key) => mayRead(before, audience, by, before.fields[key]?.assignee ?? null))
    return readable ? fact : made('FieldsFilled', { ...fact.data, value: WITHHELD })
  }
  if (fact.type !== 'FieldFilled') return fact
  const assignee = before.fields[fact.data.field]?.assignee ?? null
  return mayRead(before, audience, fact.data.by, assignee) ? fact : made('FieldFilled', { ...fact.data, value: WITHHELD })
}
