import { PDFDict, type PDFDocument, PDFName, PDFNull, PDFRawStream, PDFRef } from 'pdf-lib'
import { decoded } from './decoded.ts'

const name = PDFName.of
/** PDF/A, PDF/UA, PDF/E, PDF/X, PDF/VT, and declarations in general: all that stands under these is a claim. */
const CLAIMS = /^http:\/\/(?:www\.aiim\.org\/pdf\w+\/ns\/id|www\.npes\.org\/pdf\w+\/ns\/id|pdfa\.org\/declarations)\b/
/** Their usual prefixes count where nobody says what they stand for, since some readers ask no further. */
const USUAL = ['pdfaid', 'pdfuaid', 'pdfeid', 'pdfxid', 'pdfvtid', 'pdfvtmid']
/** More namespaces than that would only make the search long. */
const MOST_CLAIMING = 100
/** What earlier editions of PDF/X claim under a namespace that holds other things too. */
const CLAIMED_BY_NAME = 'GTS_PDF\\w+'

/**
 * Withdraws a file's claims of conformance. Attachments, a signature, and fields that stand outside its tags break PDF/A
 * and its kin, and nobody here could say whether the stamped content keeps to the rest: a sealed file that kept claiming it
 * would lie about itself, under a signature. All other metadata stays.
 */
export function withdrawClaims({ catalog, context }: PDFDocument): void {
  const info = context.lookup(context.trailerInfo.Info)
  if (info instanceof PDFDict) for (const key of claimingIn(info)) info.delete(key)
  const held = catalog.get(name('Metadata'))
  if (held === undefined) return
  const stream = context.lookup(held)
  const content = stream instanceof PDFRawStream ? decoded(stream) : null
  const kept = content && withoutClaims(content.bytes)
  if (kept && kept === content?.bytes) return
  // In the place of the old one, never in addition to it. Nor is that deleted: what else names it would name the next object that is made.
  if (held instanceof PDFRef) context.assign(held, kept ? context.stream(kept, { Type: 'Metadata', Subtype: 'XML' }) : PDFNull)
  if (!kept) catalog.delete(name('Metadata'))
}

/** Marks that distinguish the claims, once it is known that there are some. */
const MARKS_OF = {
  'PDF/A': /\bpdfaid:|aiim\.org\/pdfa\/ns\/id/,
  'PDF/UA': /\bpdfuaid:|aiim\.org\/pdfua\/ns\/id/,
  'PDF/X': /\bpdfxid:|npes\.org\/pdfx\/ns\/id|GTS_PDFX/,
  'PDF/E': /\bpdfeid:|aiim\.org\/pdfe\/ns\/id/,
  'PDF/VT': /\bpdfvt(?:id|mid):|npes\.org\/pdfvt\/ns\/id|GTS_PDFVT/,
} as const

/** The claims that withdrawClaims would withdraw, so that the sender can be warned. */
export function claimsIn({ catalog, context }: PDFDocument): (keyof typeof MARKS_OF | 'another standard')[] {
  const info = context.lookup(context.trailerInfo.Info)
  const keys = info instanceof PDFDict ? claimingIn(info).map((key) => key.asString()) : []
  const stream = context.lookup(catalog.get(name('Metadata')))
  const content = stream instanceof PDFRawStream ? decoded(stream) : null
  const claiming = content && withoutClaims(content.bytes) !== content.bytes ? read(content.bytes).text : ''
  if (claiming === '' && keys.length === 0) return []
  const text = `${keys.join(' ')} ${claiming}`
  const known = (Object.keys(MARKS_OF) as (keyof typeof MARKS_OF)[]).filter((standard) => MARKS_OF[standard].test(text))
  return known.length > 0 ? known : ['another standard']
}

const claimingIn = (info: PDFDict): PDFName[] => info.keys().filter((key) => /^\/GTS_PDF/.test(key.asString()))

/** The same bytes where they claim nothing, null where the claim cannot be separated from the rest. */
function withoutClaims(bytes: Uint8Array): Uint8Array | null {
  const { text, encoding } = read(bytes)
  const bindings = [...text.matchAll(/\sxmlns(?::([\w.-]+))?\s*=\s*(["'])([^"'<]*)\2/g)]
  // Names that are put together from pieces are nothing that any tool writes.
  if (/<!DOCTYPE/i.test(text) || bindings.some(([, , , uri]) => uri!.includes('&'))) return null
  const claiming = bindings.filter(([, , , uri]) => CLAIMS.test(uri!.trim()))
  if (claiming.length > MOST_CLAIMING || claiming.some(([, prefix]) => prefix === undefined)) return null
  const prefixes = [...new Set([...USUAL, ...claiming.map(([, prefix]) => prefix!)])].map((prefix) => prefix.replaceAll('.', '\\.'))
  const claim = `(?:(?:${prefixes.join('|')}):[\\w.-]+|[\\w.-]+:${CLAIMED_BY_NAME})`
  const plain = withoutElements(text, claim)
  const attributes = new RegExp(`\\s(?:${claim}|xmlns:(?:${prefixes.join('|')}))\\s*=\\s*(?:"[^"<]*"|'[^'<]*')`, 'g')
  const without = plain?.replace(attributes, '')
  if (without === undefined || new RegExp(`[<\\s]${claim}[\\s=/>]`).test(without)) return null
  return without === text ? bytes : Buffer.from(without, encoding)
}

/** Null where one has no end. Step by step: a pattern that looks for ends would try a hostile text's thousand beginnings one by one. */
function withoutElements(text: string, claim: string): string | null {
  const opening = new RegExp(`<(${claim})(?=[\\s/>])[^<>]*>`, 'g')
  const kept: string[] = []
  let at = 0
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    kept.push(text.slice(at, found.index))
    at = opening.lastIndex
    if (!found[0].endsWith('/>')) {
      const closing = `</${found[1]}>`
      const end = text.indexOf(closing, at)
      if (end < 0) return null
      at = end + closing.length
    }
    opening.lastIndex = at
  }
  kept.push(text.slice(at))
  return kept.join('')
}

/** Byte by byte, so that what stays stays as it was; text with two bytes a letter is written again. */
function read(bytes: Uint8Array): { text: string; encoding: 'latin1' | 'utf8' } {
  const [first, second] = bytes
  const wide = first === 0 || (first === 0xfe && second === 0xff) ? 'utf-16be' : second === 0 || first === 0xff ? 'utf-16le' : null
  if (wide !== null) return { text: new TextDecoder(wide).decode(bytes), encoding: 'utf8' }
  return { text: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'), encoding: 'latin1' }
}
