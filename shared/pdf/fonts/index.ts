import { create, type Font } from '@cantoo/fontkit'
import { fontBytes } from '#pdf/font-files'
import type { CoreFontName } from '#pdf/text-layout'

export { type Slice, slicesFor, wholeFont } from './fallback.ts'
export { PLAIN_FEATURES } from './features.ts'
export { harfbuzzShape } from './harfbuzz.ts'
export { MergedFont } from './merged.ts'
export { type Shape, type ShapedGlyph, shapeWith } from './shape.ts'
export { TrueType } from './truetype.ts'

const parsed = new Map<CoreFontName, Font>()

/** A face, read and parsed once a thread. */
export function fontOf(name: CoreFontName): Font {
  const known = parsed.get(name)
  if (known) return known
  const font = withoutMemory(create(fontBytes(name)) as Font)
  parsed.set(name, font)
  return font
}

/**
 * The library keeps each glyph with the characters that first led to it. Where a shape serves several letters, as in
 * Arabic, a text would then read as letters of a text that was set before it, perhaps in somebody else's file.
 */
function withoutMemory(font: Font): Font {
  const shared = font.getGlyph.bind(font)
  font.getGlyph = (id, codePoints = []) => {
    const glyph = shared(id)
    return glyph && codePoints.length > 0 ? Object.create(glyph, { codePoints: { value: codePoints } }) : glyph
  }
  return font
}
