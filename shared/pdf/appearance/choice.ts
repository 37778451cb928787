import type { Appearance } from './appearance.ts'
import { words } from './words.ts'

/** The option that was chosen. */
export const choice: Appearance = ({ value, width, height }, metrics) =>
  typeof value === 'string' ? words({ text: value, width, height, vertical: 'middle' }, metrics) : []
