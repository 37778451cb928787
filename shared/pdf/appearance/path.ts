/** A point of a path, to thousandths: the same characters on every machine. */
export function point(x: number, y: number): string {
  return `${rounded(x)} ${rounded(y)}`
}

/** A box of this size, from its top left. */
export function rectangle(width: number, height: number): string {
  return `M ${point(0, 0)} L ${point(width, 0)} L ${point(width, height)} L ${point(0, height)} Z`
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000 + 0
}
