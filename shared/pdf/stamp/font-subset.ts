import { deflateSync } from 'node:zlib'
import type { Font, Glyph } from '@cantoo/fontkit'
import { type PDFContext, type PDFRef, PDFString } from 'pdf-lib'
import { PLAIN_FEATURES } from '#pdf/fonts'
import { type Direction, mirrored } from '#pdf/text-layout'

/** A glyph as it is shown: its code in the subset and, in thousandths of the size, where it stands and how far it goes. */
export interface ShownGlyph {
  readonly code: number
  readonly own: number
  readonly advance: number
  readonly dx: number
  readonly dy: number
}

/**
 * Those glyphs of a face that one file needs. pdf-lib's own embedder leaves out where GPOS puts marks; this one
 * keeps it, and names its objects the same in every run.
 */
export class FontSubset {
  readonly #font: Font
  readonly #subset: ReturnType<Font['createSubset']>
  readonly #glyphs = new Map<number, Glyph>()
  readonly #scale: number

  constructor(font: Font) {
    this.#font = font
    this.#subset = font.createSubset()
    this.#scale = 1000 / font.unitsPerEm
  }

  /** The glyphs of a run, from left to right. */
  shape(text: string, dir: Direction): ShownGlyph[] {
    const { glyphs, positions } = this.#font.layout(dir === 'rtl' ? mirrored(text) : text, PLAIN_FEATURES, null, null, dir)
    return glyphs.map((glyph, i) => {
      const code = this.#subset.includeGlyph(glyph)
      if (!this.#glyphs.has(code)) this.#glyphs.set(code, glyph)
      const position = positions?.[i]
      return {
        code,
        own: glyph.advanceWidth * this.#scale,
        advance: (position?.xAdvance ?? glyph.advanceWidth) * this.#scale,
        dx: (position?.xOffset ?? 0) * this.#scale,
        dy: (position?.yOffset ?? 0) * this.#scale,
      }
    })
  }

  embed(context: PDFContext): PDFRef {
    const font = this.#font
    // A subset's name begins with six letters; since a file holds each face once, they need not differ.
    const name = `PARAPH+${font.postscriptName}`
    const scaled = (value: number) => Math.round(value * this.#scale)
    const { minX, minY, maxX, maxY } = font.bbox
    const file = packed(context, this.#subset.encode())
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
    const codes = [...this.#glyphs].sort(([a], [b]) => a - b)
    const descendant = context.register(
      context.obj({
        Type: 'Font',
        Subtype: 'CIDFontType2',
        CIDToGIDMap: 'Identity',
        BaseFont: name,
        CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
        FontDescriptor: descriptor,
        W: codes.flatMap(([code, glyph]) => [code, [scaled(glyph.advanceWidth)]]),
      }),
    )
    return context.register(
      context.obj({
        Type: 'Font',
        Subtype: 'Type0',
        BaseFont: name,
        Encoding: 'Identity-H',
        DescendantFonts: [descendant],
        ToUnicode: packed(context, new TextEncoder().encode(toUnicode(codes))),
      }),
    )
  }
}

function packed(context: PDFContext, bytes: Uint8Array): PDFRef {
  return context.register(context.stream(deflateSync(bytes), { Filter: 'FlateDecode', Length1: bytes.length }))
}

/** What each code reads as, so that text can be selected and searched. */
function toUnicode(codes: readonly (readonly [number, Glyph])[]): string {
  const lines = codes.map(([code, glyph]) => `<${hex(code)}> <${utf16(String.fromCodePoint(...glyph.codePoints))}>`)
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
