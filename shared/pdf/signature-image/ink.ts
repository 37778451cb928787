import sharp from 'sharp'
import { withPacked } from './packed.ts'
import type { SignatureImage } from './types.ts'

/** One block of this many pixels tells how light the paper is there: shadows change slower, strokes are thinner. */
const BLOCK = 24
/** By how much darker than its paper something is ink for sure, and not at all. */
const [SURE, NONE] = [0.45, 0.12]
const SEEN = 32
/** Share of a picture without anything on it from which on it has no paper. */
const CLEAR = 0.2
/** Writing without paper from this lightness on is not seen on white; paper below this one may bear light writing. */
const [LIGHT, DARK_PAPER] = [190, 128]
const MARGIN = 6

/**
 * A photographed or scanned signature without its paper, cut to the ink. null where ink and paper cannot be separated: there is no
 * paper, or the picture is no writing.
 */
export async function inkOf({ bytes, width, height }: Omit<SignatureImage, 'ok'>): Promise<SignatureImage | null> {
  const picture = await sharp(bytes).raw({ depth: 'uchar' }).toBuffer()
  const { isClear, isLight } = writingIn(picture)
  // What is light was written on something dark: as ink on a page it would not be seen.
  if (isLight) invert(picture)
  if (isClear) return isLight ? { ok: true, bytes: await withPacked(await pngOf(picture, width, height)), width, height } : null
  const paper = await lightness(picture, width, height)
  const out = Buffer.from(picture)
  const box = { left: width, top: height, right: -1, bottom: -1 }
  let ink = 0
  for (let at = 0; at < width * height; at += 1) {
    const [red, green, blue, alpha] = [picture[4 * at]!, picture[4 * at + 1]!, picture[4 * at + 2]!, picture[4 * at + 3]!]
    const darker = 1 - (0.299 * red + 0.587 * green + 0.114 * blue) / Math.max(1, paper[at]!)
    const left = Math.round(alpha * Math.min(1, Math.max(0, (darker - NONE) / (SURE - NONE))))
    out[4 * at + 3] = left
    if (left < SEEN) continue
    ink += 1
    const [x, y] = [at % width, Math.floor(at / width)]
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y)
  }
  const share = ink / (width * height)
  if (share < 0.0005 || share > 0.5) return null
  const [left, top] = [Math.max(0, box.left - MARGIN), Math.max(0, box.top - MARGIN)]
  const size = { width: Math.min(width, box.right + MARGIN + 1) - left, height: Math.min(height, box.bottom + MARGIN + 1) - top }
  const png = await sharp(out, { raw: { width, height, channels: 4 } })
    .extract({ left, top, ...size })
    .png({ compressionLevel: 6, palette: false })
    .toBuffer()
  return { ok: true, bytes: await withPacked(png), ...size }
}

const luma = (picture: Buffer, at: number) => 0.299 * picture[at]! + 0.587 * picture[at + 1]! + 0.114 * picture[at + 2]!

/**
 * Whether there is no paper, and whether the writing is light. On paper it is the few pixels that differ most from the many; without any
 * it is all that is seen.
 */
function writingIn(picture: Buffer): { readonly isClear: boolean; readonly isLight: boolean } {
  const pixels = picture.length / 4
  const counts = new Uint32Array(256)
  let seen = 0
  for (let at = 0; at < picture.length; at += 4) {
    if (picture[at + 3]! < 128) continue
    seen += 1
    counts[Math.round(luma(picture, at))]! += 1
  }
  const quantile = (part: number) => {
    let below = 0
    return counts.findIndex((count) => {
      below += count
      return below > part * seen
    })
  }
  const middle = quantile(0.5)
  if (pixels - seen > CLEAR * pixels) return { isClear: true, isLight: seen > 0 && middle > LIGHT }
  return { isClear: false, isLight: middle < DARK_PAPER && quantile(0.995) - middle > middle - quantile(0.005) }
}

function invert(picture: Buffer): void {
  for (let at = 0; at < picture.length; at += 4) for (const channel of [at, at + 1, at + 2]) picture[channel] = 255 - picture[channel]!
}

const pngOf = (picture: Buffer, width: number, height: number) =>
  sharp(picture, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 6, palette: false })
    .toBuffer()

/** How light the paper is around each pixel. */
async function lightness(picture: Buffer, width: number, height: number): Promise<Buffer> {
  const [across, down] = [Math.ceil(width / BLOCK), Math.ceil(height / BLOCK)]
  const blocks = await sharp(picture, { raw: { width, height, channels: 4 } })
    .flatten({ background: '#fff' })
    .greyscale()
    .resize(across, down, { fit: 'fill' })
    .raw({ depth: 'uchar' })
    .toBuffer()
  return sharp(blocks, { raw: { width: across, height: down, channels: 1 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .toColourspace('b-w')
    .raw({ depth: 'uchar' })
    .toBuffer()
}
