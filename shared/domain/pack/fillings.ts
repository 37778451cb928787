import type { Private } from '#domain/kernel'
import type { FieldValue, PackFact } from './events/index.ts'

/** What a fact puts into fields: into which, by whom (null: the sender), and what. null for any other fact. */
export function fillingIn(
  fact: PackFact,
): { readonly fields: readonly string[]; readonly by: string | null; readonly value: Private<FieldValue> } | null {
  switch (fact.type) {
    case 'FieldFilled':
      return { fields: [fact.data.field], by: fact.data.by, value: fact.data.value }
    case 'FieldFilledBySender':
      return { fields: [fact.data.field], by: null, value: fact.data.value }
    case 'FieldsFilled':
      return fact.data
    case 'FieldsFilledBySender':
      return { ...fact.data, by: null }
    default:
      return null
  }
}
