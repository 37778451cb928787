import { webAddress } from '#domain/pack'
import type { TextBox } from '#pdf/text-layout'
import type { Appearance, FieldSize } from './appearance.ts'
import { LEADING_AWAY, type Paint, point, type TextPaint } from './paint.ts'
import { words } from './words.ts'

/** The address itself, so that readers see where it leads before they follow it. */
export const link: Appearance = ({ value, width, height }, metrics) => {
  const href = typeof value === 'string' ? webAddress(value) : null
  if (typeof value !== 'string' || href === null) return []
  const set = words(linkBox(value, { width, height }), metrics, LEADING_AWAY)
  return [...set, ...set.flatMap((paint) => (paint.kind === 'text' ? [lineUnder(paint)] : [])), { kind: 'link', width, height, href }]
}

export function linkBox(text: string, { width, height }: FieldSize): TextBox {
  return { text, width, height, vertical: 'middle', single: true }
}

function lineUnder({ x, baseline, width, size }: TextPaint): Paint {
  const y = baseline + size * 0.14
  return { kind: 'path', d: `M ${point(x, y)} L ${point(x + width, y)}`, stroke: LEADING_AWAY, width: Math.max(0.5, size * 0.05) }
}
