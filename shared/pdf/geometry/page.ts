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
  const media = upright(mediaBox) ?? upright(LETTER)!
  const crop = cropBox === undefined ? null : upright(cropBox)
  const box = (crop && clip(crop, media)) ?? media
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

type Upright = VisiblePage['box']

function upright([x0, y0, x1, y1]: Box): Upright | null {
  const box = { x: Math.min(x0, x1), y: Math.min(y0, y1), width: Math.abs(x1 - x0), height: Math.abs(y1 - y0) }
  return box.width > 0 && box.height > 0 && Number.isFinite(box.x + box.y + box.width + box.height) ? box : null
}

/** A CropBox may be larger than the MediaBox, or lie beside it; readers show only what both have in common. */
function clip(crop: Upright, media: Upright): Upright | null {
  const x = Math.max(crop.x, media.x)
  const y = Math.max(crop.y, media.y)
  const width = Math.min(crop.x + crop.width, media.x + media.width) - x
  const height = Math.min(crop.y + crop.height, media.y + media.height) - y
  return width > 0 && height > 0 ? { x, y, width, height } : null
}

function quarterTurns(degrees: number): 0 | 90 | 180 | 270 {
  const turned = ((degrees % 360) + 360) % 360
  return turned === 90 || turned === 180 || turned === 270 ? turned : 0
}
