import { WITHHELD } from '#domain/kernel'
import type { PackFact } from '../events/index.ts'
import { fact as made } from '../fact.ts'
import type { PackState } from '../state.ts'
import { mayRead, mayReadIn } from '../view.ts'
import type { Audience } from '../who.ts'

/** A value that this audience may not read arrives as one that is there and withheld. */
export function redactField(before: PackState, fact: PackFact, audience: Audience): PackFact {
  if (fact.type === 'FieldsFilled') {
    const { by, fields } = fact.data
    // Of one signatory, as a click fills them; were they not, the strictest would count.
    return fields.every((key) => isReadable(key, by)) ? fact : made('FieldsFilled', { ...fact.data, value: WITHHELD })
  }
  if (fact.type !== 'FieldFilled') return fact
  return isReadable(fact.data.field, fact.data.by) ? fact : made('FieldFilled', { ...fact.data, value: WITHHELD })

  function isReadable(key: string, by: string): boolean {
    const field = before.fields[key]
    return field ? mayReadIn(before, audience, field, by) : mayRead(before, audience, by, null)
  }
}
