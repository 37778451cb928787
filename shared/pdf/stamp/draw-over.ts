import type { PDFContext, PDFRef } from 'pdf-lib'
import { addXObjects, type Page, surround } from '#pdf/document'
import type { Matrix } from '#pdf/geometry'
import { number } from './operators.ts'

/**
 * Draws a form after the page's own content, through a map. That content stands between `q` and `Q`, so that nothing of its
 * state outlives it; intake has balanced it.
 */
export function drawOver(context: PDFContext, page: Page, form: PDFRef, map: Matrix): void {
  const [name] = addXObjects(context, page, 'ParaphFields', [form])
  surround(context, page, 'q\n', `\nQ\nq ${map.map(number).join(' ')} cm /${name} Do Q\n`)
}
