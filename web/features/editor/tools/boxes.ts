import type { Box, PageSize } from '#domain/pack'

/** Where something is on a page, in thousandths of a point. */
export interface Spot {
  readonly page: number
  readonly x: number
  readonly y: number
}
export interface PlacedBox extends Box {
  readonly page: number
}

export function around(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}

/** The nearest shift that keeps a box on the page; one larger than the page is aligned with its top left. */
export function keepOn(page: PageSize, box: Box): { readonly dx: number; readonly dy: number } {
  return { dx: into(box.x, box.width, page.width), dy: into(box.y, box.height, page.height) }
}

function into(at: number, length: number, room: number): number {
  if (at < 0 || length > room) return -at
  return Math.min(0, room - at - length)
}

export function shifted<B extends Box>(box: B, dx: number, dy: number): B {
  return { ...box, x: Math.round(box.x + dx), y: Math.round(box.y + dy) }
}

/** The box between two points, in any drawing direction. */
export function between(a: { readonly x: number; readonly y: number }, b: { readonly x: number; readonly y: number }): Box {
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) }
}

export function touches(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}
