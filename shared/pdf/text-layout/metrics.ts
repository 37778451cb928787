import { FONT_NAMES, type FontName, type Metrics } from './types.ts'
import { type FaceTable, widthsOf } from './widths.ts'

let loaded: Promise<Metrics> | undefined

/** The tables of all faces, about 20 kB. They are loaded once, when first asked for. */
export function loadMetrics(): Promise<Metrics> {
  loaded ??= Promise.all([
    import('./tables/sans.ts'),
    import('./tables/arabic.ts'),
    import('./tables/hebrew.ts'),
    import('./tables/devanagari.ts'),
    import('./tables/hand.ts'),
  ]).then((modules) => metricsFrom(modules.map((module) => module.default)))
  return loaded
}

function metricsFrom(tables: readonly FaceTable[]): Metrics {
  const faces = tables.map(widthsOf)
  const face = (font: FontName) => faces[FONT_NAMES.indexOf(font)]!
  return {
    measure: (text, font, size) => (face(font).widthOf(text) * size) / 1000,
    covers: (codePoint, font) => face(font).covers(codePoint),
  }
}
