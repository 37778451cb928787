import type { Appearance } from './appearance.ts'
import { PAPER } from './paint.ts'
import { point } from './path.ts'

/** As white as paper, up to its edges. */
export const block: Appearance = ({ width, height }) => [
  { kind: 'path', d: `M ${point(0, 0)} L ${point(width, 0)} L ${point(width, height)} L ${point(0, height)} Z`, fill: PAPER, width: 0 },
]
