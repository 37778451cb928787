import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { CoreFontName } from '#pdf/text-layout'
import type { FontPlaces } from './missing.ts'

export { type FontPlaces, missingFonts } from './missing.ts'

/** The font files behind the core faces. The browser is served the very same files, and the width tables are made from them. */
export const FONT_FILES: Record<CoreFontName, string> = {
  sans: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  arabic: '@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
  hebrew: '@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
  devanagari: '@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
  thai: '@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
  hand: '@expo-google-fonts/caveat/600SemiBold/Caveat_600SemiBold.ttf',
}

/** Where the slices of the fallback faces are. */
export const FALLBACK_FOLDERS = {
  large: new URL('../../../assets/fonts/fallback/', import.meta.url),
  scripts: new URL('../../../assets/fonts/scripts/', import.meta.url),
} as const

export const FONT_PLACES: FontPlaces = { core: FONT_FILES, fallback: Object.values(FALLBACK_FOLDERS) }

export function fontPath(font: CoreFontName): string {
  return fileURLToPath(import.meta.resolve(FONT_FILES[font]))
}

export function fontBytes(font: CoreFontName): Uint8Array {
  return readFileSync(fontPath(font))
}
