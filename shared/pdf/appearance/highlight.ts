import type { Appearance } from './appearance.ts'
import { MARKER } from './paint.ts'
import { rectangle } from './path.ts'

/** So thin that black print below it stays black to the eye. */
const OPACITY = 0.28

export const highlight: Appearance = ({ width, height, background = MARKER }) => [
  { kind: 'path', d: rectangle(width, height), fill: background, opacity: OPACITY, width: 0 },
]
