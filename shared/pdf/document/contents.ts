import { constants, deflateSync, inflateSync } from 'node:zlib'
import { decodePDFRawStream, PDFArray, type PDFContext, PDFName, PDFRawStream, PDFRef, PDFStream } from 'pdf-lib'
import type { Page } from '#pdf/pages'
import { balanceOf } from './content-balance.ts'

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
 * matrix that outlives the content would hide or move everything that is stamped after it. Answers whether a stream was
 * broken and had to be written anew, as far as it could be read.
 */
export function balance(context: PDFContext, page: Page): boolean {
  let broken = false
  const streams = contentsOf(context, page).map((ref) => {
    const stream = context.lookup(ref)
    if (!(stream instanceof PDFRawStream)) return null
    const whole = inflated(stream)
    if (whole) return whole
    const readable = whole === null ? salvaged(stream) : decoded(stream)
    if (whole === null && readable) {
      context.assign(ref, context.stream(deflateSync(readable), { Filter: 'FlateDecode' }))
      broken = true
    }
    return readable
  })
  const content = joined(streams)
  if (content === null) return broken
  const { surplus, unclosed, openText, openMarks } = balanceOf(content)
  const after = `${openText ? 'ET\n' : ''}${'EMC\n'.repeat(openMarks)}${'Q\n'.repeat(unclosed)}`
  if (surplus > 0 || after !== '') surround(context, page, 'q\n'.repeat(surplus), `\n${after}`)
  return broken
}

/** What a stream that is packed in the common way holds: null where it is broken, undefined where it is packed otherwise. */
function inflated({ dict, contents, transform }: PDFRawStream): Uint8Array | null | undefined {
  const filter = dict.lookup(PDFName.of('Filter'))
  const only = filter instanceof PDFArray && filter.size() === 1 ? filter.lookup(0) : filter
  if (transform || only !== PDFName.of('FlateDecode') || dict.has(PDFName.of('DecodeParms'))) return undefined
  try {
    return inflateSync(contents)
  } catch {
    return null
  }
}

/** What a stream holds that was cut off, or has an error in it. */
function salvaged(stream: PDFRawStream): Uint8Array | null {
  try {
    return inflateSync(stream.contents, { finishFlush: constants.Z_SYNC_FLUSH })
  } catch {
    return decoded(stream)
  }
}

/** What can be read of a stream, or null where nobody knows how. */
function decoded(stream: PDFRawStream): Uint8Array | null {
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
