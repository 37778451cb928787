import { PDFDocument, rgb, StandardFonts } from 'pdf-lib'
import sharp from 'sharp'

/** A document of so many A4 pages with text and a drawing on each: what offices print, not what stresses a parser. */
export async function paper(pages: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.TimesRoman)
  for (let page = 0; page < pages; page++) {
    const sheet = pdf.addPage([595, 842])
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
  return pdf.save()
}

/** A picture of a signature as a phone or a scanner hands it over; each another one. */
export async function signaturePicture(seed: number): Promise<Buffer> {
  const strokes = Array.from({ length: 6 }, (_, at) => {
    const y = 60 + ((seed * 37 + at * 53) % 90)
    return `<path d="M${40 + at * 85} ${y} q 30 ${-70 - (seed % 7) * 6} 60 20 t 50 -30" stroke="#102060" stroke-width="7" fill="none"/>`
  })
  return sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="600" height="200">${strokes.join('')}</svg>`))
    .png()
    .toBuffer()
}
