import { ontoPage, type PageSize } from '#domain/pack'
import { LEAST_SIZE } from '../state/limits.ts'
import { between, keepOn, type PlacedBox, type Spot, shifted } from './boxes.ts'
import type { Guide } from './guide.ts'
import { snap } from './snap.ts'

export interface PlaceStart {
  readonly pages: readonly PageSize[]
  readonly others: readonly PlacedBox[]
  /** Of the type, as last used. */
  readonly size: PageSize
  readonly reach: number
}

/** Where a field would land with the pointer here: its middle under the pointer, on the page, snapped. */
export function hovering(
  start: PlaceStart,
  at: Spot,
  { free = false } = {},
): { readonly box: PlacedBox; readonly guides: readonly Guide[] } | null {
  const page = start.pages[at.page]
  if (!page) return null
  const { width, height } = ontoPage(page, { x: 0, y: 0, ...start.size })
  const loose = { page: at.page, x: Math.round(at.x - width / 2), y: Math.round(at.y - height / 2), width, height }
  const others = start.others.filter((box) => box.page === at.page)
  const snapped = free ? { dx: 0, dy: 0, guides: [] } : snap(loose, others, page, start.reach)
  const near = shifted(loose, snapped.dx, snapped.dy)
  const kept = keepOn(page, near)
  return { box: shifted(near, kept.dx, kept.dy), guides: kept.dx === 0 && kept.dy === 0 ? snapped.guides : [] }
}

/**
 * Where a field lands that was pressed at `from` and released at `to`: a click places one of the usual size, a drag
 * draws its box. `click`: thousandths of a point within which a release still counts as a click.
 */
export function landing(start: PlaceStart, from: Spot, to: Spot, click: number): PlacedBox | null {
  const page = start.pages[from.page]
  if (!page) return null
  const drag = to.page === from.page && Math.hypot(to.x - from.x, to.y - from.y) > click
  if (!drag) return hovering(start, from)?.box ?? null
  const drawn = between(from, to)
  const x = Math.max(0, drawn.x)
  const y = Math.max(0, drawn.y)
  const width = Math.min(Math.max(drawn.width - (x - drawn.x), LEAST_SIZE), page.width - x)
  const height = Math.min(Math.max(drawn.height - (y - drawn.y), LEAST_SIZE), page.height - y)
  return { page: from.page, x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) }
}
