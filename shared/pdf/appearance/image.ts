import { isPicture } from '#domain/pack'
import type { Appearance } from './appearance.ts'
import { pictureIn } from './picture.ts'

export const image: Appearance = ({ value, width, height }) => (isPicture(value) ? [pictureIn(value, { width, height })] : [])
