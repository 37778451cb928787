import type { Box, PageSize } from '#domain/pack'
import { around, keepOn, type PlacedBox, type Spot, shifted } from './boxes.ts'
import type { Guide } from './guide.ts'
import { snap } from './snap.ts'

/** What a move begins from. It reads nothing else while it lasts: what others do meanwhile is met when it ends. */
export interface MoveStart {
  readonly boxes: Readonly<Record<string, PlacedBox>>
  readonly from: Spot
  readonly pages: readonly PageSize[]
  /** Boxes of other fields by page, to snap to. */
  readonly others: readonly PlacedBox[]
  /** Thousandths of a point within which edges snap. */
  readonly reach: number
}
export interface Moved {
  readonly boxes: Readonly<Record<string, PlacedBox>>
  readonly guides: readonly Guide[]
  readonly page: number
}

/**
 * Where the boxes stand with the pointer at `to`. They keep their distances and stay on their pages. Boxes of one
 * page go to the page under the pointer; those of several stay on their own.
 */
export function moved(start: MoveStart, to: Spot, { free = false } = {}): Moved {
  const entries = Object.entries(start.boxes)
  const pages = new Set(entries.map(([, box]) => box.page))
  const together = pages.size === 1
  const page = together && start.pages[to.page] ? to.page : start.from.page
  const [dx, dy] = to.page === start.from.page || together ? [to.x - start.from.x, to.y - start.from.y] : [0, 0]
  const place = (boxes: readonly (readonly [string, PlacedBox])[], x: number, y: number) =>
    Object.fromEntries(boxes.map(([key, box]) => [key, { ...shifted(box, x, y), page: together ? page : box.page }]))

  if (!together) {
    const kept = entries.reduce((shift, [, box]) => narrow(shift, start.pages[box.page], box), { dx, dy })
    return { boxes: place(entries, kept.dx, kept.dy), guides: [], page }
  }
  const size = start.pages[page]!
  const group = shifted(around(entries.map(([, box]) => box)), dx, dy)
  const others = start.others.filter((box) => box.page === page)
  const snapped = free ? { dx: 0, dy: 0, guides: [] } : snap(group, others, size, start.reach)
  const kept = keepOn(size, shifted(group, snapped.dx, snapped.dy))
  const guides = kept.dx === 0 && kept.dy === 0 ? snapped.guides : []
  return { boxes: place(entries, dx + snapped.dx + kept.dx, dy + snapped.dy + kept.dy), guides, page }
}

function narrow(shift: { dx: number; dy: number }, page: PageSize | undefined, box: Box): { dx: number; dy: number } {
  if (!page) return shift
  const kept = keepOn(page, shifted(box, shift.dx, shift.dy))
  return { dx: shift.dx + kept.dx, dy: shift.dy + kept.dy }
}

/** Boxes moved by arrow keys: clamped together, never snapped. */
export function nudged(boxes: Readonly<Record<string, PlacedBox>>, pages: readonly PageSize[], dx: number, dy: number) {
  const entries = Object.entries(boxes)
  const kept = entries.reduce((shift, [, box]) => narrow(shift, pages[box.page], box), { dx, dy })
  return Object.fromEntries(entries.map(([key, box]) => [key, shifted(box, kept.dx, kept.dy)]))
}
