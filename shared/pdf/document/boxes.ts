import { PDFArray, type PDFContext, PDFName } from 'pdf-lib'
import { type Box, hasArea, inCommon, visiblePage } from '#pdf/geometry'
import { boxesOf, type Page, rectangleOf } from '#pdf/pages'

/** Writes down what page is shown where its boxes are none, or have nothing in common: readers differ in what they take instead. */
export function settleBoxes(context: PDFContext, page: Page): void {
  const { x, y, width, height } = visiblePage(boxesOf(page)).box
  const [said, crop] = [boxOf(page, 'MediaBox'), boxOf(page, 'CropBox')]
  const media: Box = said ?? [x, y, x + width, y + height]
  if (!said) page.dict.set(PDFName.of('MediaBox'), context.obj([...media]))
  if (!crop || !inCommon(crop, media)) page.dict.delete(PDFName.of('CropBox'))
}

/** Undefined where it has no area. */
function boxOf({ dict }: Page, name: string): Box | undefined {
  const array = dict.lookup(PDFName.of(name))
  const box = array instanceof PDFArray ? rectangleOf(array) : undefined
  return box && hasArea(box) ? box : undefined
}
