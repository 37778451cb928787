import type { Box, PageSize } from '#domain/pack'

/** A line that shows why a box stands where it stands, in thousandths of a point of the page. */
export interface Guide {
  readonly axis: 'x' | 'y'
  readonly at: number
  readonly from: number
  readonly to: number
}
/** Which of the box's edges may move: while resizing only those that are held. */
export interface Free {
  readonly left: boolean
  readonly centre: boolean
  readonly right: boolean
  readonly top: boolean
  readonly middle: boolean
  readonly bottom: boolean
}
export const ALL_FREE: Free = { left: true, centre: true, right: true, top: true, middle: true, bottom: true }

interface Line {
  readonly at: number
  readonly from: number
  readonly to: number
}
type Axis = 'x' | 'y'

/** How far to shift the box so that its edges or centres meet those of others or of the page. */
export function snap(
  box: Box,
  others: readonly Box[],
  page: PageSize,
  reach: number,
  free: Free = ALL_FREE,
): { readonly dx: number; readonly dy: number; readonly guides: readonly Guide[] } {
  const dx = nearest(own(box, 'x', free), linesOf(others, page, 'x'), reach)
  const dy = nearest(own(box, 'y', free), linesOf(others, page, 'y'), reach)
  const moved = { ...box, x: box.x + dx, y: box.y + dy }
  return { dx, dy, guides: [...guidesOf(moved, others, page, 'x', free), ...guidesOf(moved, others, page, 'y', free)] }
}

function own(box: Box, axis: Axis, free: Free): readonly number[] {
  const [start, length] = axis === 'x' ? [box.x, box.width] : [box.y, box.height]
  const [first, middle, last] = axis === 'x' ? [free.left, free.centre, free.right] : [free.top, free.middle, free.bottom]
  return [...(first ? [start] : []), ...(middle ? [start + length / 2] : []), ...(last ? [start + length] : [])]
}

function linesOf(others: readonly Box[], page: PageSize, axis: Axis): readonly Line[] {
  const across = axis === 'x' ? page.height : page.width
  const middle = { at: (axis === 'x' ? page.width : page.height) / 2, from: 0, to: across }
  return [middle, ...others.flatMap((box) => own(box, axis, ALL_FREE).map((at) => ({ at, ...extent(box, axis) })))]
}

function extent(box: Box, axis: Axis): { readonly from: number; readonly to: number } {
  return axis === 'x' ? { from: box.y, to: box.y + box.height } : { from: box.x, to: box.x + box.width }
}

function nearest(mine: readonly number[], lines: readonly Line[], reach: number): number {
  let best = 0
  let distance = reach + 1
  for (const at of mine) {
    for (const line of lines) {
      const away = Math.abs(line.at - at)
      if (away < distance) {
        distance = away
        best = line.at - at
      }
    }
  }
  return Math.round(best)
}

/** One guide a line that is met, as long as all that stand on it. */
function guidesOf(box: Box, others: readonly Box[], page: PageSize, axis: Axis, free: Free): readonly Guide[] {
  const mine = own(box, axis, free)
  const self = extent(box, axis)
  const met = new Map<number, Guide>()
  for (const line of linesOf(others, page, axis)) {
    if (!mine.some((at) => Math.abs(at - line.at) < 1)) continue
    const known = met.get(line.at) ?? { axis, at: line.at, ...self }
    met.set(line.at, { ...known, from: Math.min(known.from, line.from), to: Math.max(known.to, line.to) })
  }
  return [...met.values()]
}
