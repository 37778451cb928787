import sharp from 'sharp'
import { withPacked } from './packed.ts'
import type { SignatureImage } from './types.ts'

/** One block of this many pixels tells how light the paper is there: shadows change slower, strokes are thinner. */
const BLOCK = 24
/** By how much darker than its paper something is ink for sure, and not at all. */
const [SURE, NONE] = [0.45, 0.12]
const SEEN = 32
const MARGIN = 6

/**
 * A photographed or scanned signature without its paper, cut to the ink. null where nothing can be told apart: it has no
 * paper, or what is on it is no writing.
 */
export async function inkOf({ bytes, width, height }: Omit<SignatureImage, 'ok'>): Promise<SignatureImage | null> {
  const picture = await sharp(bytes).raw({ depth: 'uchar' }).toBuffer()
  const paper = await lightness(bytes, width, height)
  const out = Buffer.from(picture)
  const box = { left: width, top: height, right: -1, bottom: -1 }
  let [ink, clear] = [0, 0]
  for (let at = 0; at < width * height; at += 1) {
    const [red, green, blue, alpha] = [picture[4 * at]!, picture[4 * at + 1]!, picture[4 * at + 2]!, picture[4 * at + 3]!]
    if (alpha < 128) clear += 1
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
  if (clear / (width * height) > 0.2 || share < 0.0005 || share > 0.5) return null
  const [left, top] = [Math.max(0, box.left - MARGIN), Math.max(0, box.top - MARGIN)]
  const size = { width: Math.min(width, box.right + MARGIN + 1) - left, height: Math.min(height, box.bottom + MARGIN + 1) - top }
  const png = await sharp(out, { raw: { width, height, channels: 4 } })
    .extract({ left, top, ...size })
    .png({ compressionLevel: 6, palette: false })
    .toBuffer()
  return { ok: true, bytes: await withPacked(png), ...size }
}

/** How light the paper is around each pixel. */
async function lightness(bytes: Uint8Array, width: number, height: number): Promise<Buffer> {
  const [across, down] = [Math.ceil(width / BLOCK), Math.ceil(height / BLOCK)]
  const blocks = await sharp(bytes)
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
