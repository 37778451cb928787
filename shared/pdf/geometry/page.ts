import type { Matrix } from './matrix.ts'

/** Two opposite corners in PDF user space, in any order, as a file writes them. */
export type Box = readonly [number, number, number, number]

/** What a page says about itself, inherited values included. */
export interface PageBoxes {
  readonly mediaBox: Box
  readonly cropBox?: Box | undefined
  /** Degrees clockwise; anything that is not a multiple of 90 counts as 0. */
  readonly rotate?: number | undefined
  /** Points to a unit of user space. */
  readonly userUnit?: number | undefined
}

/** The part of a page that a reader shows, the way up that it is shown. */
export interface VisiblePage {
  /** Physical points (1/72 inch), after rotation. */
  readonly width: number
  readonly height: number
  /** The shown box in PDF user space. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  readonly rotate: 0 | 90 | 180 | 270
  readonly userUnit: number
}

const LETTER: Box = [0, 0, 612, 792]

export function visiblePage({ mediaBox, cropBox, rotate, userUnit }: PageBoxes): VisiblePage {
  const media = hasArea(mediaBox) ? mediaBox : LETTER
  // A CropBox may be larger than the MediaBox, or lie outside it; readers show only the part they share.
  const box = upright((cropBox && inCommon(cropBox, media)) || media)
  const turned = quarterTurns(rotate ?? 0)
  const unit = userUnit !== undefined && Number.isFinite(userUnit) && userUnit > 0 ? userUnit : 1
  const lying = turned === 90 || turned === 270
  return {
    width: (lying ? box.height : box.width) * unit,
    height: (lying ? box.width : box.height) * unit,
    box,
    rotate: turned,
    userUnit: unit,
  }
}

/** From the visible page's coordinates (points, origin top left, y down) to PDF user space. */
export function toUserSpace({ box: { x, y, width, height }, rotate, userUnit }: VisiblePage): Matrix {
  const s = 1 / userUnit
  switch (rotate) {
    case 0:
      return [s, 0, 0, -s, x, y + height]
    case 90:
      return [0, s, s, 0, x, y]
    case 180:
      return [-s, 0, 0, s, x + width, y]
    case 270:
      return [0, -s, -s, 0, x + width, y + height]
  }
}

/** Readers count in single precision, and draw nothing, or another page, where a side comes to nothing in it. */
const LEAST_SIDE = 0.001

/** Whether a box is one to every reader: of a size that is left over far from the origin too. */
export function hasArea([x0, y0, x1, y1]: Box): boolean {
  const side = (from: number, to: number) => Math.abs(Math.fround(to) - Math.fround(from))
  const [width, height] = [side(x0, x1), side(y0, y1)]
  return width >= LEAST_SIDE && height >= LEAST_SIDE && Number.isFinite(width + height)
}

/** What two boxes have in common, or null: corners in order. */
export function inCommon(one: Box, other: Box): Box | null {
  const [a, b] = [ordered(one), ordered(other)]
  const both: Box = [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])]
  return both[0] < both[2] && both[1] < both[3] && hasArea(both) ? both : null
}

const ordered = ([x0, y0, x1, y1]: Box): Box => [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)]

type Upright = VisiblePage['box']

function upright(box: Box): Upright {
  const [x, y, right, top] = ordered(box)
  return { x, y, width: right - x, height: top - y }
}

function quarterTurns(degrees: number): 0 | 90 | 180 | 270 {
  const turned = ((degrees % 360) + 360) % 360
  return turned === 90 || turned === 180 || turned === 270 ? turned : 0
}
