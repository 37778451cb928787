import type { Appearance } from './appearance.ts'
import { MARKER, PAPER, rectangle } from './paint.ts'

/** As white as paper, or in its colour, up to its edges. */
export const block: Appearance = ({ width, height, background = PAPER }) => [
  { kind: 'path', d: rectangle(width, height), fill: background, width: 0 },
]

/** So thin that black print below it stays black to the eye. */
const OPACITY = 0.28

export const highlight: Appearance = ({ width, height, background = MARKER }) => [
  { kind: 'path', d: rectangle(width, height), fill: background, opacity: OPACITY, width: 0 },
]
