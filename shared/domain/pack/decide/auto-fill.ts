import { disclosed } from '#domain/kernel'
import type { AutoFill, PackFact } from '../events/index.ts'
import { layoutRefusal } from '../field-layout.ts'
import { fieldsOf, isFilled } from '../fields.ts'
import { signatoryOf } from '../signatories.ts'
import type { Field, PackState } from '../state.ts'
import { filling } from './several-fields.ts'

/** What is known of a signatory goes into their empty fields that ask for it, as a start: it is theirs to change. */
export function filledByItself(state: PackState, signatory: string): readonly PackFact[] {
  const known = signatoryOf(state, signatory)
  const asking = Map.groupBy(
    fieldsOf(state, signatory).filter((field) => !isFilled(field)),
    ({ autoFill }) => autoFill ?? null,
  )
  return [...asking].flatMap(([from, fields]) => {
    const value = from === null || !known ? '' : disclosed(known[from satisfies AutoFill], '').trim()
    const fitting = fields.filter((field: Field) => layoutRefusal(field.layout ?? null, value) === null)
    return value === '' || fitting.length === 0
      ? []
      : filling(
          fitting.map(({ key }) => key),
          signatory,
          value,
        )
  })
}
