import type { Appearance } from './appearance.ts'
import { PAPER } from './paint.ts'
import { rectangle } from './path.ts'

/** As white as paper, or in its colour, up to its edges. */
export const block: Appearance = ({ width, height, background = PAPER }) => [
  { kind: 'path', d: rectangle(width, height), fill: background, width: 0 },
]
