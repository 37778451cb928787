import type { PDFContext, PDFRef } from 'pdf-lib'
import { type PackedImage, packedImage } from '#pdf/signature-image'

/** A PNG as an image of the file, with its transparency next to it. */
export async function embedImage(context: PDFContext, png: Uint8Array): Promise<PDFRef> {
  const { width, height, color, alpha }: PackedImage = await packedImage(png)
  const image = { Type: 'XObject', Subtype: 'Image', Width: width, Height: height, BitsPerComponent: 8, Filter: 'FlateDecode' }
  const mask = context.register(context.stream(alpha, { ...image, ColorSpace: 'DeviceGray' }))
  return context.register(context.stream(color, { ...image, ColorSpace: 'DeviceRGB', SMask: mask }))
}
