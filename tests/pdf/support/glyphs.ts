import { decodePDFRawStream, PDFDict, PDFDocument, PDFName, PDFRawStream } from 'pdf-lib'

/** The glyphs that each face of ours draws in a file, by the face's name. */
export async function drawnGlyphs(pdf: Uint8Array): Promise<ReadonlyMap<string, readonly number[]>> {
  const { context } = await PDFDocument.load(pdf)
  const faces = new Map<string, readonly number[]>()
  for (const [, object] of context.enumerateIndirectObjects()) {
    const map = object instanceof PDFDict ? object.lookup(PDFName.of('CIDToGIDMap')) : undefined
    if (!(object instanceof PDFDict) || !(map instanceof PDFRawStream)) continue
    const bytes = decodePDFRawStream(map).decode()
    // Code 0 is never shown.
    const glyphs = Array.from({ length: bytes.length / 2 - 1 }, (_, code) => bytes[2 * code + 2]! * 256 + bytes[2 * code + 3]!)
    faces.set(String(object.get(PDFName.of('BaseFont'))).replace('/PARAPH+', ''), glyphs)
  }
  return faces
}
