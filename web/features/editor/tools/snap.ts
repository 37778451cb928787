import type { Box, PageSize } from '#domain/pack'
import { distances, evenShifts } from './gaps.ts'
import type { Guide } from './guide.ts'

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

/** How far to shift the box so that its edges or centres meet those of others or of the page, or so that gaps are equal. */
export function snap(
  box: Box,
  others: readonly Box[],
  page: PageSize,
  reach: number,
  free: Free = ALL_FREE,
): { readonly dx: number; readonly dy: number; readonly guides: readonly Guide[] } {
  // Only a box that moves as a whole keeps its length, so only then can its gaps be made equal.
  const even = (axis: Axis) => (free === ALL_FREE ? evenShifts(box, others, axis) : [])
  const dx = nearest([...shiftsOnto(own(box, 'x', free), linesOf(others, page, 'x')), ...even('x')], reach)
  const dy = nearest([...shiftsOnto(own(box, 'y', free), linesOf(others, page, 'y')), ...even('y')], reach)
  const moved = { ...box, x: box.x + dx, y: box.y + dy }
  const axes = ['x', 'y'] as const
  const lines = axes.flatMap((axis) => guidesOf(moved, others, page, axis, free))
  return { dx, dy, guides: [...lines, ...axes.flatMap((axis) => distances(moved, others, axis))] }
}

function shiftsOnto(mine: readonly number[], lines: readonly Line[]): readonly number[] {
  return mine.flatMap((at) => lines.map((line) => line.at - at))
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

/** The smallest shift within reach; of equal ones the first, so that lines come before gaps. */
function nearest(shifts: readonly number[], reach: number): number {
  let best: number | null = null
  for (const shift of shifts) {
    if (Math.abs(shift) <= reach && (best === null || Math.abs(shift) < Math.abs(best))) best = shift
  }
  return Math.round(best ?? 0)
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
  // Both edges in line say it all: the middle is so too.
  const [first, middle, last] = own(box, axis, ALL_FREE)
  const isMet = (at: number | undefined) => [...met.keys()].some((line) => at !== undefined && Math.abs(line - at) < 1)
  const both = isMet(first) && isMet(last)
  return [...met.values()].filter(({ at }) => !(both && middle !== undefined && Math.abs(at - middle) < 1))
}
