import { fallbackFacesFor } from './faces.ts'
import { codePointsIn } from './ranges.ts'
import {
  CORE_FONT_NAMES,
  type CoreFontName,
  FALLBACK_FONT_NAMES,
  type FallbackFontName,
  type FontName,
  type LargeFontName,
  type Metrics,
  SCRIPT_FONT_NAMES,
  type ScriptFontName,
} from './types.ts'
import { type FaceTable, type FaceWidths, type LoadTable, widthsOf } from './widths.ts'

let held: Promise<Metrics> | undefined

/**
 * The tables that setting `text` takes: about 20 kB, and those of further scripts where it has their characters. Tables loaded before
 * stay and change nothing for this text. Without a text, all of them.
 */
export async function loadMetrics(text?: string): Promise<Metrics> {
  held ??= loadNear().catch((error: unknown) => {
    held = undefined
    throw error
  })
  // What a character needs may depend on what a table, once it is here, turns out to lack.
  for (;;) {
    const metrics = await held
    const missing = text === undefined ? FALLBACK_FONT_NAMES.filter((face) => !metrics.has(face)) : missingFaces(text, metrics)
    if (missing.length === 0) return metrics
    const before = held
    const next = withFaces(before, missing)
    held = next
    // A table that could not be fetched is fetched again for the next text.
    next.catch(() => {
      if (held === next) held = before
    })
  }
}

/** The faces that `text` needs and whose tables are not here: until they come, what they cover counts as covered by none. */
export function missingFaces(text: string, metrics: Metrics): readonly FallbackFontName[] {
  return fallbackFacesFor(text, metrics).filter((face) => !metrics.has(face))
}

const loaded = new Map<FontName, FaceTable>()
let traditional: ReadonlySet<number> = new Set()

async function loadNear(): Promise<Metrics> {
  await load(CORE_FONT_NAMES)
  return metricsNow()
}

async function withFaces(before: Promise<Metrics>, faces: readonly FallbackFontName[]): Promise<Metrics> {
  await before
  await load(faces)
  if (traditional.size === 0 && faces.includes('sc')) traditional = new Set(codePointsIn((await import('./tables/han.ts')).TRADITIONAL))
  return metricsNow()
}

async function load(faces: readonly FontName[]): Promise<void> {
  const tables = await Promise.all(faces.map(async (face) => [face, (await tableOf(face)).default] as const))
  for (const [face, table] of tables) loaded.set(face, table)
}

const isScript = (face: FontName): face is ScriptFontName => SCRIPT_FONT_NAMES.some((name) => name === face)

async function tableOf(face: FontName): ReturnType<LoadTable> {
  // Even their list is more than a page needs that has none of them.
  return isScript(face) ? (await import('./script-tables.ts')).SCRIPT_TABLES[face]() : TABLES[face]()
}

const NEAR: Readonly<Record<CoreFontName, LoadTable>> = {
  sans: () => import('./tables/sans.ts'),
  arabic: () => import('./tables/arabic.ts'),
  hebrew: () => import('./tables/hebrew.ts'),
  devanagari: () => import('./tables/devanagari.ts'),
  thai: () => import('./tables/thai.ts'),
  hand: () => import('./tables/hand.ts'),
}
const TABLES: Readonly<Record<CoreFontName | LargeFontName, LoadTable>> = {
  ...NEAR,
  jp: () => import('./tables/jp.ts'),
  kr: () => import('./tables/kr.ts'),
  sc: () => import('./tables/sc.ts'),
  tc: () => import('./tables/tc.ts'),
  emoji: () => import('./tables/emoji.ts'),
}

/** Read where they are first asked for: an idle server holds tables as text, a hundredth of what they take up as maps. */
const read = new Map<FontName, FaceWidths>()

function metricsNow(): Metrics {
  const here = new Set(loaded.keys())
  const common = traditional
  const widths = (font: FontName): FaceWidths | undefined => {
    if (!here.has(font)) return undefined
    let face = read.get(font)
    if (!face) {
      face = widthsOf(loaded.get(font)!)
      read.set(font, face)
    }
    return face
  }
  return {
    measure: (text, font, size) => ((widths(font)?.widthOf(text) ?? 0) * size) / 1000,
    covers: (codePoint, font) => widths(font)?.covers(codePoint) ?? false,
    has: (font) => here.has(font),
    isTraditional: (codePoint) => common.has(codePoint),
  }
}
