import { CHECKED } from '#domain/pack'
import type { Metrics } from '#pdf/text-layout'
import type { FilledField } from './appearance.ts'
import { check } from './check.ts'
import type { Paint } from './paint.ts'
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
