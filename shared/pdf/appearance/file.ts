import { isAttachedFile } from '#domain/pack'
import type { Appearance } from './appearance.ts'
import { words } from './words.ts'

/** The name of the file that comes along. */
export const file: Appearance = ({ value, width, height }, metrics) =>
  isAttachedFile(value) ? words({ text: value.filename, width, height, vertical: 'middle', single: true }, metrics) : []
