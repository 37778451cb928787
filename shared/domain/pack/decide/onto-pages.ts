import type { PackFact } from '../events/index.ts'
import { fact } from '../fact.ts'
import { isOffPage, ontoPage, type PageSize } from '../geometry.ts'
import type { Field } from '../state.ts'

/** A document's fields that would hang in the air on these pages come onto the nearest place, those of a page that is not there onto the last. */
export function ontoPages(fields: readonly Field[], pages: readonly PageSize[]): readonly PackFact[] {
  const moved = fields.flatMap((field) => {
    const page = Math.min(field.page, pages.length - 1)
    const size = pages[page]
    if (!size || (page === field.page && !isOffPage(size, field))) return []
    const { x, y, width, height } = ontoPage(size, field)
    return [{ field: field.key, page, x, y, width, height }]
  })
  // One fact for all of them: it stands in the append with the new pages, which must hold it.
  return moved.length === 0 ? [] : [fact('FieldsMoved', { fields: moved })]
}
