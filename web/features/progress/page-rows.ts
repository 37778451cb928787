/** As the style sheet has them. */
const TILE = 88
const TALLEST = 176
const BELOW = 22
export const GAP_ACROSS = 16
export const GAP_DOWN = 20

interface Paper {
  readonly width: number
  readonly height: number
}

export const columnsIn = (width: number): number => Math.max(1, Math.floor((width + GAP_ACROSS) / (TILE + GAP_ACROSS)))

/** Where each row of tiles begins, and where the last one ends. A row is as high as its highest page. */
export function rowTops(pages: readonly Paper[], columns: number): readonly number[] {
  const tops = [0]
  for (let at = 0; at < pages.length; at += columns) {
    const row = pages.slice(at, at + columns).map(({ width, height }) => Math.min(TALLEST, (TILE * height) / width))
    tops.push(tops.at(-1)! + Math.max(...row) + BELOW + GAP_DOWN)
  }
  return tops
}

/** The rows that touch a stretch, from one to before another; the nearest one, where the stretch is beyond them. */
export function rowsIn(tops: readonly number[], from: number, to: number): readonly [number, number] {
  const rows = tops.length - 1
  const first = tops.findIndex((_, row) => tops[row + 1] === undefined || tops[row + 1]! > from)
  const start = Math.max(0, Math.min(first, rows - 1))
  const beyond = tops.findIndex((top, row) => row > start && top >= to)
  return [start, beyond < 0 ? rows : beyond]
}
