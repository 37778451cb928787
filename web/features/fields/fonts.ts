import '../../../assets/fonts/fonts.css'
import { FALLBACK_FONT_NAMES, type FallbackFontName, type FontName, type LargeFontName } from '#pdf/text-layout'

/**
 * The family's name in CSS. The files are parts of those that the stamper embeds, so that what is shown is what is
 * sealed; a browser loads a part when text first needs it. Of faces with thousands of characters even the list of parts
 * is long, and so is that of all other scripts: they come when the first such text is painted.
 */
export function familyOf(font: FontName): string {
  if (isFallback(font)) void (font in LISTS ? LISTS[font as LargeFontName] : scripts)()
  return `paraph-${font}`
}

const FALLBACK = new Set<FontName>(FALLBACK_FONT_NAMES)
const isFallback = (font: FontName): font is FallbackFontName => FALLBACK.has(font)

const scripts = () => import('../../../assets/fonts/scripts/scripts.css')
const LISTS: Readonly<Record<LargeFontName, () => Promise<unknown>>> = {
  jp: () => import('../../../assets/fonts/fallback/jp.css'),
  kr: () => import('../../../assets/fonts/fallback/kr.css'),
  sc: () => import('../../../assets/fonts/fallback/sc.css'),
  tc: () => import('../../../assets/fonts/fallback/tc.css'),
  emoji: () => import('../../../assets/fonts/fallback/emoji.css'),
}
