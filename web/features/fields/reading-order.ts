import { grouped } from '#domain/kernel'
import type { Field, PackState } from '#domain/pack'

/** Fields whose tops differ by less than this stand on one line. */
const LINE = 8_000

/** Fields of one page as they are read: from top to bottom, those on one line from left to right. */
export function inReadingOrder<F extends Pick<Field, 'x' | 'y'>>(fields: readonly F[]): readonly F[] {
  const lines: F[][] = []
  for (const field of [...fields].sort((a, b) => a.y - b.y)) {
    const line = lines.at(-1)
    if (line && field.y - line[0]!.y < LINE) line.push(field)
    else lines.push([field])
  }
  return lines.flatMap((line) => line.sort((a, b) => a.x - b.x))
}

/** Of one document. */
const MOST_PAGES = 1_000_000

/** Fields of a whole pack as they are read: document by document, page by page. */
export function inOrderOfPages<F extends Pick<Field, 'document' | 'page' | 'x' | 'y'>>(
  { documents }: Pick<PackState, 'documents'>,
  fields: readonly F[],
): readonly F[] {
  const position = new Map(documents.map((document) => [document.key, document.position]))
  const pages = grouped(fields, ({ document, page }) => (position.get(document) ?? 0) * MOST_PAGES + page)
  return [...pages].sort(([a], [b]) => a - b).flatMap(([, onPage]) => inReadingOrder(onPage))
}
