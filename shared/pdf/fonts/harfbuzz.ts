import type { Direction } from '#pdf/text-layout'
import { PLAIN_FEATURES } from './features.ts'
import type { Shape, ShapedGlyph } from './shape.ts'

/**
 * Shapes with HarfBuzz, as browsers do: our reader of font files leaves the vowels of some scripts (Burmese) in the wrong
 * place. It is loaded with the first such text, since it takes megabytes that most servers never need.
 */
export async function harfbuzzShape(bytes: Uint8Array, widthOf: (glyph: number) => number): Promise<Shape> {
  const { Blob, Buffer, Direction: DIRECTION, Face, Feature, Font, shape } = await import('harfbuzzjs')
  const font = new Font(new Face(new Blob(bytes)))
  const features = Object.entries(PLAIN_FEATURES).map(([tag, on]) => new Feature(tag, on ? 1 : 0))
  return (text: string, dir: Direction): readonly ShapedGlyph[] => {
    const buffer = new Buffer()
    buffer.addText(text)
    buffer.guessSegmentProperties()
    buffer.setDirection(dir === 'rtl' ? DIRECTION.RTL : DIRECTION.LTR)
    shape(font, buffer, features)
    const glyphs = buffer.getGlyphInfosAndPositions()
    const starts = [...new Set(glyphs.map(({ cluster }) => cluster))].sort((a, b) => a - b)
    const said = new Set<number>()
    return glyphs.map(({ codepoint: id, cluster, xAdvance = 0, xOffset = 0, yOffset = 0 }) => {
      // The first glyph of several that stand for one stretch of text reads as all of it.
      const reads = said.has(cluster) ? '' : text.slice(cluster, starts[starts.indexOf(cluster) + 1])
      said.add(cluster)
      return {
        id,
        codePoints: Array.from(reads, (character) => character.codePointAt(0)!),
        own: widthOf(id),
        advance: xAdvance,
        dx: xOffset,
        dy: yOffset,
      }
    })
  }
}
