import { type PDFContext, PDFDict, PDFName, type PDFRef } from 'pdf-lib'
import { type Page, surround } from '#pdf/document'
import type { Matrix } from '#pdf/geometry'
import { number } from './operators.ts'

/**
 * Draws a form after the page's own content, through a map. That content stands between `q` and `Q`, so that nothing of its
 * state outlives it; intake has balanced it.
 */
export function drawOver(context: PDFContext, page: Page, form: PDFRef, map: Matrix): void {
  const name = addXObject(context, page, form)
  surround(context, page, 'q\n', `\nQ\nq ${map.map(number).join(' ')} cm /${name} Do Q\n`)
}

/** Pages may share their resources: this page gets its own, with one more entry. */
function addXObject(context: PDFContext, { dict }: Page, form: PDFRef): string {
  const copied = (value: unknown) => (value instanceof PDFDict ? value.clone(context) : context.obj({}))
  const resources = copied(dict.lookup(PDFName.of('Resources')))
  const objects = copied(resources.lookup(PDFName.of('XObject')))
  let name = 'ParaphFields'
  while (objects.has(PDFName.of(name))) name += 'x'
  objects.set(PDFName.of(name), form)
  resources.set(PDFName.of('XObject'), objects)
  dict.set(PDFName.of('Resources'), resources)
  return name
}
