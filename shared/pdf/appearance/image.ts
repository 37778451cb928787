import { isPicture, type Picture } from '#domain/pack'
import type { Appearance } from './appearance.ts'
import type { ImagePaint } from './paint.ts'

export const image: Appearance = ({ value, width, height }) => (isPicture(value) ? [pictureIn(value, { width, height })] : [])

/** A picture as large as the box allows, whole, undistorted and in its middle. */
export function pictureIn({ file, digest, ...picture }: Picture, box: { readonly width: number; readonly height: number }): ImagePaint {
  const scale = Math.min(box.width / picture.width, box.height / picture.height)
  const [width, height] = [picture.width * scale, picture.height * scale]
  return { kind: 'image', x: (box.width - width) / 2, y: (box.height - height) / 2, width, height, file, digest }
}
