import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib'
import sharp from 'sharp'

/** What the files that are sealed are like. */
export interface Paper {
  readonly pages: number
  /** One picture a page, as of a scan, of so many bytes together; left out: none. */
  readonly jpegBytes?: number
  /** So many small drawings, each an object of its own, spread over all pages; left out: none. */
  readonly objects?: number
}

/** A document of A4 pages with text and a drawing on each: what offices print, and where asked for what stresses a parser. */
export async function paper(of: number | Paper): Promise<Uint8Array> {
  const { pages, jpegBytes = 0, objects = 0 } = typeof of === 'number' ? { pages: of } : of
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.TimesRoman)
  for (let page = 0; page < pages; page++) {
    const sheet = pdf.addPage([595, 842])
    printed(sheet, font, page, pages)
    if (jpegBytes > 0) sheet.drawImage(await pdf.embedJpg(await scan(page, jpegBytes / pages)), { x: 60, y: 90, width: 200, height: 100 })
    if (objects > 0) drawings(pdf, sheet, Math.ceil(objects / pages))
  }
  return pdf.save({ useObjectStreams: objects === 0 })
}

function printed(sheet: PDFPage, font: PDFFont, page: number, pages: number): void {
  sheet.drawText(`Page ${page + 1} of ${pages}`, { x: 60, y: 790, size: 16, font, color: rgb(0.1, 0.1, 0.2) })
  for (let line = 0; line < 44; line++) {
    sheet.drawText(`${line + 1}. The parties agree on clause ${page * 44 + line} as it is written here, and on no other one.`, {
      x: 60,
      y: 760 - line * 15,
      size: 10,
      font,
    })
  }
  sheet.drawRectangle({ x: 60, y: 40, width: 475, height: 40, borderWidth: 1, borderColor: rgb(0.4, 0.4, 0.4) })
}

function drawings(pdf: PDFDocument, sheet: PDFPage, count: number): void {
  const drawn = Array.from({ length: count }, (_, at) => {
    const form = pdf.context.stream(`0 0 ${1 + (at % 3)} 1 re f`, { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 4, 4] })
    const name = sheet.node.newXObject('Mark', pdf.context.register(form))
    return `q 1 0 0 1 ${60 + (at % 100) * 4} ${30 + Math.floor(at / 100) * 4} cm ${name} Do Q`
  })
  sheet.node.addContentStream(pdf.context.register(pdf.context.stream(drawn.join('\n'))))
}

/** Grains of grey, in as good a quality as fits into so many bytes. */
async function scan(seed: number, bytes: number): Promise<Uint8Array> {
  const side = Math.max(8, Math.round(Math.sqrt(bytes)))
  const grains = Uint8Array.from({ length: side * side }, (_, at) => ((at * 2_654_435_761 + seed * 40_503) >>> 13) & 255)
  return sharp(grains, { raw: { width: side, height: side, channels: 1 } })
    .jpeg({ quality: 88 })
    .toBuffer()
}

/** A picture of a signature as a phone or a scanner delivers it; each another one. */
export async function signaturePicture(seed: number): Promise<Buffer> {
  const strokes = Array.from({ length: 6 }, (_, at) => {
    const y = 60 + ((seed * 37 + at * 53) % 90)
    return `<path d="M${40 + at * 85} ${y} q 30 ${-70 - (seed % 7) * 6} 60 20 t 50 -30" stroke="#102060" stroke-width="7" fill="none"/>`
  })
  return sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="600" height="200">${strokes.join('')}</svg>`))
    .png()
    .toBuffer()
}
