import { PDFArray, PDFDict, type PDFDocument, PDFName } from 'pdf-lib'
import type { Page } from '#pdf/document'

const name = PDFName.of
/** What may stand in an action: where a link leads. Everything else could do something, or change what a page shows. */
const HARMLESS = ['GoTo', 'URI', 'Named'].map(name)

/**
 * Takes away what acts by itself, what belongs to earlier signatures, and what hides the pages: a file must look the same
 * to everybody who opens it, now and after it is sealed.
 */
export function quieten({ catalog }: PDFDocument, pages: readonly Page[]): void {
  for (const key of ['AcroForm', 'AA', 'Perms', 'NeedsRendering', 'Collection', 'Legal', 'Requirements', 'DSS']) catalog.delete(name(key))
  if (!isHarmless(catalog.lookup(name('OpenAction')))) catalog.delete(name('OpenAction'))
  const names = catalog.lookup(name('Names'))
  if (names instanceof PDFDict) names.delete(name('JavaScript'))
  for (const { dict } of pages) {
    dict.delete(name('AA'))
    const annotations = dict.lookup(name('Annots'))
    if (!(annotations instanceof PDFArray)) continue
    for (let i = 0; i < annotations.size(); i++) {
      const annotation = annotations.lookup(i)
      if (!(annotation instanceof PDFDict)) continue
      annotation.delete(name('AA'))
      if (!isHarmless(annotation.lookup(name('A')))) annotation.delete(name('A'))
    }
  }
}

function isHarmless(action: unknown): boolean {
  if (!(action instanceof PDFDict)) return true
  const kind = action.lookup(name('S'))
  return kind instanceof PDFName && HARMLESS.includes(kind) && !action.has(name('Next'))
}
