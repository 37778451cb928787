import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create, type Font } from '@cantoo/fontkit'
import type { NearFontName } from '#pdf/text-layout'
import { FOLDERS } from './far.ts'
import type { FontPlaces } from './missing.ts'

export { type Slice, slicesFor, wholeFont } from './far.ts'
export { PLAIN_FEATURES } from './features.ts'
export { harfbuzzShape } from './harfbuzz.ts'
export { MergedFont } from './merged.ts'
export { type FontPlaces, missingFonts } from './missing.ts'
export { type Shape, type ShapedGlyph, shapeWith } from './shape.ts'
export { TrueType } from './truetype.ts'

/** The font files behind the near faces. The browser is served the very same files, and the width tables are made from them. */
export const FONT_FILES: Record<NearFontName, string> = {
  sans: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  arabic: '@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
  hebrew: '@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
  devanagari: '@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
  thai: '@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
  hand: '@expo-google-fonts/caveat/600SemiBold/Caveat_600SemiBold.ttf',
}

export const FONT_PLACES: FontPlaces = { near: FONT_FILES, far: Object.values(FOLDERS) }

export function fontPath(font: NearFontName): string {
  return fileURLToPath(import.meta.resolve(FONT_FILES[font]))
}

export function fontBytes(font: NearFontName): Uint8Array {
  return readFileSync(fontPath(font))
}

const parsed = new Map<NearFontName, Font>()

/** A face, read and parsed once a thread. */
export function fontOf(name: NearFontName): Font {
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
