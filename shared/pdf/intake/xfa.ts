import { PDFArray, PDFBool, PDFDict, type PDFDocument, PDFName } from 'pdf-lib'
import type { Page } from '#pdf/document'

/**
 * Whether the form is XFA alone: its pages hold a notice that another reader is needed, and the form itself is a program.
 * Where the same form exists as ordinary fields too, those are taken. Asked before anything opens the form, since opening
 * it drops the XFA part.
 */
export function isPureXfa({ catalog }: PDFDocument, pages: readonly Page[]): boolean {
  const form = catalog.lookup(PDFName.of('AcroForm'))
  if (!(form instanceof PDFDict) || !form.has(PDFName.of('XFA'))) return false
  if (catalog.lookup(PDFName.of('NeedsRendering')) === PDFBool.True) return true
  return !pages.some(hasWidget)
}

function hasWidget({ dict }: Page): boolean {
  const annotations = dict.lookup(PDFName.of('Annots'))
  if (!(annotations instanceof PDFArray)) return false
  return Array.from({ length: annotations.size() }, (_, i) => annotations.lookup(i)).some(
    (one) => one instanceof PDFDict && one.lookup(PDFName.of('Subtype')) === PDFName.of('Widget'),
  )
}
