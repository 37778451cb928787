import type { Appearance } from './appearance.ts'
import { PAPER } from './paint.ts'
import { rectangle } from './path.ts'

/** As white as paper, up to its edges. */
export const block: Appearance = ({ width, height }) => [{ kind: 'path', d: rectangle(width, height), fill: PAPER, width: 0 }]
