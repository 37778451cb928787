import { unsupportedCharacters } from './prepare.ts'
import { codePointsIn } from './ranges.ts'
import { FAR_FONT_NAMES, type FontName, type Metrics, NEAR_FONT_NAMES } from './types.ts'
import { type FaceTable, type FaceWidths, widthsOf } from './widths.ts'

let near: Promise<Metrics> | undefined
let all: Promise<Metrics> | undefined

/**
 * The tables that setting `text` takes: about 20 kB, and only where those lack one of its characters the large ones,
 * which say the same of every character that the first have. Without a text, all of them.
 */
export async function loadMetrics(text?: string): Promise<Metrics> {
  near ??= loadNear().then((tables) => metricsFrom(tables, ''))
  if (!all && text !== undefined && unsupportedCharacters(text, await near).length === 0) return near
  all ??= Promise.all([loadNear(), loadFar(), import('./tables/han.ts')]).then(([nearby, far, { TRADITIONAL }]) =>
    metricsFrom(new Map([...nearby, ...far]), TRADITIONAL),
  )
  return all
}

type Tables = ReadonlyMap<FontName, FaceTable>
type Module = { readonly default: FaceTable }

const loadNear = () =>
  named(NEAR_FONT_NAMES, [
    import('./tables/sans.ts'),
    import('./tables/arabic.ts'),
    import('./tables/hebrew.ts'),
    import('./tables/devanagari.ts'),
    import('./tables/thai.ts'),
    import('./tables/hand.ts'),
  ])
const loadFar = () =>
  named(FAR_FONT_NAMES, [
    import('./tables/jp.ts'),
    import('./tables/kr.ts'),
    import('./tables/sc.ts'),
    import('./tables/tc.ts'),
    import('./tables/emoji.ts'),
  ])

async function named(names: readonly FontName[], modules: readonly Promise<Module>[]): Promise<Tables> {
  const tables = await Promise.all(modules)
  return new Map(names.map((name, i) => [name, tables[i]!.default]))
}

function metricsFrom(tables: Tables, traditionalOnly: string): Metrics {
  const traditional = new Set(codePointsIn(traditionalOnly))
  const faces = new Map<FontName, FaceWidths>([...tables].map(([name, table]) => [name, widthsOf(table)]))
  return {
    measure: (text, font, size) => ((faces.get(font)?.widthOf(text) ?? 0) * size) / 1000,
    covers: (codePoint, font) => faces.get(font)?.covers(codePoint) ?? false,
    isTraditional: (codePoint) => traditional.has(codePoint),
  }
}
