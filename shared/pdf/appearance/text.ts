import { layoutComb, type Metrics, MIN_SIZE, type TextBox } from '#pdf/text-layout'
import type { Appearance, FieldLooks } from './appearance.ts'
import { combed, words, wordsFit } from './words.ts'

type Set = Omit<FieldLooks, 'type' | 'value'>

export const text: Appearance = ({ value, ...field }, metrics) => {
  if (typeof value !== 'string') return []
  const cells = combOf(field)
  return cells === null ? words(boxOf(value, field), metrics) : combed({ ...boxOf(value, field), cells }, metrics)
}

/** Whether all of a text stays inside its field, in the smallest print at least. */
export function textFits(value: string, field: Set, metrics: Metrics): boolean {
  const cells = combOf(field)
  return cells === null
    ? wordsFit({ ...boxOf(value, field), size: MIN_SIZE }, metrics)
    : layoutComb({ ...boxOf(value, field), cells }, metrics).fits
}

const combOf = ({ layout }: Set): number | null => (layout?.as === 'comb' ? layout.cells : null)

/** Where it was laid out in no way it is wrapped and in the middle, whatever the field's height. */
function boxOf(value: string, { width, height, layout, textSize, align }: Set): TextBox {
  const box = { text: value, width, height, ...(textSize && { size: textSize }), ...(align && { align }) }
  switch (layout?.as) {
    case 'multi-line':
      return { ...box, vertical: 'top' }
    case 'single-line':
      return { ...box, vertical: 'middle', single: true }
    default:
      return { ...box, vertical: 'middle' }
  }
}
