import { withPacked } from './packed.ts'
import type { NotASignatureImage, SignatureImage } from './types.ts'

export const MOST_PICTURE_BYTES = 10 * 1024 * 1024
const MOST_PIXELS = 25_000_000
interface Box {
  readonly width: number
  readonly height: number
}
/** More than this no field of a page shows. */
const SIGNATURE: Box = { width: 1200, height: 600 }
/** Of a picture that stands for itself: some 150 dots an inch where it fills half a page. */
const PICTURE: Box = { width: 1200, height: 1200 }
const FORMATS = ['png', 'jpeg', 'webp']

export const normaliseSignatureImage = (upload: Uint8Array) => normalise(upload, SIGNATURE)
export const normalisePicture = (upload: Uint8Array) => normalise(upload, PICTURE)

/** Writes an upload again: only the picture stays, without metadata, upright, no larger than needed. */
async function normalise(upload: Uint8Array, box: Box): Promise<SignatureImage | NotASignatureImage> {
  if (upload.length > MOST_PICTURE_BYTES) return { ok: false, reason: 'too-large' }
  const format = formatOf(upload)
  if (format === 'heic') return { ok: false, reason: 'heic' }
  if (format === null) return { ok: false, reason: 'not-an-image' }
  // Loaded with the first picture: the server knows this folder, but reads pictures in processes.
  const { default: sharp } = await import('sharp')
  try {
    const image = sharp(upload, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
    const { width, height, format: found } = await image.metadata()
    if (!FORMATS.includes(found)) return { ok: false, reason: 'not-an-image' }
    if (width * height > MOST_PIXELS) return { ok: false, reason: 'too-many-pixels' }
    const { data, info } = await image
      .autoOrient()
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .png({ compressionLevel: 6, palette: false })
      .toBuffer({ resolveWithObject: true })
    return { ok: true, bytes: await withPacked(data), width: info.width, height: info.height }
  } catch (error) {
    const pixels = error instanceof Error && /pixel limit/i.test(error.message)
    return { ok: false, reason: pixels ? 'too-many-pixels' : 'not-an-image' }
  }
}

/** By its first bytes: other decoders that sharp brings along are never asked. */
function formatOf(bytes: Uint8Array): 'png' | 'jpeg' | 'webp' | 'heic' | null {
  const text = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('RIFF') && text.slice(8) === 'WEBP') return 'webp'
  if (/^....ftyp(hei[cxms]|hev[cxms]|mif1|msf1)/s.test(text)) return 'heic'
  return null
}
