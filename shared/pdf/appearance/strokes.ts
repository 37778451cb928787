import { type Paint, PEN, point } from './paint.ts'

/** x, y pairs in thousandths of the pad's width. */
export type Stroke = readonly number[]

/** A signature is enlarged at most this much over what the whole pad would allow, so that a dot stays a dot. */
const MOST = 3
/** The pen, in thousandths of the pad's width. */
const PEN_WIDTH = 9
const DOT = 0.4
const THINNEST = 0.6
const THICKEST = 2.4

/** Drawn strokes as one smooth path, their ink as large as the box allows and in its middle. */
export function inkOf(strokes: readonly Stroke[], padHeight: number, box: { width: number; height: number }): Paint[] {
  const ink = boundsOf(strokes)
  const pad = Math.min(box.width / 1000, box.height / padHeight)
  const scale = Math.min(box.width / (ink.width + 2 * PEN_WIDTH), box.height / (ink.height + 2 * PEN_WIDTH), MOST * pad)
  const left = (box.width - ink.width * scale) / 2 - ink.x * scale
  const top = (box.height - ink.height * scale) / 2 - ink.y * scale
  const d = strokes.map((stroke) => smooth(stroke, (x, y) => [left + x * scale, top + y * scale])).join(' ')
  return [{ kind: 'path', d, stroke: PEN, width: Math.min(THICKEST, Math.max(THINNEST, PEN_WIDTH * scale)) }]
}

function boundsOf(strokes: readonly Stroke[]) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const stroke of strokes) {
    for (let i = 0; i + 1 < stroke.length; i += 2) {
      left = Math.min(left, stroke[i]!)
      right = Math.max(right, stroke[i]!)
      top = Math.min(top, stroke[i + 1]!)
      bottom = Math.max(bottom, stroke[i + 1]!)
    }
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

type Place = (x: number, y: number) => readonly [number, number]

/** Through the middles of the pieces, bent at their ends: a curve without corners that stays inside the strokes. */
function smooth(stroke: Stroke, place: Place): string {
  const points: (readonly [number, number])[] = []
  for (let i = 0; i + 1 < stroke.length; i += 2) points.push(place(stroke[i]!, stroke[i + 1]!))
  const first = points[0]!
  const last = points.at(-1)!
  // A line with round ends and hardly any length is a dot; with none at all, some readers draw nothing.
  if (points.length < 3) return `M ${point(...first)} L ${point(last[0] + DOT, last[1])}`
  let d = `M ${point(...first)}`
  let from = first
  for (let i = 1; i < points.length - 1; i++) {
    const bend = points[i]!
    const next = points[i + 1]!
    const to = i === points.length - 2 ? next : ([(bend[0] + next[0]) / 2, (bend[1] + next[1]) / 2] as const)
    d += ` C ${point(...towards(from, bend))} ${point(...towards(to, bend))} ${point(...to)}`
    from = to
  }
  return d
}

/** A quadratic curve's one handle, as either of a cubic's two. */
function towards([x, y]: readonly [number, number], [X, Y]: readonly [number, number]): readonly [number, number] {
  return [x + (2 / 3) * (X - x), y + (2 / 3) * (Y - y)]
}
