import type { ScriptFontName } from './types.ts'
import type { LoadTable } from './widths.ts'

/** Where the width tables of further scripts are. */
export const SCRIPT_TABLES: Readonly<Record<ScriptFontName, LoadTable>> = {
  armenian: () => import('./tables/armenian.ts'),
  bengali: () => import('./tables/bengali.ts'),
  canadian_aboriginal: () => import('./tables/canadian_aboriginal.ts'),
  cherokee: () => import('./tables/cherokee.ts'),
  ethiopic: () => import('./tables/ethiopic.ts'),
  georgian: () => import('./tables/georgian.ts'),
  gujarati: () => import('./tables/gujarati.ts'),
  gurmukhi: () => import('./tables/gurmukhi.ts'),
  kannada: () => import('./tables/kannada.ts'),
  khmer: () => import('./tables/khmer.ts'),
  lao: () => import('./tables/lao.ts'),
  malayalam: () => import('./tables/malayalam.ts'),
  myanmar: () => import('./tables/myanmar.ts'),
  nko: () => import('./tables/nko.ts'),
  oriya: () => import('./tables/oriya.ts'),
  sinhala: () => import('./tables/sinhala.ts'),
  syriac: () => import('./tables/syriac.ts'),
  tamil: () => import('./tables/tamil.ts'),
  telugu: () => import('./tables/telugu.ts'),
  thaana: () => import('./tables/thaana.ts'),
  tifinagh: () => import('./tables/tifinagh.ts'),
  hand2: () => import('./tables/hand2.ts'),
}
