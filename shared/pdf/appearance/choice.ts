import type { TextBox } from '#pdf/text-layout'
import type { Appearance, FieldSize } from './appearance.ts'
import { words } from './words.ts'

/** The option that was chosen. */
export const choice: Appearance = ({ value, width, height }, metrics) =>
  typeof value === 'string' ? words(choiceBox(value, { width, height }), metrics) : []

export function choiceBox(text: string, { width, height }: FieldSize): TextBox {
  return { text, width, height, vertical: 'middle' }
}
