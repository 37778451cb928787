import type { PDFDict, PDFDocument } from 'pdf-lib'
import {
  BadPageTree,
  type Balances,
  Bomb,
  balance,
  boxesOf,
  claimsIn,
  dropUnreachable,
  EndlessPageTree,
  fillGaps,
  flattenAnnotations,
  isComplete,
  isWidget,
  type Page,
  pagesOf,
  plantPages,
  save,
  settleBoxes,
  TooManyPages,
} from '#pdf/document'
import { visiblePage } from '#pdf/geometry'
import { opensSomething } from './actions.ts'
import { writtenByAnother } from './another-reader.ts'
import { withLooks } from './blank-looks.ts'
import { decrypted } from './decrypt.ts'
import { offeredFields, signaturesIn } from './form-fields.ts'
import { drawFields } from './form-looks.ts'
import { papersIn } from './portfolio.ts'
import { proveTheEnd } from './prove.ts'
import { quieten } from './quiet.ts'
import { RefusedUpload } from './refused.ts'
import { withHeader, withNewTrailer } from './repair.ts'
import { type PageSize, sizesOf } from './sizes.ts'
import type { Converted, IntakeLimits, UploadBytes } from './types.ts'
import { isPureXfa } from './xfa.ts'

type Progress = (done: number, of: number) => void

/** Takes an upload in, or throws RefusedUpload. */
export async function convert({ bytes, password }: UploadBytes, limits: IntakeLimits, onProgress: Progress): Promise<Converted> {
  if (bytes.length === 0) throw new RefusedUpload('empty', 'no bytes')
  if (bytes.length > limits.bytes) throw new RefusedUpload('too-large', `more than ${limits.bytes} bytes`)
  if (!looksLikePdf(bytes)) throw new RefusedUpload('not-a-pdf', 'no PDF header')
  try {
    return await cleaned(bytes, password, limits, onProgress)
  } catch (error) {
    if (isFinal(error)) throw asRefusal(error)
    return { ...(await repaired(bytes, password, limits, onProgress)), repaired: true }
  }
}

/** Each of those who read broken files better is asked in turn; what the first of them says counts if none can help. */
async function repaired(bytes: Uint8Array, password: string | undefined, limits: IntakeLimits, onProgress: Progress): Promise<Converted> {
  let first: unknown
  for (const rewrite of [withHeader, writtenByAnother, withNewTrailer]) {
    try {
      const lenient = await rewrite(bytes, password)
      if (lenient) return await cleaned(lenient.bytes, lenient.password, limits, onProgress)
    } catch (error) {
      if (isFinal(error)) throw asRefusal(error)
      first ??= error
    }
  }
  throw asRefusal(first)
}

/** Readers look for the header in the first 1,024 bytes; where it is missing, an object there and a trailer at the end will do. */
function looksLikePdf(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(1024, bytes.length)).toString('latin1')
  if (start.includes('%PDF-')) return true
  return /\b\d+\s+\d+\s+obj\b/.test(start) && Buffer.from(bytes.subarray(-1024)).includes('startxref')
}

/** Repairing changes nothing about these. */
function isFinal(error: unknown): boolean {
  return (error instanceof RefusedUpload && error.final) || error instanceof Bomb || isOutOfMemory(error)
}
function isOutOfMemory(error: unknown): boolean {
  return error instanceof RangeError && /allocation failed/i.test(error.message)
}
/** What no repair helps with is damage, but for what the pool answers itself. */
function asRefusal(error: unknown): unknown {
  if (error instanceof RefusedUpload || isOutOfMemory(error)) return error
  if (error instanceof Bomb) return new RefusedUpload('took-too-much-memory', error.message)
  return new RefusedUpload('damaged', error instanceof Error ? error.name : 'unknown')
}

async function cleaned(bytes: Uint8Array, password: string | undefined, limits: IntakeLimits, onProgress: Progress): Promise<Converted> {
  const document = await decrypted(bytes, password)
  fillGaps(document.context)
  const pages = countedPages(document, limits.pages)
  if (isPureXfa(document, pages)) throw new RefusedUpload('unsupported-xfa-form', 'an XFA form without ordinary pages')
  const sizes = pages.map((page) => checkedSize(page, limits.side))
  const offered = offeredFields(pages)
  const found = {
    signatures: signaturesIn(document),
    papers: papersIn(document),
    claims: claimsIn(document),
  }
  await drawFields(document, pages)
  let repaired = false
  const balances: Balances = new Map()
  const drawn = new Map<Page, ReadonlyMap<PDFDict, string>>()
  for (const [done, page] of pages.entries()) {
    settleBoxes(document.context, page)
    if (balance(document.context, page, balances)) repaired = true
    const flat = flattenAnnotations(document.context, page, (annotation) => isWidget(annotation) || opensSomething(annotation))
    drawn.set(page, flat)
    onProgress(done + 1, pages.length)
  }
  const formFields = withLooks(document.context, offered, drawn)
  quieten(document, pages)
  plantPages(document, pages)
  if (dropUnreachable(document.context)) repaired = true
  const clean = await save(document)
  await proveTheEnd(document, clean, sizes)
  return { ok: true, bytes: clean, pages: sizes, repaired, found: { ...found, formFields } }
}

function countedPages(document: PDFDocument, most: number): Page[] {
  try {
    const pages = pagesOf(document, most)
    if (pages.length === 0) throw new RefusedUpload('empty', 'no pages')
    if (!isComplete(document, pages)) throw new RefusedUpload('damaged', 'content of a page is missing')
    return pages
  } catch (error) {
    if (error instanceof TooManyPages) throw new RefusedUpload('too-many-pages', error.message)
    if (error instanceof EndlessPageTree) throw new RefusedUpload('damaged', error.message, true)
    if (error instanceof BadPageTree) throw new RefusedUpload('damaged', error.message)
    throw error
  }
}

function checkedSize(page: Page, side: number): PageSize {
  const visible = visiblePage(boxesOf(page))
  if (Math.max(visible.width, visible.height) > side) throw new RefusedUpload('page-too-large', `a side of more than ${side} points`)
  return sizesOf(visible)
}
