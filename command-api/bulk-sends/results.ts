import { disclosed, isWithheld } from '#domain/kernel'
import { documentIn, type Field, fieldTypeOf, liveFields, type PackState, shownStatus, signatoriesInOrder, viewFor } from '#domain/pack'
import { csvHead, csvLine } from '../replay/csv.ts'

/** Columns of a signer; numbered, as documents of one template have the same ones. */
const OF_SIGNER = ['name', 'email', 'status', 'completed'] as const

/** What became of each row, with every signer's state and what stands in the fields. Values of signers who have not finished are left out. */
export function* resultLines(documents: readonly PackState[]): Generator<string> {
  const views = documents.map((state) => viewFor(state, { of: 'team' })).sort((a, b) => (a.bulkSend?.row ?? 0) - (b.bulkSend?.row ?? 0))
  const signers = Math.max(0, ...views.map((view) => signatoriesInOrder(view).length))
  const fields = [...new Set(views.flatMap((view) => fieldsOf(view).map(nameOf)))]
  const numbers = Array.from({ length: signers }, (_, at) => at + 1)
  yield csvHead(['row', 'document', 'status', ...numbers.flatMap((at) => OF_SIGNER.map((column) => `signer ${at} ${column}`)), ...fields])
  for (const view of views) {
    const people = signatoriesInOrder(view)
    const values = new Map(fieldsOf(view).map((field) => [nameOf(field), textIn(field)]))
    yield csvLine([
      view.bulkSend?.row ?? null,
      disclosed(view.name, ''),
      shownStatus(view),
      ...numbers.flatMap((_, at) => {
        const signer = people[at]
        return signer
          ? [disclosed(signer.name, ''), disclosed(signer.email, ''), signer.status, signer.completed ?? null]
          : OF_SIGNER.map(() => null)
      }),
      ...fields.map((name) => values.get(name) ?? null),
    ])
  }
}

const fieldsOf = (view: PackState): readonly Field[] =>
  liveFields(view).filter((field) => !fieldTypeOf(field).isSignature && documentIn(view, field.document) !== undefined)
const nameOf = (field: Field): string => disclosed(field.customId, '') || field.type
const textIn = ({ value }: Field): string | null => (typeof value === 'string' && !isWithheld(value) ? value : null)
