import { PDFArray, type PDFDocument, PDFName, PDFNull, PDFStream } from 'pdf-lib'
import type { Page } from '#pdf/pages'

/** Whether all content that the pages name is there. A file that was cut off would show empty pages otherwise. */
export function isComplete({ context }: PDFDocument, pages: readonly Page[]): boolean {
  return pages.every(({ dict }) => {
    const contents = dict.get(PDFName.of('Contents'))
    if (contents === undefined || contents === PDFNull) return true
    const target = context.lookup(contents)
    const streams = target instanceof PDFArray ? target.asArray().map((one) => context.lookup(one)) : [target]
    return streams.every((stream) => stream instanceof PDFStream)
  })
}
