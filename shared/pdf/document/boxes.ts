import { PDFArray, type PDFContext, PDFName } from 'pdf-lib'
import { visiblePage } from '#pdf/geometry'
import { boxesOf, type Page, rectangleOf } from '#pdf/pages'

/** Writes down what page is shown where its boxes are none: readers differ in what they take instead. */
export function settleBoxes(context: PDFContext, page: Page): void {
  const { x, y, width, height } = visiblePage(boxesOf(page)).box
  if (!hasArea(page, 'MediaBox')) page.dict.set(PDFName.of('MediaBox'), context.obj([x, y, x + width, y + height]))
  if (!hasArea(page, 'CropBox')) page.dict.delete(PDFName.of('CropBox'))
}

function hasArea({ dict }: Page, name: string): boolean {
  const array = dict.lookup(PDFName.of(name))
  const box = array instanceof PDFArray ? rectangleOf(array) : undefined
  return box !== undefined && box[0] !== box[2] && box[1] !== box[3]
}
