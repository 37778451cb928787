import { PDFArray, type PDFContext, PDFHexString, PDFName, type PDFRef } from 'pdf-lib'
import type { LinkPaint } from '#pdf/appearance'
import type { Page } from '#pdf/document'
import type { Box } from '#pdf/geometry'
import { number } from './operators.ts'

const ANNOTS = PDFName.of('Annots')
const PRINTED = 4

/** Where readers of the file follow a link: over what is painted there, without a frame of their own. */
export function addLink(context: PDFContext, page: Page, { href }: LinkPaint, area: Box): void {
  const link: PDFRef = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Link',
      Rect: area.map((side) => Number(number(side))),
      Border: [0, 0, 0],
      F: PRINTED,
      A: { Type: 'Action', S: 'URI', URI: ascii(href) },
    }),
  )
  const there = page.dict.lookup(ANNOTS)
  page.dict.set(ANNOTS, context.obj([...(there instanceof PDFArray ? there.asArray() : []), link]))
}

const ascii = (text: string) =>
  PDFHexString.of(Array.from(text, (character) => character.charCodeAt(0).toString(16).padStart(2, '0')).join(''))
