/** The longest side of an uploaded picture, in pixels: more than any field of a page shows. */
const LONGEST = 1600
/** What a server takes as it is. */
const AS_IT_IS = { bytes: 8_000_000, pixels: 20_000_000 }

/** A photo of a kind that this browser cannot read, nor the server. */
export class UnreadablePhoto extends Error {}

/**
 * A large photo made smaller, before it goes out: phones take pictures of 48 megapixels, and no field shows a tenth of one. What the
 * browser cannot read goes out as it is, for the server to say what is wrong with it.
 *
 * @throws UnreadablePhoto for HEIC where the browser cannot read it, which hardly any but Safari can
 */
export async function shrunk(file: File): Promise<File> {
  const heic = await isHeic(file)
  const picture = await createImageBitmap(file).catch(() => null)
  if (picture === null) {
    if (heic) throw new UnreadablePhoto()
    return file
  }
  const { width, height } = picture
  try {
    if (!heic && file.size <= AS_IT_IS.bytes && width * height <= AS_IT_IS.pixels) return file
    const scale = Math.min(1, LONGEST / Math.max(width, height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(width * scale))
    canvas.height = Math.max(1, Math.round(height * scale))
    const context = canvas.getContext('2d')
    if (!context) return file
    context.imageSmoothingQuality = 'high'
    context.drawImage(picture, 0, 0, canvas.width, canvas.height)
    // A photo has no transparency to lose; others keep theirs.
    const type = heic || file.type === 'image/jpeg' ? 'image/jpeg' : 'image/png'
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.92))
    canvas.width = 0
    return blob ? new File([blob], file.name, { type }) : file
  } finally {
    picture.close()
  }
}

/** By its first bytes, as the server tells: names and types are what somebody called it. */
async function isHeic(file: File): Promise<boolean> {
  const text = String.fromCharCode(...new Uint8Array(await file.slice(0, 12).arrayBuffer()))
  return /^....ftyp(hei[cxms]|hev[cxms]|mif1|msf1)/s.test(text)
}
