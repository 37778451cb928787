import { APPROVED, CHECKED } from '#domain/pack'
import type { Metrics } from '#pdf/text-layout'
import type { Appearance, FilledField } from './appearance.ts'
import { INK, type Paint, point } from './paint.ts'
import { words } from './words.ts'

/** A tick, and the words for it. */
export function ticked(field: FilledField, text: string, metrics: Metrics): Paint[] {
  const { width, height } = field
  const tick = Math.min(height, width / 4)
  const set = words({ text, width: width - tick, height, vertical: 'middle' }, metrics)
  return [
    ...check({ ...field, value: CHECKED, width: tick }, metrics),
    ...set.map((paint) => (paint.kind === 'text' ? { ...paint, x: paint.x + tick } : paint)),
  ]
}

export const approve: Appearance = (field, metrics) => (field.value === APPROVED ? ticked(field, 'Approved', metrics) : [])

/** A signatory who rejects signs nothing: no file shows it. */
export const decline: Appearance = () => []

/** A tick, as large as the field allows, where it is checked. */
export const check: Appearance = ({ value, width, height }) => {
  if (value !== CHECKED) return []
  const side = Math.min(width, height)
  const left = (width - side) / 2
  const top = (height - side) / 2
  const at = (x: number, y: number) => point(left + x * side, top + y * side)
  return [
    { kind: 'path', d: `M ${at(0.18, 0.54)} L ${at(0.41, 0.78)} L ${at(0.83, 0.24)}`, stroke: INK, width: Math.max(0.75, side * 0.11) },
  ]
}
