import type { PageSize } from '#domain/pack'
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

/** The box with the held edges at the pointer: the opposite ones stay, and it keeps on the page and a least size. */
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
  if (ratio && (w || e) && (n || s)) {
    const scale = Math.min(
      Math.max((right - left) / box.width, (bottom - top) / box.height),
      (w ? right : page.width - left) / box.width,
      (n ? bottom : page.height - top) / box.height,
    )
    if (w) left = right - box.width * scale
    else right = left + box.width * scale
    if (n) top = bottom - box.height * scale
    else bottom = top + box.height * scale
  }
  const x = Math.round(left)
  const y = Math.round(top)
  return { box: { page: box.page, x, y, width: Math.round(right) - x, height: Math.round(bottom) - y }, guides: snapped.guides }
}

function bound(at: number, least: number, most: number): number {
  return Math.min(Math.max(at, least), Math.max(least, most))
}
