import '../../../assets/fonts/fonts.css'
import type { FontName } from '#pdf/text-layout'

/**
 * The family's name in CSS. The files are parts of those that the stamper embeds, so that what is shown is what is
 * sealed; a browser loads a part when text first needs it.
 */
export const familyOf = (font: FontName) => `paraph-${font}`
