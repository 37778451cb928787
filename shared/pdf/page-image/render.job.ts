import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import type { Answer } from '#pdf/worker-pool'
import type { NoPageImage, PageImage, PageImageRequest } from './types.ts'

const MOST_PIXELS = 25_000_000

let library: Promise<PDFiumLibrary> | undefined

export default async ({ pdf, page, width, format }: PageImageRequest): Promise<Answer<PageImage | NoPageImage>> => {
  library ??= PDFiumLibrary.init()
  const document = await openIn(await library, pdf)
  if (document === null) return { value: { ok: false, failure: 'damaged', words: 'the file cannot be opened' } }
  try {
    if (page < 0 || page >= document.getPageCount()) return { value: { ok: false, failure: 'no-such-page', words: `no page ${page}` } }
    const sheet = document.getPage(page)
    const { originalWidth, originalHeight } = sheet.getOriginalSize()
    const scale = Math.min(width / originalWidth, Math.sqrt(MOST_PIXELS / (originalWidth * originalHeight)))
    const size = { width: atLeastOne(originalWidth * scale), height: atLeastOne(originalHeight * scale) }
    const { data } = await sheet.render({ ...size, renderFormFields: true, colorSpace: 'BGRA', render: 'bitmap' })
    const bytes = await encoded(data, size, format)
    return { value: { ok: true, bytes, ...size }, transfer: [bytes.buffer as ArrayBuffer] }
  } finally {
    document.destroy()
  }
}

async function openIn(pdfium: PDFiumLibrary, pdf: Uint8Array): Promise<PDFiumDocument | null> {
  try {
    return await pdfium.loadDocument(pdf)
  } catch {
    return null
  }
}

async function encoded(pixels: Uint8Array, size: { width: number; height: number }, format: 'webp' | 'png'): Promise<Uint8Array> {
  const image = sharp(pixels, { raw: { ...size, channels: 4 } }).removeAlpha()
  const data = await (format === 'webp'
    ? image.webp({ quality: 75, effort: 2 })
    : image.png({ compressionLevel: 3, adaptiveFiltering: false })
  ).toBuffer()
  // A buffer of sharp's may lie in a larger one; only what is ours can move to another thread.
  return new Uint8Array(data)
}

const atLeastOne = (pixels: number) => Math.max(1, Math.round(pixels))
