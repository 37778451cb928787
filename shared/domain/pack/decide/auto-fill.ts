import { disclosed } from '#domain/kernel'
import { isOnRejected } from '../documents.ts'
import type { PackFact } from '../events/index.ts'
import { layoutRefusal, lengthRefusal } from '../field-layout.ts'
import { AUTO_FILLS } from '../field-properties.ts'
import { fieldsOf, heldIn } from '../fields.ts'
import { signatoryOf } from '../signatories.ts'
import type { Field, PackState } from '../state.ts'
import { printRefusal, type Typesetting } from '../typesetting.ts'
import { filling } from './several-fields.ts'

/**
 * What is known of a signatory goes into their empty fields that ask for it, as a start: it is theirs to change. What cannot be printed
 * there is left to them.
 */
export function filledByItself(state: PackState, signatory: string, typesetting: Typesetting): readonly PackFact[] {
  const known = signatoryOf(state, signatory)
  if (!known) return []
  const empty = fieldsOf(state, signatory).filter((field) => heldIn(field).value === null && !isOnRejected(state, field))
  return AUTO_FILLS.flatMap((from) => {
    const value = disclosed(known[from], '').trim()
    const holds = (field: Field) =>
      (layoutRefusal(field.layout ?? null, value) ??
        lengthRefusal(field.maxLength ?? null, value) ??
        printRefusal(field, value, typesetting)) === null
    const asking = empty.filter((field) => field.autoFill === from && holds(field))
    if (value === '' || asking.length === 0) return []
    return filling(
      asking.map(({ key }) => key),
      signatory,
      value,
    )
  })
}
