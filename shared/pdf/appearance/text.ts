import type { Appearance } from './appearance.ts'
import { words } from './words.ts'

export const text: Appearance = ({ value, width, height }, metrics) =>
  typeof value === 'string' ? words({ text: value, width, height, vertical: 'middle' }, metrics) : []
