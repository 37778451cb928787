import fc from 'fast-check'
import {
  type Box,
  compose,
  inverse,
  type Matrix,
  type PageBoxes,
  toUserSpace,
  transform,
  type VisiblePage,
  visiblePage,
} from '#pdf/geometry'
import type { Stamp } from '#pdf/stamp'
import { rawFile, streamOf } from './raw.ts'

/** A page as a file might have it: boxes anywhere, written in any way, at any level of the tree. */
export interface RandomPage {
  readonly media: Box
  readonly crop: Box | null
  readonly rotate: number | null
  readonly unit: number | null
  /** Where in the tree each of them stands. */
  readonly inherited: { readonly media: boolean; readonly crop: boolean; readonly rotate: boolean }
  /** What the tree says where the page says it better. */
  readonly contradicted: boolean
  readonly content: readonly string[]
}

/** Content that leaves the page otherwise than it found it. Nothing here is red or blue. */
const UNBALANCED = [
  'Q Q',
  'q',
  'q 0 0 5 5 re W n',
  '0.5 0 0 0.5 20 30 cm',
  '0 1 -1 0 50 0 cm',
  '/OC /None BDC q',
  'BT (Q Q Q) pop 30 30 Td',
  '(Q \\) Q) pop % Q\n<51> pop /Q pop',
  'q BI /W 2 /H 2 /BPC 8 /CS /G ID Q Q\nEI Q',
  '0.8 g 0 0 40 40 re f',
  '[3 2] 0 d 5 w 2 J 1 j',
  '/Gone gs',
  'ET EMC',
] as const

/** Room for the stamp on every page, whatever its unit: in points. */
const [LEAST, MOST] = [160, 700]
const number = (min: number, max: number) =>
  fc.oneof(
    fc.integer({ min: Math.ceil(min), max: Math.floor(max) }),
    fc.integer({ min: Math.ceil(min * 100), max: Math.floor(max * 100) }).map((n) => n / 100),
  )

export const randomPage: fc.Arbitrary<RandomPage> = fc
  .record({
    unit: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, fc.constantFrom(0.5, 1, 2, 3.6), { weight: 1, arbitrary: fc.constant(72) }),
    width: number(LEAST, MOST),
    height: number(LEAST, MOST),
    origin: fc.record({ x: number(-900, 900), y: number(-900, 900) }),
    /** How far the MediaBox goes beyond what is shown, on each side; null: there is no CropBox. */
    margins: fc.option(fc.array(number(0, 300), { minLength: 4, maxLength: 4 }), { freq: 2 }),
    /** The CropBox goes beyond the MediaBox instead. */
    beyond: fc.boolean(),
    corners: fc.record({ media: fc.nat(3), crop: fc.nat(3) }),
    rotate: fc.constantFrom(null, 0, 90, 180, 270, -90, -180, 450, 720),
    inherited: fc.record({ media: fc.boolean(), crop: fc.boolean(), rotate: fc.boolean() }),
    contradicted: fc.boolean(),
    content: fc.array(fc.constantFrom(...UNBALANCED), { maxLength: 5 }),
  })
  .map(({ unit, width, height, origin, margins, beyond, corners, rotate, inherited, contradicted, content }) => {
    const per = 1 / (unit ?? 1)
    const [x, y] = [origin.x * per, origin.y * per]
    const shown = exact([x, y, x + width * per, y + height * per])
    const [left = 0, bottom = 0, right = 0, top = 0] = (margins ?? []).map((each) => each * per)
    const around = exact([shown[0] - left, shown[1] - bottom, shown[2] + right, shown[3] + top])
    const [media, crop] = margins === null ? [shown, null] : beyond ? [shown, around] : [around, shown]
    return {
      media: fromCorner(media, corners.media),
      crop: crop && fromCorner(crop, corners.crop),
      rotate,
      unit,
      inherited,
      contradicted,
      content,
    }
  })

/** As it is written. */
function exact(box: Box): Box {
  return box.map((each) => Number(written(each))) as unknown as Box
}

/** The same box, written from another corner. */
function fromCorner([a, b, c, d]: Box, corner: number): Box {
  return (
    [
      [a, b, c, d],
      [c, b, a, d],
      [a, d, c, b],
      [c, d, a, b],
    ] as const
  )[corner]!
}

export function shownOf({ media, crop, rotate, unit }: RandomPage): VisiblePage {
  const boxes: PageBoxes = { mediaBox: media, cropBox: crop ?? undefined, rotate: rotate ?? undefined, userUnit: unit ?? undefined }
  return visiblePage(boxes)
}

/** One file of these pages, each under a node of its own that may say more than the page does. */
export function fileOf(pages: readonly RandomPage[]): Buffer {
  const first = 3
  const objects = pages.flatMap((page, at) => {
    const [node, leaf, content] = [first + 3 * at, first + 3 * at + 1, first + 3 * at + 2]
    const { media, crop, rotate, unit, inherited, contradicted } = page
    const says = (key: string, value: Box | number | null, above: boolean, nonsense: string) => {
      const own = value === null ? '' : `/${key} ${typeof value === 'number' ? value : `[${value.map(written).join(' ')}]`}`
      return above ? [own, ''] : [contradicted && value !== null ? `/${key} ${nonsense}` : '', own]
    }
    const said = [
      says('MediaBox', media, inherited.media, '[0 0 33 44]'),
      says('CropBox', crop, inherited.crop, '[1 2 3 4]'),
      says('Rotate', rotate, inherited.rotate, '90'),
    ]
    const entries = (level: number) => said.map((each) => each[level]).join(' ')
    return [
      `<< /Type /Pages /Parent 2 0 R /Kids [${leaf} 0 R] /Count 1 ${entries(0)} >>`,
      `<< /Type /Page /Parent ${node} 0 R /Contents ${content} 0 R ${unit === null ? '' : `/UserUnit ${unit}`} ${entries(1)} >>`,
      streamOf(page.content.join('\n')),
    ]
  })
  const kids = pages.map((_, at) => `${first + 3 * at} 0 R`).join(' ')
  return rawFile(['<< /Type /Catalog /Pages 2 0 R >>', `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`, ...objects])
}
const written = (value: number) => String(Number(value.toFixed(5)))

/** Where the stamp is put, in points from the visible page's top left: red, with a blue corner at its top left. */
export const PLACE = { x: 72, y: 72, width: 60, height: 30 }
export const CORNER = { x: 72, y: 72, width: 20, height: 10 }

/** The stamp for each page; `wrong` is a matrix that a mistaken geometry would have put it there with. */
export function stampsFor(pages: readonly RandomPage[], wrong?: Wrong): Stamp[] {
  return pages.map((page, at) => {
    const shown = shownOf(page)
    const moved = wrong ? compose(wrong(shown, page), inverse(toUserSpace(shown))!) : ([1, 0, 0, 1, 0, 0] as const)
    const block = ({ x, y, width, height }: typeof PLACE) => {
      const corners = [
        [x, y],
        [x + width, y],
        [x + width, y + height],
        [x, y + height],
      ] as const
      const points = corners.map(([x, y]) => transform(moved, { x, y })).map(({ x, y }) => `${written(x)} ${written(y)}`)
      return `M ${points.join(' L ')} Z`
    }
    const paints = [
      { kind: 'path', d: block(PLACE), fill: '#ff0000', width: 0 },
      { kind: 'path', d: block(CORNER), fill: '#0000ff', width: 0 },
    ] as const
    return { page: at, x: 0, y: 0, paints }
  })
}

type Wrong = (shown: VisiblePage, page: RandomPage) => Matrix

/** Mistakes that others make. Each has to be noticed. */
export const MISTAKES: Readonly<Record<string, Wrong>> = {
  'two points to the right': (shown) => compose([1, 0, 0, 1, 2, 0], toUserSpace(shown)),
  'the page’s rotation forgotten': (shown) => toUserSpace({ ...shown, rotate: 0 }),
  'turned the other way': (shown) => toUserSpace({ ...shown, rotate: ((360 - shown.rotate) % 360) as 0 | 90 | 180 | 270 }),
  'the origin taken for zero': (shown) => toUserSpace({ ...shown, box: { ...shown.box, x: 0, y: 0 } }),
  'the MediaBox taken for what is shown': (shown, { media }) => toUserSpace({ ...shown, box: visiblePage({ mediaBox: media }).box }),
  'the unit taken for a point': (shown) => toUserSpace({ ...shown, userUnit: 1 }),
  'upside down': (shown) => compose([1, 0, 0, -1, 0, shown.height], toUserSpace(shown)),
  mirrored: (shown) => compose([-1, 0, 0, 1, shown.width, 0], toUserSpace(shown)),
}

/** The smallest boxes round what is red or blue, and round what is blue, in points; nulls where there is none. */
export interface Seen {
  readonly stamp: Bounds | null
  readonly corner: Bounds | null
}
export interface Bounds {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface Pixels {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
  readonly channels: number
}

/** What a renderer shows, measured. `points` to a pixel; `data` has `channels` bytes a pixel. */
export function seenIn({ data, width, height, channels }: Pixels, points: { readonly x: number; readonly y: number }): Seen {
  const box = () => ({ left: Number.POSITIVE_INFINITY, top: Number.POSITIVE_INFINITY, right: -1, bottom: -1 })
  const [stamp, corner] = [box(), box()]
  const include = (to: ReturnType<typeof box>, x: number, y: number) => {
    to.left = Math.min(to.left, x * points.x)
    to.right = Math.max(to.right, (x + 1) * points.x)
    to.top = Math.min(to.top, y * points.y)
    to.bottom = Math.max(to.bottom, (y + 1) * points.y)
  }
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i += channels) {
      const [r, g, b] = [data[i]!, data[i + 1]!, data[i + 2]!]
      if (g > 100) continue
      const blue = b > 150 && r < 100
      if (!blue && !(r > 150 && b < 100)) continue
      include(stamp, x, y)
      if (blue) include(corner, x, y)
    }
  }
  return { stamp: stamp.right < 0 ? null : stamp, corner: corner.right < 0 ? null : corner }
}

/** How far the stamp is from where it belongs, in points; far off where it is missing or stands on its head. */
export function farOff({ stamp, corner }: Seen): number {
  const off = (seen: Bounds | null, { x, y, width, height }: typeof PLACE) =>
    seen === null
      ? Number.POSITIVE_INFINITY
      : Math.max(Math.abs(seen.left - x), Math.abs(seen.top - y), Math.abs(seen.right - x - width), Math.abs(seen.bottom - y - height))
  return Math.max(off(stamp, PLACE), off(corner, CORNER))
}
