import type { Font, Glyph } from '@cantoo/fontkit'
import { fontOf, MergedFont, slicesFor } from '#pdf/fonts'
import { FAR_FONT_NAMES, type FarFontName, type FontName, type NearFontName } from '#pdf/text-layout'

/** Where the glyphs of a face come from, and the file that those which were taken go into. */
export interface GlyphSource {
  readonly name: string
  /** For what holds of the face as a whole. */
  readonly font: Font
  pieces(text: string): Promise<readonly Piece[]>
  encode(): Uint8Array
}
export interface Piece {
  readonly text: string
  readonly font: Font
  /** The glyph's number in the embedded file. */
  include(glyph: Glyph): number
}

const FAR = new Set<FontName>(FAR_FONT_NAMES)
export const isFar = (face: FontName): face is FarFontName => FAR.has(face)

export function nearSource(face: NearFontName): GlyphSource {
  const font = fontOf(face)
  const subset = font.createSubset()
  return {
    name: font.postscriptName ?? face,
    font,
    pieces: async (text) => [{ text, font, include: (glyph) => subset.includeGlyph(glyph) }],
    encode: () => subset.encode(),
  }
}

const NAMES: Readonly<Record<FarFontName, string>> = {
  jp: 'NotoSansJP-Regular',
  kr: 'NotoSansKR-Regular',
  sc: 'NotoSansSC-Regular',
  tc: 'NotoSansTC-Regular',
  emoji: 'NotoEmoji-Regular',
}

export function farSource(face: FarFontName): GlyphSource {
  const merged = new MergedFont()
  let first: Font | undefined
  return {
    name: NAMES[face],
    get font() {
      return first!
    },
    async pieces(text) {
      const pieces = await slicesFor(face, text)
      first ??= pieces[0]?.slice.font
      return pieces.map(({ text: piece, slice }) => {
        return { text: piece, font: slice.font, include: ({ id }: Glyph) => merged.take(slice.file, id) }
      })
    },
    encode: () => merged.encode(),
  }
}
