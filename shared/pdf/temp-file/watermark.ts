import { boxesOf, open, pagesOf, save } from '#pdf/document'
import { compose, toUserSpace, visiblePage } from '#pdf/geometry'
import { drawOver } from '#pdf/stamp'

const WORDS = 'PREVIEW, NOT SIGNED'
/** How wide the words are in Helvetica Bold, in sizes. */
const WIDTH = 11.3
/** How much of the page's diagonal they take. */
const PART = 0.7

/** Across every page, from its lower left to its upper right: so that nobody takes it for the signed file. */
export async function watermarked(pdf: Uint8Array): Promise<Uint8Array> {
  const document = await open(pdf)
  const { context } = document
  const font = context.register(context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica-Bold', Encoding: 'WinAnsiEncoding' }))
  const faint = context.register(context.obj({ Type: 'ExtGState', ca: 0.22 }))
  for (const page of pagesOf(document)) {
    const visible = visiblePage(boxesOf(page))
    const { width, height } = visible
    const diagonal = Math.hypot(width, height)
    const size = (PART * diagonal) / WIDTH
    const [across, up] = [width / diagonal, height / diagonal]
    const words = `/Faint gs 0.45 0.45 0.5 rg BT /Words ${size} Tf ${-(WIDTH * size) / 2} ${-0.36 * size} Td (${WORDS}) Tj ET`
    const form = context.flateStream(words, {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [-diagonal, -size, diagonal, size],
      Resources: { Font: { Words: font }, ExtGState: { Faint: faint } },
    })
    // Turned about the page's middle, in coordinates whose y runs down.
    const turned = [across, -up, -up, -across, width / 2, height / 2] as const
    drawOver(context, page, context.register(form), compose(turned, toUserSpace(visible)))
  }
  return save(document)
}
