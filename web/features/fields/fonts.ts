import hand from '@expo-google-fonts/caveat/600SemiBold/Caveat_600SemiBold.ttf?url'
import sans from '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf?url'
import arabic from '@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf?url'
import devanagari from '@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf?url'
import hebrew from '@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf?url'
import type { FontName } from '#pdf/text-layout'

/** The very files that the stamper embeds: what is shown is what is sealed. */
const FILES: Readonly<Record<FontName, string>> = { sans, arabic, hebrew, devanagari, hand }

/** The family's name in CSS. A browser loads its file when text first needs it. */
export const familyOf = (font: FontName) => `paraph-${font}`

let declared = false
export function declareFonts(): void {
  if (declared) return
  declared = true
  for (const [name, url] of Object.entries(FILES)) {
    document.fonts.add(new FontFace(familyOf(name as FontName), `url(${JSON.stringify(url)})`, { display: 'block' }))
  }
}
