import { WITHHELD } from '#domain/kernel'
import type { TopicFact } from '../events/index.ts'
import { heldIn, withheldIn } from '../fields.ts'
import type { Field, PackState } from '../state.ts'
import { changeSignatories, type When } from './change.ts'

/**
 * Nothing of them is left in the state, even before their keys are gone: everything shown, sent or digested from now on is the same
 * for everybody.
 */
export function evolveErasure(state: PackState, { type, data }: TopicFact<'erasure'>, when: When): PackState {
  switch (type) {
    case 'PersonErased': {
      const gone = new Set(data.people)
      const contact = { name: WITHHELD, email: WITHHELD, mobile: WITHHELD, erased: when.time }
      const next = changeSignatories(state, when, ({ uuid, request }) =>
        gone.has(uuid)
          ? { ...contact, role: WITHHELD, rejectionReason: WITHHELD, links: [], request: request && { ...request, detail: WITHHELD } }
          : null,
      )
      const copyRecipients = next.copyRecipients.map((one) => (gone.has(one.uuid) ? { ...one, ...contact } : one))
      const documents = next.documents.map((document) =>
        document.rejected && gone.has(document.rejected.by)
          ? { ...document, rejected: { ...document.rejected, reason: WITHHELD } }
          : document,
      )
      return { ...next, documents, copyRecipients, fields: withoutValuesOf(next.fields, gone) }
    }
    default:
      return type satisfies never
  }
}

function withoutValuesOf(fields: PackState['fields'], gone: ReadonlySet<string>): PackState['fields'] {
  const blank = (field: Field): Field => {
    const { value, filledBy } = heldIn(field)
    return value !== null && filledBy !== null && gone.has(filledBy) ? withheldIn(field) : field
  }
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, blank(field)]))
}
