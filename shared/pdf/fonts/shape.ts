import type { Font } from '@cantoo/fontkit'
import type { Direction } from '#pdf/text-layout'
import { PLAIN_FEATURES } from './features.ts'

/** A glyph of a run that was shaped, from left to right. In units of the font. */
export interface ShapedGlyph {
  readonly id: number
  /** What it reads as: empty where an earlier glyph reads as all of them. */
  readonly codePoints: readonly number[]
  /** How wide the font says that it is, and how far the run goes on. */
  readonly own: number
  readonly advance: number
  readonly dx: number
  readonly dy: number
}
export type Shape = (text: string, dir: Direction) => readonly ShapedGlyph[]

/** Shapes with the reader of the font file: for scripts that it knows as well as browsers do. */
export const shapeWith =
  (font: Font): Shape =>
  (text, dir) => {
    const { glyphs, positions } = font.layout(text, PLAIN_FEATURES, null, null, dir)
    return glyphs.map((glyph, at) => {
      const { xAdvance, xOffset, yOffset } = positions?.[at] ?? { xAdvance: glyph.advanceWidth, xOffset: 0, yOffset: 0 }
      return { id: glyph.id, codePoints: glyph.codePoints, own: glyph.advanceWidth, advance: xAdvance, dx: xOffset, dy: yOffset }
    })
  }
