import { decodePDFRawStream, PDFArray, type PDFContext, PDFName, PDFRawStream, PDFRef, PDFStream } from 'pdf-lib'
import { balanceOf } from './content-balance.ts'
import type { Page } from './pages.ts'

const CONTENTS = PDFName.of('Contents')

/** The references of a page's content streams, in order. */
export function contentsOf(context: PDFContext, { dict }: Page): PDFRef[] {
  const contents = dict.get(CONTENTS)
  const target = context.lookup(contents)
  const list = target instanceof PDFArray ? target.asArray() : contents === undefined ? [] : [contents]
  return list.filter((object): object is PDFRef => object instanceof PDFRef && context.lookup(object) instanceof PDFStream)
}

/** Content streams before and after what a page has. */
export function surround(context: PDFContext, page: Page, before: string, after: Uint8Array | string): void {
  const own = contentsOf(context, page)
  const stream = (content: Uint8Array | string) => context.register(context.stream(content))
  const pieces = [...(before === '' ? [] : [stream(before)]), ...own, ...(after.length === 0 ? [] : [stream(after)])]
  page.dict.set(CONTENTS, context.obj(pieces))
}

/**
 * Closes what a page's content leaves open and opens what it closes too often. A clip, a hidden layer or a changed
 * matrix that outlives the content would hide or move everything that is stamped after it.
 */
export function balance(context: PDFContext, page: Page): void {
  const content = joined(contentsOf(context, page).map((ref) => decoded(context.lookup(ref))))
  if (content === null) return
  const { surplus, unclosed, openText, openMarks } = balanceOf(content)
  const after = `${openText ? 'ET\n' : ''}${'EMC\n'.repeat(openMarks)}${'Q\n'.repeat(unclosed)}`
  if (surplus > 0 || after !== '') surround(context, page, 'q\n'.repeat(surplus), `\n${after}`)
}

/** Null where a stream is packed in a way nobody knows. */
function decoded(stream: unknown): Uint8Array | null {
  if (!(stream instanceof PDFRawStream)) return null
  try {
    return decodePDFRawStream(stream).decode()
  } catch {
    return null
  }
}

/** A token never runs from one stream into the next. */
function joined(streams: readonly (Uint8Array | null)[]): Uint8Array | null {
  if (streams.some((stream) => stream === null)) return null
  return Buffer.concat(streams.flatMap((stream) => [stream!, NEWLINE]))
}
const NEWLINE = new Uint8Array([10])
