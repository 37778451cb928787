import { mkdir } from 'node:fs/promises'
import sharp from 'sharp'
import type { Picture } from '../../pdf/support/pixels.ts'

/** Ink of a page: 0 where it is white, 1 where it is black. */
export interface Ink {
  readonly width: number
  readonly height: number
  readonly at: Float32Array
}
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

function inkOf(width: number, height: number, rgb: (x: number, y: number) => readonly [number, number, number]): Ink {
  const at = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [r, g, b] = rgb(x, y)
      at[y * width + x] = 1 - (r + g + b) / 765
    }
  }
  return { width, height, at }
}
export async function inkOfScreen(png: Buffer): Promise<Ink> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number, channel: number) => data[(y * info.width + x) * 3 + channel]!
  return inkOf(info.width, info.height, (x, y) => [at(x, y, 0), at(x, y, 1), at(x, y, 2)])
}
export const inkOfPicture = ({ width, height, at }: Picture): Ink => inkOf(width, height, at)

/** A picture of it, kept with the other screens for looking into a failure. */
export async function keepInk({ width, height, at }: Ink, name: string): Promise<void> {
  await mkdir('test-results/screens', { recursive: true })
  const pixels = Buffer.from(at.map((ink) => 255 * (1 - ink)))
  await sharp(pixels, { raw: { width, height, channels: 1 } }).toFile(`test-results/screens/${name}.png`)
}

/** The part of it in a box, white where that reaches beyond. */
function cut({ width, height, at }: Ink, box: Box): Ink {
  const part = new Float32Array(box.width * box.height)
  for (let y = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++) {
      const [X, Y] = [x + box.x, y + box.y]
      if (X >= 0 && Y >= 0 && X < width && Y < height) part[y * box.width + x] = at[Y * width + X]!
    }
  }
  return { width: box.width, height: box.height, at: part }
}

/** The same without what stands left of or above a pixel. */
export function from(ink: Ink, x: number, y: number): Ink {
  return x === 0 && y === 0 ? ink : cut(ink, { x, y, width: ink.width - x, height: ink.height - y })
}

/** Blurred by a pixel to each side: what two renderers do differently at an edge cancels out. */
function blurred({ width, height, at }: Ink): Ink {
  const pass = (from: Float32Array, step: number) => from.map((ink, i) => ((from[i - step] ?? 0) + 2 * ink + (from[i + step] ?? 0)) / 4)
  return { width, height, at: pass(pass(at, 1), width) }
}

/** The same, moved by up to a pixel to the right and down. */
function moved({ width, height, at }: Ink, x: number, y: number): Ink {
  const along = (step: number, part: number, from: Float32Array) =>
    part === 0 ? from : from.map((ink, i) => ink * (1 - part) + (from[i - step] ?? 0) * part)
  return { width, height, at: along(width, y, along(1, x, at)) }
}

/** The part of the ink that is not where the other has it, from 0 (the same) to 1 (nothing in common); `b` begins at (x, y) of `a`. */
function apart(a: Ink, b: Ink, x: number, y: number): number {
  let [other, all] = [0, 0]
  for (let row = 0; row < a.height; row++) {
    for (let column = 0; column < a.width; column++) {
      const here = a.at[row * a.width + column]!
      const there = b.at[(row - y) * b.width + column - x]!
      other += Math.abs(here - there)
      all += here + there
    }
  }
  return all === 0 ? 1 : other / all
}

/**
 * A page's corner falls between pixels, and a browser puts the foot of a line onto a whole one: by up to a pixel, a
 * third of a point here, what is shown stands elsewhere than it says.
 */
const ASTRAY = [-1, -0.5, 0, 0.5, 1]
const HALVES = [0, 0.5]

/** A page as one of the two shows it. */
export interface Shown {
  readonly ink: Ink
  /** Pixels a point, across and down: they differ where a page's size was rounded. */
  readonly scale: readonly [x: number, y: number]
}

/** How far what is shown in a box, in points, is from what is printed there, at best; `steps` says where else in the print to look, in pixels. */
export function apartIn(shown: Shown, printed: Shown, box: Box, steps: readonly (readonly [x: number, y: number])[] = [[0, 0]]): number {
  const corner = ({ scale: [x, y] }: Shown) => [Math.round(box.x * x), Math.round(box.y * y)] as const
  const [width, height] = [Math.ceil(box.width * shown.scale[0]), Math.ceil(box.height * shown.scale[1])]
  const reach = 2 + Math.max(...steps.flat().map(Math.abs))
  const [left, top] = corner(printed)
  const here = blurred(cut(shown.ink, { x: corner(shown)[0], y: corner(shown)[1], width, height }))
  const there = blurred(cut(printed.ink, { x: left - reach, y: top - reach, width: width + 2 * reach, height: height + 2 * reach }))
  const ways = HALVES.map((x) => HALVES.map((y) => moved(there, x, y)))
  let best = 1
  for (const [stepX, stepY] of steps) {
    for (const x of ASTRAY) {
      for (const y of ASTRAY) {
        const way = ways[x % 1 === 0 ? 0 : 1]![y % 1 === 0 ? 0 : 1]!
        best = Math.min(best, apart(here, way, stepX + Math.floor(x) - reach, stepY + Math.floor(y) - reach))
      }
    }
  }
  return best
}
