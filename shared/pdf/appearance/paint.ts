import type { Direction, FontName } from '#pdf/text-layout'

/** What a field looks like. Points from the field's top left corner, y down; painted in order. */
export type Paint = TextPaint | ImagePaint | PathPaint | LinkPaint

/**
 * One run of one face, set left edge at `x` and exactly `width` wide: both painters scale it to that width, so
 * that a shaper's rounding never shifts what follows. No kerning, no optional ligatures, in `dir` throughout.
 */
export interface TextPaint {
  readonly kind: 'text'
  readonly x: number
  readonly baseline: number
  readonly width: number
  readonly size: number
  readonly font: FontName
  readonly text: string
  readonly color: string
  readonly dir: Direction
}
export interface ImagePaint {
  readonly kind: 'image'
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly file: string
  readonly digest: string
}
/** `d` holds absolute M, L, C and Z only, so that it serves as SVG and as PDF operators alike. */
export interface PathPaint {
  readonly kind: 'path'
  readonly d: string
  readonly stroke?: string
  readonly fill?: string
  readonly width: number
  /** Of the fill, from 0 to 1; left out: nothing shows through. */
  readonly opacity?: number
}
/** No ink: where a press leads away to, from the field's top left corner. */
export interface LinkPaint {
  readonly kind: 'link'
  readonly width: number
  readonly height: number
  /** ASCII. */
  readonly href: string
}

/** `#rrggbb`. */
export const INK = '#111827'
export const PAPER = '#ffffff'
export const PEN = '#1b2f6b'
export const MARKER = '#facc15'
export const LEADING_AWAY = '#1d4ed8'

/** A point of a path, to thousandths: the same characters on every machine. */
export function point(x: number, y: number): string {
  return `${rounded(x)} ${rounded(y)}`
}

/** A box of this size, from its top left. */
export function rectangle(width: number, height: number): string {
  return `M ${point(0, 0)} L ${point(width, 0)} L ${point(width, height)} L ${point(0, height)} Z`
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000 + 0
}
