/** Points to whole thousandths of a point, the unit that is stored. */
export function toMilli(points: number): number {
  return Math.round(points * 1000)
}

/** Whole thousandths of a point to points. */
export function fromMilli(milli: number): number {
  return milli / 1000
}
