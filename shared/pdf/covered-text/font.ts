import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject, StandardFontEmbedder, StandardFonts } from 'pdf-lib'

/** One character as a string of a page names it. Widths are in sizes of the font. */
export interface Glyph {
  readonly code: number
  readonly bytes: Uint8Array
  readonly width: number
}
export interface Font {
  /** Null where nobody knows how far it moves what follows. */
  glyphs(text: Uint8Array): readonly Glyph[] | null
  /** Above the line, in sizes: in the midst of small and large letters alike. */
  readonly middle: number
}

const name = PDFName.of
const MIDDLE = 0.3

/** How a font sets its characters, or null for one that is set in a way that is not known here: downwards, or by a table of its own. */
export function fontOf(dict: PDFDict): Font | null {
  const kind = dict.lookup(name('Subtype'))
  if (kind === name('Type0')) return composite(dict)
  if (kind === name('Type3')) return drawn(dict)
  const width = simpleWidths(dict, 1 / 1000) ?? standardWidths(dict)
  return width && { glyphs: byteByByte(width), middle: MIDDLE }
}

type Width = (code: number) => number | null

const byteByByte = (width: Width) => (text: Uint8Array) => {
  const glyphs: Glyph[] = []
  for (let i = 0; i < text.length; i++) {
    const found = width(text[i]!)
    if (found === null) return null
    glyphs.push({ code: text[i]!, bytes: text.subarray(i, i + 1), width: found })
  }
  return glyphs
}

function simpleWidths(dict: PDFDict, unit: number): Width | null {
  const widths = dict.lookup(name('Widths'))
  if (!(widths instanceof PDFArray)) return null
  const first = numberIn(dict.lookup(name('FirstChar'))) ?? 0
  const descriptor = dict.lookup(name('FontDescriptor'))
  const missing = (descriptor instanceof PDFDict && numberIn(descriptor.lookup(name('MissingWidth')))) || 0
  return (code) => {
    const at = code - first
    return ((at >= 0 && at < widths.size() ? numberIn(widths.lookup(at)) : null) ?? missing) * unit
  }
}

const STANDARD: ReadonlySet<string> = new Set(Object.values(StandardFonts))
const ALIASES: readonly (readonly [RegExp, string])[] = [
  [/^Arial(?:MT)?(?=$|[,-])/, 'Helvetica'],
  [/^TimesNewRoman(?:PS)?(?:MT)?(?=$|[,-])/, 'Times'],
  [/^CourierNew(?:PS)?(?:MT)?(?=$|[,-])/, 'Courier'],
]

/** The fonts that every reader has need not say how wide they are. */
function standardWidths(dict: PDFDict): Width | null {
  const base = dict.lookup(name('BaseFont'))
  if (!(base instanceof PDFName)) return null
  const called = standardName(base.decodeText())
  if (called === null) return null
  const { font, encoding } = StandardFontEmbedder.for(called as Parameters<typeof StandardFontEmbedder.for>[0])
  const names = new Map<number, string>()
  for (const point of encoding.supportedCodePoints) {
    const { code, name } = encoding.encodeUnicodeCodePoint(point)
    names.set(code, name)
  }
  const given = dict.lookup(name('Encoding'))
  const isKnown =
    given === name('WinAnsiEncoding') || (given instanceof PDFDict && given.lookup(name('BaseEncoding')) === name('WinAnsiEncoding'))
  // Other encodings agree on the letters of ASCII.
  if (!isKnown && !/^(?:Symbol|Zapf)/.test(called)) for (const code of [...names.keys()]) if (code > 126) names.delete(code)
  for (const [code, glyph] of differencesIn(given)) names.set(code, glyph)
  return (code) => {
    const glyph = names.get(code)
    const width = glyph === undefined ? undefined : font.getWidthOfGlyph(glyph)
    return width === undefined ? null : width / 1000
  }
}

function standardName(base: string): string | null {
  const plain = ALIASES.reduce((called, [pattern, other]) => called.replace(pattern, other), base.replace(/^[A-Z]{6}\+/, '')).replace(
    ',',
    '-',
  )
  const isTimes = plain.startsWith('Times')
  const turned = plain.replace('Italic', isTimes ? 'Italic' : 'Oblique')
  const whole = turned === 'Times' ? 'Times-Roman' : turned
  return STANDARD.has(whole) ? whole : null
}

function differencesIn(encoding: PDFObject | undefined): ReadonlyMap<number, string> {
  const named = new Map<number, string>()
  const list = encoding instanceof PDFDict ? encoding.lookup(name('Differences')) : undefined
  let code = 0
  if (!(list instanceof PDFArray)) return named
  for (let at = 0; at < list.size(); at++) {
    const item = list.lookup(at)
    if (item instanceof PDFNumber) code = item.asNumber()
    else if (item instanceof PDFName) named.set(code++, item.decodeText())
  }
  return named
}

/** Its letters are drawings, in a space of their own. */
function drawn(dict: PDFDict): Font | null {
  const matrix = dict.lookup(name('FontMatrix'))
  const box = dict.lookup(name('FontBBox'))
  const across = matrix instanceof PDFArray && matrix.size() === 6 ? numberIn(matrix.lookup(0)) : null
  const up = matrix instanceof PDFArray && matrix.size() === 6 ? numberIn(matrix.lookup(3)) : null
  const width = across === null ? null : simpleWidths(dict, across)
  if (!width || up === null) return null
  const edge = (at: number) => (box instanceof PDFArray && box.size() === 4 ? (numberIn(box.lookup(at)) ?? 0) : 0)
  return { glyphs: byteByByte(width), middle: ((edge(1) + edge(3)) / 2) * up }
}

/** Two bytes a character, set across: what nearly all files have. */
function composite(dict: PDFDict): Font | null {
  const list = dict.lookup(name('DescendantFonts'))
  const descendant = list instanceof PDFArray ? list.lookup(0) : undefined
  if (dict.lookup(name('Encoding')) !== name('Identity-H') || !(descendant instanceof PDFDict)) return null
  const usual = numberIn(descendant.lookup(name('DW'))) ?? 1000
  const widths = widthsByCharacter(descendant.lookup(name('W')))
  return {
    middle: MIDDLE,
    glyphs(text) {
      const glyphs: Glyph[] = []
      for (let i = 0; i + 1 < text.length; i += 2) {
        const code = (text[i]! << 8) | text[i + 1]!
        // A space of two bytes is none to which word spacing is added.
        glyphs.push({ code: -1, bytes: text.subarray(i, i + 2), width: (widths.get(code) ?? usual) / 1000 })
      }
      return glyphs
    },
  }
}

function widthsByCharacter(list: PDFObject | undefined): ReadonlyMap<number, number> {
  const widths = new Map<number, number>()
  if (!(list instanceof PDFArray)) return widths
  for (let at = 0; at + 1 < list.size(); ) {
    const first = numberIn(list.lookup(at)) ?? 0
    const next = list.lookup(at + 1)
    if (next instanceof PDFArray) {
      for (let i = 0; i < next.size(); i++) widths.set(first + i, numberIn(next.lookup(i)) ?? 0)
      at += 2
      continue
    }
    const width = at + 2 < list.size() ? (numberIn(list.lookup(at + 2)) ?? 0) : 0
    const last = Math.min(numberIn(next) ?? first, 0xffff)
    for (let code = first; code <= last; code++) widths.set(code, width)
    at += 3
  }
  return widths
}

function numberIn(object: PDFObject | undefined): number | null {
  const value = object instanceof PDFNumber ? object.asNumber() : Number.NaN
  return Number.isFinite(value) ? value : null
}
