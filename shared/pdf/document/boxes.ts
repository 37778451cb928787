import { PDFArray, type PDFContext, PDFName } from 'pdf-lib'
import { type Box, visiblePage } from '#pdf/geometry'
import { boxesOf, type Page, rectangleOf } from '#pdf/pages'
import { overlap } from './annotations.ts'

/** Writes down what page is shown where its boxes are none, or have nothing in common: readers differ in what they take instead. */
export function settleBoxes(context: PDFContext, page: Page): void {
  const { x, y, width, height } = visiblePage(boxesOf(page)).box
  const [media, crop] = [boxOf(page, 'MediaBox'), boxOf(page, 'CropBox')]
  if (!media) page.dict.set(PDFName.of('MediaBox'), context.obj([x, y, x + width, y + height]))
  if (!crop || !overlap(crop, media ?? [x, y, x + width, y + height])) page.dict.delete(PDFName.of('CropBox'))
}

/** Two corners in order; undefined where it has no area. */
function boxOf({ dict }: Page, name: string): Box | undefined {
  const array = dict.lookup(PDFName.of(name))
  const box = array instanceof PDFArray ? rectangleOf(array) : undefined
  const upright: Box | undefined = box && [
    Math.min(box[0], box[2]),
    Math.min(box[1], box[3]),
    Math.max(box[0], box[2]),
    Math.max(box[1], box[3]),
  ]
  return upright && upright[0] < upright[2] && upright[1] < upright[3] ? upright : undefined
}
