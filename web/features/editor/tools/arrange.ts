import { around, type PlacedBox } from './boxes.ts'

export type Alignment = 'left' | 'centre' | 'right' | 'top' | 'middle' | 'bottom'
type Boxes = Readonly<Record<string, PlacedBox>>

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

/** All as large as the first. */
export function sameSize(boxes: Boxes, first: { readonly width: number; readonly height: number }): Boxes {
  return Object.fromEntries(Object.entries(boxes).map(([key, box]) => [key, { ...box, width: first.width, height: first.height }]))
}
