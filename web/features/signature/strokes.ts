import type { FieldValue } from '#domain/pack'

export interface Point {
  readonly x: number
  readonly y: number
}
export type DrawnSignature = Extract<FieldValue, { method: 'drawn' }>

/** The ink is this many units wide; every position is rounded to a whole one (specification file 3, section 9). */
const WIDTH = 1000
const MAX_HEIGHT = 10_000
const MAX_POINTS = 10_000

/**
 * Strokes as drawn on the pad (in pixels), cropped to their ink and scaled so that the ink is 1,000 units wide:
 * the unit in which a drawn signature is stored, independent of the screen.
 * null where there is no ink.
 */
export function drawnFrom(strokes: readonly (readonly Point[])[]): DrawnSignature | null {
  const inked = strokes.filter((stroke) => stroke.length > 0)
  const points = inked.flat()
  if (points.length === 0) return null
  const left = Math.min(...points.map((p) => p.x))
  const top = Math.min(...points.map((p) => p.y))
  const inkHeight = Math.max(...points.map((p) => p.y)) - top
  // A dot or a thin upright stroke keeps some width, so that scaling up never blows it out of proportion.
  const width = Math.max(Math.max(...points.map((p) => p.x)) - left, inkHeight / 4, 24)
  const scale = WIDTH / width
  const unit = (value: number) => Math.min(MAX_HEIGHT, Math.max(0, Math.round(value * scale)))
  return {
    method: 'drawn',
    height: Math.min(MAX_HEIGHT, Math.max(1, unit(inkHeight))),
    strokes: inked.map((stroke) =>
      thinned(stroke, Math.ceil(points.length / MAX_POINTS)).flatMap((p) => [unit(p.x - left), unit(p.y - top)]),
    ),
  }
}

/** Every nth point and always the last, so that a very long scribble stays within an event's size. */
function thinned(stroke: readonly Point[], nth: number): readonly Point[] {
  return nth <= 1 ? stroke : stroke.filter((_, at) => at % nth === 0 || at === stroke.length - 1)
}

/** The drawing as SVG path data, smoothed through the midpoints of its points. */
export function strokePath(points: readonly Point[]): string {
  const [first, ...rest] = points
  if (!first) return ''
  if (rest.length === 0) return `M${first.x} ${first.y}l0.01 0`
  let d = `M${first.x} ${first.y}`
  for (let i = 0; i < rest.length - 1; i++) {
    const a = rest[i]!
    const b = rest[i + 1]!
    d += `Q${a.x} ${a.y} ${(a.x + b.x) / 2} ${(a.y + b.y) / 2}`
  }
  const last = rest.at(-1)!
  return `${d}L${last.x} ${last.y}`
}

/** The stored strokes as points again, in their own units. */
export function pointsOf(stroke: readonly number[]): Point[] {
  const points: Point[] = []
  for (let i = 0; i + 1 < stroke.length; i += 2) points.push({ x: stroke[i]!, y: stroke[i + 1]! })
  return points
}
