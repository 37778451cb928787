import { toMilli, type VisiblePage } from '#pdf/geometry'

/** In thousandths of a point. */
export interface PageSize {
  readonly width: number
  readonly height: number
}

/** A page of hardly any size still has one. */
export function sizesOf({ width, height }: VisiblePage): PageSize {
  return { width: Math.max(1, toMilli(width)), height: Math.max(1, toMilli(height)) }
}
