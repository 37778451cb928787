/** The faces that text is set in. Each is one font file, the same in the browser and in the sealed file. */
export const CORE_FONT_NAMES = ['sans', 'arabic', 'hebrew', 'devanagari', 'thai', 'hand'] as const
/** Faces with thousands of characters, in slices. */
export const LARGE_FONT_NAMES = ['jp', 'kr', 'sc', 'tc', 'emoji'] as const
/** Small faces: one for each script that the others lack, and a second handwriting for what Caveat lacks (Greek, Vietnamese). */
export const SCRIPT_FONT_NAMES = [
  'armenian',
  'bengali',
  'canadian_aboriginal',
  'cherokee',
  'ethiopic',
  'georgian',
  'gujarati',
  'gurmukhi',
  'kannada',
  'khmer',
  'lao',
  'malayalam',
  'myanmar',
  'nko',
  'oriya',
  'sinhala',
  'syriac',
  'tamil',
  'telugu',
  'thaana',
  'tifinagh',
  'hand2',
] as const
/** Neither these faces nor their tables are loaded before a text asks for them. */
export const FALLBACK_FONT_NAMES = [...LARGE_FONT_NAMES, ...SCRIPT_FONT_NAMES] as const
export const FONT_NAMES = [...CORE_FONT_NAMES, ...FALLBACK_FONT_NAMES] as const
export type CoreFontName = (typeof CORE_FONT_NAMES)[number]
export type LargeFontName = (typeof LARGE_FONT_NAMES)[number]
export type ScriptFontName = (typeof SCRIPT_FONT_NAMES)[number]
export type FallbackFontName = LargeFontName | ScriptFontName
export type FontName = CoreFontName | FallbackFontName
export type Direction = 'ltr' | 'rtl'

/** How wide text is and which face has it, from tables made from the font files. */
export interface Metrics {
  /** The width in points of a run of one face, without kerning or optional ligatures. */
  measure(text: string, font: FontName, size: number): number
  covers(codePoint: number, font: FontName): boolean
  /** Whether the face's table is here. What is not here covers nothing yet: see `loadMetrics`. */
  has(font: FontName): boolean
  /** Whether a Chinese character is common where the characters have not been simplified, and only there. */
  isTraditional(codePoint: number): boolean
}

/** A piece of one line in one face and one direction; it is set as a whole. */
export interface TextRun {
  readonly text: string
  readonly font: FontName
  readonly dir: Direction
  /** From the left edge of the box, in points. */
  readonly x: number
  readonly width: number
}
export interface TextLine {
  /** From the top of the box, in points. */
  readonly baseline: number
  readonly width: number
  /** In the order in which they are read: each knows where it stands. */
  readonly runs: readonly TextRun[]
}
export interface TextLayout {
  readonly size: number
  readonly lines: readonly TextLine[]
  /** False when even the smallest size leaves text outside the box. */
  readonly fits: boolean
}

export interface TextBox {
  readonly text: string
  readonly width: number
  readonly height: number
  /** The face for everything that has no face of its own script. */
  readonly font?: 'sans' | 'hand'
  /** The size to begin from, in points. */
  readonly size?: number
  /** Left out: where each paragraph begins to be read. */
  readonly align?: 'left' | 'centre' | 'right'
  readonly vertical?: 'top' | 'middle'
  /** One line only: no wrapping. */
  readonly single?: boolean
  /** How small it may become, in points; left out: the smallest print. */
  readonly smallest?: number
}

export interface CombBox {
  readonly text: string
  readonly width: number
  readonly height: number
  /** The size to begin from, in points. */
  readonly size?: number
  /** As many places of equal width, a character in each. */
  readonly cells: number
}
