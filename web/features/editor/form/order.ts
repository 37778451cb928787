import { type Field, fieldTypeOf, liveFields, liveFormEntries, type PackCommand, type PackState, signatoriesInOrder } from '#domain/pack'
import { inOrderOfPages } from '../../fields/index.ts'

/** The fields that a form could still ask for: in the order in which they are signed, and of the pages. */
export function fieldsLeft(view: PackState): readonly Field[] {
  const asked = new Set(liveFormEntries(view).map(({ asksFor }) => asksFor))
  const fits = liveFields(view).filter((field) => {
    const { assignable, isExcludedFromSigning } = fieldTypeOf(field)
    return assignable && !isExcludedFromSigning && !asked.has(field.key)
  })
  const turns = new Map(signatoriesInOrder(view).map(({ uuid }, at) => [uuid, at]))
  const turnOf = ({ assignee }: Field) => turns.get(assignee ?? '') ?? turns.size
  return inOrderOfPages(view, fits).toSorted((a, b) => turnOf(a) - turnOf(b))
}

/** The move that brings an entry to this place among those that are shown. */
export function moveTo(view: PackState, entry: string, place: number): PackCommand {
  const others = liveFormEntries(view).filter(({ key }) => key !== entry)
  return { do: 'MoveFormEntry', entry, after: others[place - 1]?.key ?? null }
}
