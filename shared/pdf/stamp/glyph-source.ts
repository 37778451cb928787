import type { Font } from '@cantoo/fontkit'
import { fontOf, MergedFont, type Shape, shapeWith, slicesFor } from '#pdf/fonts'
import { type CoreFontName, FALLBACK_FONT_NAMES, type FallbackFontName, type FontName, type LargeFontName } from '#pdf/text-layout'

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
  readonly unitsPerEm: number
  readonly shape: Shape
  /** The glyph's number in the embedded file. */
  include(glyph: number): number
}

const FALLBACK = new Set<FontName>(FALLBACK_FONT_NAMES)
export const isFallback = (face: FontName): face is FallbackFontName => FALLBACK.has(face)

export function coreSource(face: CoreFontName): GlyphSource {
  const font = fontOf(face)
  const subset = font.createSubset()
  const piece = { unitsPerEm: font.unitsPerEm, shape: shapeWith(font), include: (glyph: number) => subset.includeGlyph(glyph) }
  return {
    name: font.postscriptName ?? face,
    font,
    pieces: async (text) => [{ text, ...piece }],
    encode: () => subset.encode(),
  }
}

const NAMES: Readonly<Record<LargeFontName, string>> = {
  jp: 'NotoSansJP-Regular',
  kr: 'NotoSansKR-Regular',
  sc: 'NotoSansSC-Regular',
  tc: 'NotoSansTC-Regular',
  emoji: 'NotoEmoji-Regular',
}

export function fallbackSource(face: FallbackFontName): GlyphSource {
  const merged = new MergedFont()
  let first: Font | undefined
  return {
    get name() {
      return face in NAMES ? NAMES[face as LargeFontName] : (first?.postscriptName ?? face)
    },
    get font() {
      return first!
    },
    async pieces(text) {
      const pieces = await slicesFor(face, text)
      first ??= pieces[0]?.slice.font
      return pieces.map(({ text: piece, slice: { font, file, shape } }) => {
        return { text: piece, unitsPerEm: font.unitsPerEm, shape, include: (glyph: number) => merged.take(file, glyph) }
      })
    },
    encode: () => merged.encode(),
  }
}
