/** A point of a path, to thousandths: the same characters on every machine. */
export function point(x: number, y: number): string {
  return `${rounded(x)} ${rounded(y)}`
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000 + 0
}
