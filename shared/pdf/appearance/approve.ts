import { APPROVED, CHECKED } from '#domain/pack'
import type { Appearance } from './appearance.ts'
import { check } from './check.ts'
import { words } from './words.ts'

/** A tick, and the word for it. */
export const approve: Appearance = (field, metrics) => {
  if (field.value !== APPROVED) return []
  const { width, height } = field
  const tick = Math.min(height, width / 4)
  const text = words({ text: 'Approved', width: width - tick, height, vertical: 'middle' }, metrics)
  return [
    ...check({ ...field, value: CHECKED, width: tick }, metrics),
    ...text.map((paint) => (paint.kind === 'text' ? { ...paint, x: paint.x + tick } : paint)),
  ]
}
