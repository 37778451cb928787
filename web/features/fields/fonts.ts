import '../../../assets/fonts/fonts.css'
import { FAR_FONT_NAMES, type FarFontName, type FontName, type LargeFontName } from '#pdf/text-layout'

/**
 * The family's name in CSS. The files are parts of those that the stamper embeds, so that what is shown is what is
 * sealed; a browser loads a part when text first needs it. Of faces with thousands of characters even the list of parts
 * is long, and so is that of all other scripts: they come when the first such text is painted.
 */
export function familyOf(font: FontName): string {
  if (isFar(font)) void (font in LISTS ? LISTS[font as LargeFontName] : scripts)()
  return `paraph-${font}`
}

const FAR = new Set<FontName>(FAR_FONT_NAMES)
const isFar = (font: FontName): font is FarFontName => FAR.has(font)

const scripts = () => import('../../../assets/fonts/scripts/scripts.css')
const LISTS: Readonly<Record<LargeFontName, () => Promise<unknown>>> = {
  jp: () => import('../../../assets/fonts/far/jp.css'),
  kr: () => import('../../../assets/fonts/far/kr.css'),
  sc: () => import('../../../assets/fonts/far/sc.css'),
  tc: () => import('../../../assets/fonts/far/tc.css'),
  emoji: () => import('../../../assets/fonts/far/emoji.css'),
}
