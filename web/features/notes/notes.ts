import { type Field, fieldTypeOf, fieldTypes, isFilled, liveFields, type PackCommand, type PackState } from '#domain/pack'

/** Messages about the document, page by page; with those that `by` may write and has not written yet. */
export function notesIn(view: PackState, by: string): readonly Field[] {
  const position = new Map(view.documents.map(({ key, position }) => [key, position]))
  return liveFields(view)
    .filter((field) => fieldTypeOf(field).isExcludedFromSigning && (isFilled(field) || field.assignee === by))
    .sort((a, b) => (position.get(a.document) ?? 0) - (position.get(b.document) ?? 0) || a.page - b.page || a.y - b.y)
}

const MARGIN = 12_000

/** A note at the right edge of its page, below those that are there already. */
export function noteOn(
  view: PackState,
  at: { readonly document: string; readonly page: number },
  of: { field: string; by: string; text: string },
) {
  const { width, height } = fieldTypes.note.defaultSize
  const size = view.documents.find(({ key }) => key === at.document)?.pages[at.page] ?? { width, height }
  const there = notesIn(view, of.by).filter((note) => note.document === at.document && note.page === at.page).length
  const rows = Math.max(1, Math.floor((size.height - MARGIN) / (height + MARGIN)))
  const [x, y] = [size.width - width - MARGIN, MARGIN + (there % rows) * (height + MARGIN)]
  return { do: 'AddNote', ...of, ...at, x, y, width, height } as const satisfies PackCommand
}
