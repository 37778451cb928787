import { type Box, overlaps, type PageSize } from '#domain/pack'
import { LEAST_SIZE } from '../state/limits.ts'
import type { PlacedBox, Spot } from './boxes.ts'
import type { Guide } from './guide.ts'
import { snap } from './snap.ts'

/** The handle that is held, by compass. */
export const HANDLES = ['nw', 'n', 'ne', 'w', 'e', 'sw', 's', 'se'] as const
export type Handle = (typeof HANDLES)[number]

export interface ResizeStart {
  readonly box: PlacedBox
  readonly handle: Handle
  readonly from: Spot
  readonly page: PageSize
  readonly others: readonly PlacedBox[]
  readonly reach: number
}

/** The box with the held edges at the pointer: the opposite ones stay, and it keeps on the page, off other fields, and a least size. */
export function resized(
  start: ResizeStart,
  to: Spot,
  { ratio = false, free = false } = {},
): { readonly box: PlacedBox; readonly guides: readonly Guide[] } {
  const { box, handle, page } = start
  const [w, e, n, s] = [handle.includes('w'), handle.includes('e'), handle.includes('n'), handle.includes('s')]
  let [left, top, right, bottom] = [box.x, box.y, box.x + box.width, box.y + box.height]
  const [dx, dy] = [to.x - start.from.x, to.y - start.from.y]
  if (w) left += dx
  if (e) right += dx
  if (n) top += dy
  if (s) bottom += dy
  const held = { left: w, centre: false, right: e, top: n, middle: false, bottom: s }
  const drawn = { x: left, y: top, width: right - left, height: bottom - top }
  const others = start.others.filter((other) => other.page === box.page)
  const snapped = free || ratio ? { dx: 0, dy: 0, guides: [] } : snap(drawn, others, page, start.reach, held)
  if (w) left = bound(left + snapped.dx, 0, right - LEAST_SIZE)
  if (e) right = bound(right + snapped.dx, left + LEAST_SIZE, page.width)
  if (n) top = bound(top + snapped.dy, 0, bottom - LEAST_SIZE)
  if (s) bottom = bound(bottom + snapped.dy, top + LEAST_SIZE, page.height)
  const isScaled = ratio && (w || e) && (n || s)
  if (isScaled) {
    const scale = Math.min(
      Math.max((right - left) / box.width, (bottom - top) / box.height),
      (w ? right : page.width - left) / box.width,
      (n ? bottom : page.height - top) / box.height,
    )
    ;({ left, top, right, bottom } = scaled(start, scale))
  }
  for (const other of others) {
    const stops = stopsAt(start, { left, top, right, bottom }, other)
    if (stops.length === 0) continue
    const scaleOf = (stop: Stop) => (stop.axis === 'x' ? (stop.right - stop.left) / box.width : (stop.bottom - stop.top) / box.height)
    const stop = stops.reduce((most, each) => (scaleOf(each) > scaleOf(most) ? each : most))
    ;({ left, top, right, bottom } = isScaled ? scaled(start, scaleOf(stop)) : stop)
  }
  const x = Math.round(left)
  const y = Math.round(top)
  return { box: { page: box.page, x, y, width: Math.round(right) - x, height: Math.round(bottom) - y }, guides: snapped.guides }
}

function bound(at: number, least: number, most: number): number {
  return Math.min(Math.max(at, least), Math.max(least, most))
}

interface Edges {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}
interface Stop extends Edges {
  readonly axis: 'x' | 'y'
}

/** The box as it was, larger or smaller from the edges that are not held. */
function scaled({ box, handle }: ResizeStart, scale: number): Edges {
  const [width, height] = [box.width * scale, box.height * scale]
  const left = handle.includes('w') ? box.x + box.width - width : box.x
  const top = handle.includes('n') ? box.y + box.height - height : box.y
  return { left, top, right: left + width, bottom: top + height }
}

/** What is left of the drawn edges where a held one stops at the other field: a choice of both axes at a corner, none where the field is in no way. */
function stopsAt({ box, handle }: ResizeStart, drawn: Edges, other: Box): readonly Stop[] {
  const asBox = { x: drawn.left, y: drawn.top, width: drawn.right - drawn.left, height: drawn.bottom - drawn.top }
  if (!overlaps(asBox, other) || overlaps(box, other)) return []
  const right = Math.max(other.x, box.x + box.width)
  const left = Math.min(other.x + other.width, box.x)
  const bottom = Math.max(other.y, box.y + box.height)
  const top = Math.min(other.y + other.height, box.y)
  const stops: readonly (false | Stop)[] = [
    handle.includes('e') && { ...drawn, right, axis: 'x' },
    handle.includes('w') && { ...drawn, left, axis: 'x' },
    handle.includes('s') && { ...drawn, bottom, axis: 'y' },
    handle.includes('n') && { ...drawn, top, axis: 'y' },
  ]
  return stops
    .filter((stop) => stop !== false)
    .filter((stop) => !overlaps({ x: stop.left, y: stop.top, width: stop.right - stop.left, height: stop.bottom - stop.top }, other))
}
