import { PDFDict, PDFName } from 'pdf-lib'
import { boxesOf, dropUnreachable, open, pagesOf, save } from '#pdf/document'
import { visiblePage } from '#pdf/geometry'
import { proveTheEnd } from './prove.ts'
import { sizesOf } from './sizes.ts'
import type { PrintedLook } from './types.ts'

const name = PDFName.of

/** Pages on which fields that were taken over show their frames and no value. What can't be sealed any more is not answered. */
export async function withoutValues(bytes: Uint8Array, looks: readonly PrintedLook[]): Promise<Uint8Array> {
  const document = await open(bytes)
  const pages = pagesOf(document)
  const nothing = document.context.register(document.context.stream('', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 1, 1] }))
  for (const { page, name: printed, blank } of looks) {
    const resources = pages[page]?.dict.lookup(name('Resources'))
    const forms = resources instanceof PDFDict ? resources.lookup(name('XObject')) : undefined
    if (!(forms instanceof PDFDict && forms.has(name(printed)))) throw new Error('a page does not draw what is to be removed')
    forms.set(name(printed), (blank === null ? undefined : forms.get(name(blank))) ?? nothing)
    if (blank !== null) forms.delete(name(blank))
  }
  dropUnreachable(document.context)
  const clean = await save(document)
  await proveTheEnd(
    document,
    clean,
    pages.map((page) => sizesOf(visiblePage(boxesOf(page)))),
  )
  return clean
}
