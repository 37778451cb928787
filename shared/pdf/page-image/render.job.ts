import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import type { Answer } from '#pdf/worker-pool'
import { giveFallbackFonts } from './fallback-fonts.ts'
import { withGrowingTable } from './growing-table.ts'
import type { NoPageImage, PageImage, PageImageRequest } from './types.ts'

const MOST_PIXELS = 25_000_000

let started: ReturnType<typeof start> | undefined
async function start() {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm')))
  const library = await PDFiumLibrary.init({ wasmBinary: withGrowingTable(wasm).buffer })
  return { library, fonts: giveFallbackFonts(library) }
}

export default async (request: PageImageRequest): Promise<Answer<PageImage | NoPageImage>> => {
  started ??= start()
  const { library, fonts } = await started
  let drawn = await draw(library, request)
  if (drawn.ok && (await fonts.loadMissing())) drawn = await draw(library, request)
  if (!drawn.ok) return { value: drawn }
  const { pixels, size } = drawn
  const bytes = await encoded(pixels, size, request.format)
  return { value: { ok: true, bytes, ...size }, transfer: [bytes.buffer as ArrayBuffer] }
}

type Drawn = { readonly ok: true; readonly pixels: Uint8Array; readonly size: { readonly width: number; readonly height: number } }

async function draw(library: PDFiumLibrary, { pdf, page, width }: PageImageRequest): Promise<Drawn | NoPageImage> {
  const document = await library.loadDocument(pdf).catch(() => null)
  if (document === null) return { ok: false, failure: 'damaged', words: 'the file cannot be opened' }
  try {
    if (page < 0 || page >= document.getPageCount()) return { ok: false, failure: 'no-such-page', words: `no page ${page}` }
    const sheet = document.getPage(page)
    const { originalWidth, originalHeight } = sheet.getOriginalSize()
    const scale = Math.min(width / originalWidth, Math.sqrt(MOST_PIXELS / (originalWidth * originalHeight)))
    const size = { width: atLeastOne(originalWidth * scale), height: atLeastOne(originalHeight * scale) }
    const { data } = await sheet.render({ ...size, renderFormFields: true, colorSpace: 'BGRA', render: 'bitmap' })
    return { ok: true, pixels: data, size }
  } finally {
    document.destroy()
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
