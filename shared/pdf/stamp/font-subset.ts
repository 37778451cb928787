import { deflateSync } from 'node:zlib'
import { type PDFContext, type PDFRef, PDFString } from 'pdf-lib'
import { type Direction, type FontName, mirrored } from '#pdf/text-layout'
import { coreSource, fallbackSource, type GlyphSource, isFallback } from './glyph-source.ts'

/** A glyph as it is shown: its code in the subset and, in thousandths of the size, where it stands and how far it goes. */
export interface ShownGlyph {
  readonly code: number
  readonly own: number
  readonly advance: number
  readonly dx: number
  readonly dy: number
}

/** A glyph in one of its meanings: where dots are drawn apart, several letters share a shape. */
interface Meaning {
  /** How wide the glyph is by itself, in units of the font. */
  readonly own: number
  readonly inSubset: number
  readonly text: string
}

/**
 * Those glyphs of a face that one file needs. pdf-lib's own embedder leaves out where GPOS puts marks, and lets a glyph
 * read as one letter only; this one keeps both, and names its objects the same in every run.
 */
export class FontSubset {
  readonly #source: GlyphSource
  readonly #meanings: Meaning[] = []
  readonly #codes = new Map<string, number>()

  constructor(face: FontName) {
    this.#source = isFallback(face) ? fallbackSource(face) : coreSource(face)
  }

  /** The glyphs of a run, from left to right. */
  async shape(text: string, dir: Direction): Promise<ShownGlyph[]> {
    const pieces = await this.#source.pieces(dir === 'rtl' ? mirrored(text) : text)
    return pieces.flatMap(({ text: piece, unitsPerEm, shape, include }) => {
      const scale = 1000 / unitsPerEm
      return shape(piece, dir).map(({ id, codePoints, own, advance, dx, dy }) => {
        const code = this.#codeOf(include(id), String.fromCodePoint(...codePoints), own)
        return { code, own: own * scale, advance: advance * scale, dx: dx * scale, dy: dy * scale }
      })
    })
  }

  /** Codes begin at 1: what stands at 0 is drawn where a glyph is missing. */
  #codeOf(inSubset: number, text: string, own: number): number {
    const key = `${inSubset} ${text}`
    const known = this.#codes.get(key)
    if (known !== undefined) return known
    const code = this.#meanings.push({ own, inSubset, text })
    this.#codes.set(key, code)
    return code
  }

  /** Which glyph of the embedded file each code means, in two bytes. */
  #glyphMap(): Uint8Array {
    return Uint8Array.from([0, 0, ...this.#meanings.flatMap(({ inSubset }) => [inSubset >> 8, inSubset & 255])])
  }

  embed(context: PDFContext): PDFRef {
    const { font, name: own } = this.#source
    // A subset's name begins with six letters; since a file holds each face once, they need not differ.
    const name = `PARAPH+${own}`
    const scaled = (value: number) => Math.round((value * 1000) / font.unitsPerEm)
    const { minX, minY, maxX, maxY } = font.bbox
    const file = packed(context, this.#source.encode())
    const descriptor = context.register(
      context.obj({
        Type: 'FontDescriptor',
        FontName: name,
        Flags: 4,
        FontBBox: [scaled(minX), scaled(minY), scaled(maxX), scaled(maxY)],
        ItalicAngle: font.italicAngle,
        Ascent: scaled(font.ascent),
        Descent: scaled(font.descent),
        CapHeight: scaled(font.capHeight || font.ascent),
        StemV: 80,
        FontFile2: file,
      }),
    )
    const descendant = context.register(
      context.obj({
        Type: 'Font',
        Subtype: 'CIDFontType2',
        CIDToGIDMap: packed(context, this.#glyphMap()),
        BaseFont: name,
        CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
        FontDescriptor: descriptor,
        W: [1, this.#meanings.map(({ own }) => scaled(own))],
      }),
    )
    return context.register(
      context.obj({
        Type: 'Font',
        Subtype: 'Type0',
        BaseFont: name,
        Encoding: 'Identity-H',
        DescendantFonts: [descendant],
        ToUnicode: packed(context, new TextEncoder().encode(toUnicode(this.#meanings))),
      }),
    )
  }
}

function packed(context: PDFContext, bytes: Uint8Array): PDFRef {
  return context.register(context.stream(deflateSync(bytes), { Filter: 'FlateDecode', Length1: bytes.length }))
}

/** What each code reads as, so that text can be selected and searched. */
function toUnicode(meanings: readonly Meaning[]): string {
  const lines = meanings.flatMap(({ text }, i) => (text === '' ? [] : [`<${hex(i + 1)}> <${utf16(text)}>`]))
  const blocks: string[] = []
  for (let i = 0; i < lines.length; i += 100) {
    const block = lines.slice(i, i + 100)
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`)
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`
}

export function hex(code: number): string {
  return code.toString(16).padStart(4, '0')
}
export function utf16(text: string): string {
  return Array.from({ length: text.length }, (_, i) => hex(text.charCodeAt(i))).join('')
}
