import { CHECKED } from '#domain/pack'
import type { Appearance } from './appearance.ts'
import { INK } from './paint.ts'
import { point } from './path.ts'

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
