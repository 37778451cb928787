import type { Appearance } from './appearance.ts'
import { MARKER } from './paint.ts'
import { rectangle } from './path.ts'

/** So thin that black print below it stays black to the eye. */
const OPACITY = 0.4

export const highlight: Appearance = ({ width, height }) => [
  { kind: 'path', d: rectangle(width, height), fill: MARKER, opacity: OPACITY, width: 0 },
]
