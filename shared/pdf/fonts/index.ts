import { fileURLToPath } from 'node:url'
import type { FontName } from '#pdf/text-layout'

/** The font files behind the faces. The browser is served the very same files, and the width tables are made from them. */
export const FONT_FILES: Record<FontName, string> = {
  sans: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  arabic: '@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
  hebrew: '@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
  devanagari: '@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
  hand: '@expo-google-fonts/caveat/600SemiBold/Caveat_600SemiBold.ttf',
}

export function fontPath(font: FontName): string {
  return fileURLToPath(import.meta.resolve(FONT_FILES[font]))
}
