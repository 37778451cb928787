import type { Appearance } from './appearance.ts'
import { check } from './check.ts'
import { words } from './words.ts'

/** A tick, and the word for it. */
export const approve: Appearance = (field, metrics) => {
  if (field.value !== 'approved') return []
  const { width, height } = field
  const tick = Math.min(height, width / 4)
  const text = words({ text: 'Approved', width: width - tick, height, vertical: 'middle' }, metrics)
  return [
    ...check({ ...field, value: 'checked', width: tick }, metrics),
    ...text.map((paint) => (paint.kind === 'text' ? { ...paint, x: paint.x + tick } : paint)),
  ]
}
