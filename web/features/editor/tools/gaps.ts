import type { Box } from '#domain/pack'
import type { Guide } from './guide.ts'

type Axis = 'x' | 'y'
interface Span {
  readonly start: number
  readonly end: number
}
interface Neighbour extends Span {
  readonly box: Box
}

/** A neighbour farther away than this is none. */
const FALLBACK = 200_000

const spanOf = (box: Box, axis: Axis): Span =>
  axis === 'x' ? { start: box.x, end: box.x + box.width } : { start: box.y, end: box.y + box.height }
const across = (axis: Axis): Axis => (axis === 'x' ? 'y' : 'x')
const same = (a: number, b: number) => Math.abs(a - b) <= 1

/** Those that the box would meet if it were moved along the axis, in their order. */
function inLine(box: Box, others: readonly Box[], axis: Axis): readonly Neighbour[] {
  const mine = spanOf(box, across(axis))
  return others
    .filter((other) => {
      const { start, end } = spanOf(other, across(axis))
      return start < mine.end && mine.start < end
    })
    .map((other) => ({ box: other, ...spanOf(other, axis) }))
    .sort((a, b) => a.start - b.start)
}

/** How far to shift the box so that its gap to a neighbour is one that stands there already, or so that it is in the middle of two. */
export function evenShifts(box: Box, others: readonly Box[], axis: Axis): readonly number[] {
  const line = inLine(box, others, axis)
  const { start, end } = spanOf(box, axis)
  const length = end - start
  return line.slice(1).flatMap((right, at) => {
    const left = line[at]!
    const gap = right.start - left.end
    if (gap <= 0) return []
    const before = line[at - 1]
    const after = line[at + 2]
    const roomAfter = !after || after.start >= right.end + gap + length
    const roomBefore = !before || before.end <= left.start - gap - length
    return [
      ...(roomAfter ? [right.end + gap - start] : []),
      ...(roomBefore ? [left.start - gap - end] : []),
      ...(gap > length ? [(left.end + right.start - length) / 2 - start] : []),
    ]
  })
}

/** Distances worth showing: equal ones, each where it is, else the one to the neighbour that the box is in line with. */
export function distances(box: Box, others: readonly Box[], axis: Axis): readonly Guide[] {
  const line = inLine(box, others, axis)
  const { start, end } = spanOf(box, axis)
  const me: Neighbour = { box, start, end }
  const at = line.findIndex((one) => one.start >= end)
  const after = line[at]
  const before = line.findLast((one) => one.end <= start)
  const beyond = after && line.find((one) => one.start >= after.end)
  const further = before && line.findLast((one) => one.end <= before.start)
  const gap = (a: Neighbour | undefined, b: Neighbour | undefined) => (a && b ? b.start - a.end : null)
  const [toBefore, toAfter] = [gap(before, me), gap(me, after)]
  const equal = (a: number | null, b: number | null) => a !== null && b !== null && a > 0 && same(a, b)
  const pairs: (readonly [Neighbour, Neighbour])[] = []
  if (before && after && equal(toBefore, toAfter)) pairs.push([before, me], [me, after])
  if (further && before && equal(gap(further, before), toBefore)) pairs.push([further, before], [before, me])
  if (after && beyond && equal(toAfter, gap(after, beyond))) pairs.push([me, after], [after, beyond])
  if (pairs.length === 0) {
    const aligned = [...(before ? [[before, me] as const] : []), ...(after ? [[me, after] as const] : [])].filter((pair) =>
      pair.every((one) => one === me || shareLine(box, one.box, across(axis))),
    )
    const nearest = aligned.sort((a, b) => a[1].start - a[0].end - (b[1].start - b[0].end))[0]
    const away = nearest ? nearest[1].start - nearest[0].end : 0
    if (nearest && away > 0 && away <= FALLBACK) pairs.push(nearest)
  }
  const unique = new Map(pairs.map(([a, b]) => [`${a.end} ${b.start}`, guideOf(a, b, axis)]))
  return [...unique.values()]
}

function shareLine(a: Box, b: Box, axis: Axis): boolean {
  const lines = (box: Box) => {
    const { start, end } = spanOf(box, axis)
    return [start, (start + end) / 2, end]
  }
  return lines(a).some((one) => lines(b).some((other) => same(one, other)))
}

/** A line from one to the other, halfway up what they have in common. */
function guideOf(a: Neighbour, b: Neighbour, axis: Axis): Guide {
  const [one, other] = [spanOf(a.box, across(axis)), spanOf(b.box, across(axis))]
  const middle = (Math.max(one.start, other.start) + Math.min(one.end, other.end)) / 2
  return { axis: across(axis), at: middle, from: a.end, to: b.start, distance: b.start - a.end }
}
