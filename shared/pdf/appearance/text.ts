import type { Appearance } from './appearance.ts'
import { combed, words } from './words.ts'

/** Where it was laid out in no way it is wrapped and in the middle, whatever the field's height. */
export const text: Appearance = ({ value, width, height, layout }, metrics) => {
  if (typeof value !== 'string') return []
  const box = { text: value, width, height }
  switch (layout?.as) {
    case 'comb':
      return combed({ ...box, cells: layout.cells }, metrics)
    case 'multi-line':
      return words({ ...box, vertical: 'top' }, metrics)
    case 'single-line':
      return words({ ...box, vertical: 'middle', single: true }, metrics)
    case undefined:
      return words({ ...box, vertical: 'middle' }, metrics)
  }
}
