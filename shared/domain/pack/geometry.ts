/** Thousandths of a point from the visible page's top left. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
export interface PageSize {
  readonly width: number
  readonly height: number
}

/** A field put back onto the page keeps this far from its edge. */
export const PAGE_GAP = 2_000
/** Fields may share this much of their borders before they count as overlapping. */
export const BORDER_ALLOWANCE = 4_000
/** How far a copy lies from its original. */
export const CLONE_SHIFT = 25_000

export function isPlace(place: { readonly page: number; readonly x: number; readonly y: number }): boolean {
  return Number.isSafeInteger(place.page) && place.page >= 0 && isOffset(place.x) && isOffset(place.y)
}

export function isSize(size: PageSize): boolean {
  return isOffset(size.width) && isOffset(size.height) && size.width > 0 && size.height > 0
}

export function isOffPage(page: PageSize, box: Box): boolean {
  return box.x < 0 || box.y < 0 || box.x + box.width > page.width || box.y + box.height > page.height
}

/** The box if it lies on the page, else the nearest one that does. */
export function ontoPage(page: PageSize, box: Box): Box {
  if (!isOffPage(page, box)) return box
  const width = Math.min(box.width, page.width)
  const height = Math.min(box.height, page.height)
  return { x: within(box.x, page.width - width), y: within(box.y, page.height - height), width, height }
}

export function overlaps(a: Box, b: Box): boolean {
  return meet(a.x, a.width, b.x, b.width) && meet(a.y, a.height, b.y, b.height)
}

// 72,000 inches: far beyond any page, and safe to add up.
function isOffset(value: number): boolean {
  return Number.isSafeInteger(value) && Math.abs(value) <= 100_000_000
}

function within(at: number, most: number): number {
  const gap = Math.min(PAGE_GAP, Math.floor(most / 2))
  return Math.min(Math.max(at, gap), most - gap)
}

function meet(a: number, lengthA: number, b: number, lengthB: number): boolean {
  return a + lengthA - BORDER_ALLOWANCE > b && b + lengthB - BORDER_ALLOWANCE > a
}
