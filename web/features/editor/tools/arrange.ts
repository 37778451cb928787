import type { PageSize } from '#domain/pack'
import { around, keepOn, type PlacedBox, shifted } from './boxes.ts'

export type Alignment = 'left' | 'centre' | 'right' | 'top' | 'middle' | 'bottom'
type Boxes = Readonly<Record<string, PlacedBox>>
type Line = readonly (readonly [string, PlacedBox])[]

/** The boxes in line with the outermost of them. */
export function aligned(boxes: Boxes, to: Alignment): Boxes {
  const all = around(Object.values(boxes))
  const place = {
    left: (b: PlacedBox) => ({ ...b, x: all.x }),
    centre: (b: PlacedBox) => ({ ...b, x: Math.round(all.x + (all.width - b.width) / 2) }),
    right: (b: PlacedBox) => ({ ...b, x: all.x + all.width - b.width }),
    top: (b: PlacedBox) => ({ ...b, y: all.y }),
    middle: (b: PlacedBox) => ({ ...b, y: Math.round(all.y + (all.height - b.height) / 2) }),
    bottom: (b: PlacedBox) => ({ ...b, y: all.y + all.height - b.height }),
  }[to]
  return Object.fromEntries(Object.entries(boxes).map(([key, box]) => [key, place(box)]))
}

/** Equal gaps between the boxes, the first and the last staying where they are. */
export function distributed(boxes: Boxes, axis: 'x' | 'y'): Boxes {
  const length = axis === 'x' ? 'width' : 'height'
  const sorted = Object.entries(boxes).sort(([, a], [, b]) => a[axis] - b[axis])
  const first = sorted[0]?.[1]
  const last = sorted.at(-1)?.[1]
  if (!first || !last || sorted.length < 3) return boxes
  const taken = sorted.reduce((sum, [, box]) => sum + box[length], 0)
  const gap = (last[axis] + last[length] - first[axis] - taken) / (sorted.length - 1)
  let at = first[axis]
  return Object.fromEntries(
    sorted.map(([key, box]) => {
      const here = Math.round(at)
      at += box[length] + gap
      return [key, { ...box, [axis]: here }]
    }),
  )
}

export function sameSize(boxes: Boxes, first: { readonly width: number; readonly height: number }): Boxes {
  return Object.fromEntries(Object.entries(boxes).map(([key, box]) => [key, { ...box, width: first.width, height: first.height }]))
}

/** The gap between neighbours along an axis; null where gaps differ, where they lie on each other, or where there is none. */
export function gapOf(boxes: Boxes, axis: 'x' | 'y'): number | null {
  const length = axis === 'x' ? 'width' : 'height'
  const gaps = linesOf(boxes, axis).flatMap((line) =>
    line.slice(1).map(([, box], at) => box[axis] - line[at]![1][axis] - line[at]![1][length]),
  )
  return gaps[0] !== undefined && gaps[0] >= 0 && gaps.every((gap) => Math.abs(gap - gaps[0]!) <= 1) ? gaps[0] : null
}

/** One after another along an axis with this gap; the first of each line stays. */
export function spaced(boxes: Boxes, axis: 'x' | 'y', gap: number): Boxes {
  const length = axis === 'x' ? 'width' : 'height'
  const places = linesOf(boxes, axis).flatMap((line) => {
    let at = line[0]?.[1][axis] ?? 0
    return line.map(([key, box]) => {
      const here = at
      at += box[length] + gap
      return [key, { ...box, [axis]: here }] as const
    })
  })
  return Object.fromEntries(places)
}

/** The rows, or the columns, in which the boxes stand; where none stands next to another they are all one line. */
function linesOf(boxes: Boxes, axis: 'x' | 'y'): readonly Line[] {
  const lines = axis === 'x' ? stacked(boxes, 'y') : stacked(boxes, 'x')
  const all = lines.some((line) => line.length > 1) ? lines : [Object.entries(boxes)]
  return all.map((line) => [...line].sort(([, a], [, b]) => a[axis] - b[axis]))
}

/** In rows of so many, in the order in which they are read; each column as wide and each row as high as what stands in it. */
export function gridded(boxes: Boxes, columns: number, gap: { readonly x: number; readonly y: number }): Boxes {
  const all = around(Object.values(boxes))
  const read = inReadingOrder(boxes)
  const largest = (sizes: readonly number[]) => Math.max(0, ...sizes)
  const cell = (at: number) => [at % columns, Math.floor(at / columns)] as const
  const widths = Array.from({ length: columns }, (_, column) =>
    largest(read.flatMap(([, b], at) => (cell(at)[0] === column ? b.width : []))),
  )
  const rows = Math.ceil(read.length / columns)
  const heights = Array.from({ length: rows }, (_, row) => largest(read.flatMap(([, b], at) => (cell(at)[1] === row ? b.height : []))))
  const start = (sizes: readonly number[], at: number, between: number) => sizes.slice(0, at).reduce((sum, size) => sum + size + between, 0)
  return Object.fromEntries(
    read.map(([key, box], at) => {
      const [column, row] = cell(at)
      return [key, { ...box, x: all.x + start(widths, column, gap.x), y: all.y + start(heights, row, gap.y) }]
    }),
  )
}

function inReadingOrder(boxes: Boxes): Line {
  return stacked(boxes, 'y').flatMap((row) => [...row].sort(([, a], [, b]) => a.x - b.x))
}

/** Lines along the axis: a box belongs to one as long as its middle lies within the line's first. */
function stacked(boxes: Boxes, axis: 'x' | 'y'): readonly Line[] {
  const length = axis === 'x' ? 'width' : 'height'
  const lines: (readonly [string, PlacedBox])[][] = []
  for (const entry of Object.entries(boxes).sort(([, a], [, b]) => a[axis] - b[axis])) {
    const line = lines.at(-1)
    const first = line?.[0]?.[1]
    if (line && first && entry[1][axis] + entry[1][length] / 2 <= first[axis] + first[length]) line.push(entry)
    else lines.push([entry])
  }
  return lines
}

/** Shifted together onto the page; null where they do not fit on it. */
export function fitted(boxes: Boxes, page: PageSize): Boxes | null {
  const all = around(Object.values(boxes))
  if (all.width > page.width || all.height > page.height) return null
  const { dx, dy } = keepOn(page, all)
  return Object.fromEntries(Object.entries(boxes).map(([key, box]) => [key, shifted(box, dx, dy)]))
}
