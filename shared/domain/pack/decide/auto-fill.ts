import { disclosed } from '#domain/kernel'
import { AUTO_FILLS, type PackFact } from '../events/index.ts'
import { layoutRefusal, lengthRefusal } from '../field-layout.ts'
import { fieldsOf, isFilled } from '../fields.ts'
import { signatoryOf } from '../signatories.ts'
import type { Field, PackState } from '../state.ts'
import { filling } from './several-fields.ts'

/** What is known of a signatory goes into their empty fields that ask for it, as a start: it is theirs to change. */
export function filledByItself(state: PackState, signatory: string): readonly PackFact[] {
  const known = signatoryOf(state, signatory)
  if (!known) return []
  const empty = fieldsOf(state, signatory).filter((field) => !isFilled(field))
  return AUTO_FILLS.flatMap((from) => {
    const value = disclosed(known[from], '').trim()
    const fits = ({ layout, maxLength }: Field) =>
      (layoutRefusal(layout ?? null, value) ?? lengthRefusal(maxLength ?? null, value)) === null
    const asking = empty.filter((field) => field.autoFill === from && fits(field))
    if (value === '' || asking.length === 0) return []
    return filling(
      asking.map(({ key }) => key),
      signatory,
      value,
    )
  })
}
