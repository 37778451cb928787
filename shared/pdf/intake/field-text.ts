import { charactersOf } from '#domain/pack'
import type { TextPaint } from '#pdf/appearance'
import { layoutComb, layoutText, type Metrics, spelledOut, type TextBox, type TextLayout } from '#pdf/text-layout'

/** What /DA says of a text (ISO 32000-2, 12.7.4.3). */
export interface TextStyle {
  /** 0: as large as fits. */
  readonly size: number
  readonly color: string
}
/** /Q: from the left, in the middle, from the right. */
export type Quadding = 0 | 1 | 2

export interface SetText {
  readonly text: string
  readonly as: 'line' | 'lines' | { readonly cells: number }
  readonly quadding: Quadding
  readonly style: TextStyle
}

/** Between a frame and the text in it, in points. */
const PADDING = 2
/** The size in which several lines stand that say no other. */
const LINES_SIZE = 12
/** In which combs are set, before they are made larger or smaller. */
const COMB_SIZE = 11
const NUMBER = /-?(?:\d+\.?\d*|\.\d+)/g

export function styleOf(appearance: string): TextStyle {
  const size = /(-?[\d.]+)\s+Tf/.exec(appearance)?.[1]
  const colour = /((?:-?[\d.]+\s+){1,4})(g|rg|k)(?![A-Za-z])/.exec(appearance)
  const parts = colour?.[1]?.match(NUMBER)?.map(Number) ?? []
  return { size: Math.abs(Number(size ?? 0)) || 0, color: hexOf(parts) }
}

function hexOf(parts: readonly number[]): string {
  const [a = 0, b = 0, c = 0, black] = parts
  const rgb = black === undefined ? (parts.length === 3 ? [a, b, c] : [a, a, a]) : [a, b, c].map((ink) => (1 - ink) * (1 - black))
  return `#${rgb
    .map((part) =>
      Math.round(Math.min(1, Math.max(0, part || 0)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/**
 * Text in a form field of this size, as paints whose y points down. What is larger than its field is made smaller: a
 * number that has lost its lower edge reads as another one.
 */
export function paintedText({ text: given, as, quadding, style }: SetText, width: number, height: number, metrics: Metrics): TextPaint[] {
  const text = spelledOut(given, metrics)
  if (typeof as === 'object') return combed(text, as.cells, quadding, style, width, height, metrics)
  const pad = Math.min(PADDING, width / 8)
  const room = width - 2 * pad
  const single = as === 'line'
  const size = style.size || (single ? height : LINES_SIZE)
  const align = ALIGNED[quadding]
  const layout = layoutText(
    { text, width: room, height, size, single, ...(align && { align }), vertical: single ? 'middle' : 'top' },
    metrics,
  )
  return painted(layout, style.color, pad)
}

/** A form's text without quadding begins where its script does. */
const ALIGNED: Readonly<Record<Quadding, TextBox['align']>> = { 0: undefined, 1: 'centre', 2: 'right' }

function combed(
  text: string,
  cells: number,
  quadding: Quadding,
  { size, color }: TextStyle,
  width: number,
  height: number,
  metrics: Metrics,
) {
  const scale = (size || height) / COMB_SIZE
  const layout = layoutComb({ text, width: width / scale, height: height / scale, cells }, metrics)
  const free = Math.max(0, cells - charactersOf(text).length)
  const shift = (width / cells) * (quadding === 2 ? free : quadding === 1 ? Math.floor(free / 2) : 0)
  return painted(layout, color, 0).map((paint) => ({
    ...paint,
    x: paint.x * scale + shift,
    baseline: paint.baseline * scale,
    width: paint.width * scale,
    size: paint.size * scale,
  }))
}

function painted({ lines, size }: TextLayout, color: string, left: number): TextPaint[] {
  return lines.flatMap(({ baseline, runs }) =>
    runs.map(({ text, font, dir, x, width }): TextPaint => ({ kind: 'text', x: x + left, baseline, width, size, font, text, color, dir })),
  )
}
