import { PDFDocument, PDFName, StandardFonts } from 'pdf-lib'

/** A file of plain pages, each with its number on it. */
export async function plainFile(pages = 2, size: [number, number] = [400, 500]): Promise<PDFDocument> {
  const document = await PDFDocument.create({ updateMetadata: false })
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (let page = 0; page < pages; page++) {
    document.addPage(size).drawText(`Page ${page + 1}`, { x: 30, y: size[1] - 60, size: 14, font })
  }
  return document
}

export async function plainBytes(pages?: number, size?: [number, number]): Promise<Uint8Array> {
  return (await plainFile(pages, size)).save({ useObjectStreams: false })
}

/** A file written by hand, object by object, with a right cross-reference table: for what no library would write. */
export function written(objects: readonly string[], trailer = '/Root 1 0 R'): Uint8Array {
  let out = '%PDF-1.7\n'
  const offsets = objects.map((body, i) => {
    const offset = out.length
    out += `${i + 1} 0 obj\n${body}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const start = out.length
  out += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} ${trailer} >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(out, 'latin1')
}

export function stream(content: string): string {
  return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`
}

/** One page with this content, MediaBox and further entries. */
export function onePage(content: string, entries = '', box = '[0 0 400 500]'): Uint8Array {
  return written([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox ${box} /Contents 4 0 R ${entries} >>`,
    stream(content),
  ])
}

export const name = PDFName.of
