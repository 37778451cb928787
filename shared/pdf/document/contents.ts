import { deflateSync } from 'node:zlib'
import { PDFArray, type PDFContext, PDFName, PDFRawStream, PDFRef, PDFStream } from 'pdf-lib'
import type { Page } from '#pdf/pages'
import { type Balance, balanceOf } from './content-balance.ts'
import { decoded } from './decoded.ts'

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

/** Findings about content, by its streams: a thousand pages may share theirs. */
export type Balances = Map<string, Balance | null>

/**
 * Closes what a page's content leaves open and opens what it closes too often. A clip, a hidden layer or a changed
 * matrix that outlives the content would hide or move everything that is stamped after it. Answers whether a stream was
 * broken and had to be written again, as far as it could be read. @throws Bomb
 */
export function balance(context: PDFContext, page: Page, known: Balances): boolean {
  const refs = contentsOf(context, page)
  const key = refs.map(({ tag }) => tag).join()
  let broken = false
  let found = known.get(key)
  if (found === undefined) {
    const read = new Map([...new Set(refs)].map((ref) => [ref, readable(context, ref)]))
    broken = [...read.values()].some(({ mended }) => mended)
    const content = joined(refs.map((ref) => read.get(ref)!.bytes))
    found = content && balanceOf(content)
    known.set(key, found)
  }
  if (found === null) return broken
  const { surplus, unclosed, openText, openMarks, end } = found
  const after = `${end === '' ? '' : `${end}\n`}${openText ? 'ET\n' : ''}${'EMC\n'.repeat(openMarks)}${'Q\n'.repeat(unclosed)}`
  if (surplus > 0 || after !== '') surround(context, page, 'q\n'.repeat(surplus), `\n${after}`)
  return broken
}

/** The content of a stream, or null where nobody knows. A broken one is written again, as far as it could be read. */
export function readable(context: PDFContext, ref: PDFRef): { readonly bytes: Uint8Array | null; readonly mended: boolean } {
  const stream = context.lookup(ref)
  const found = stream instanceof PDFRawStream ? decoded(stream) : null
  if (found === null) return { bytes: null, mended: false }
  if (!found.whole) context.assign(ref, context.stream(deflateSync(found.bytes), { Filter: 'FlateDecode' }))
  return { bytes: found.bytes, mended: !found.whole }
}

/** A token never runs from one stream into the next. */
export function joined(streams: readonly (Uint8Array | null)[]): Uint8Array | null {
  if (streams.some((stream) => stream === null)) return null
  return Buffer.concat(streams.flatMap((stream) => [stream!, NEWLINE]))
}
const NEWLINE = new Uint8Array([10])
