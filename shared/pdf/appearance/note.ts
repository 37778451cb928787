import type { Appearance } from './appearance.ts'
import { rectangle } from './path.ts'
import { text } from './text.ts'

/** As pale as the slips of paper that are stuck on others. */
const SLIP = '#fef9c3'

/** On screens only: no final file has it. */
export const note: Appearance = (field, metrics) => [
  ...(field.background === undefined ? [{ kind: 'path', d: rectangle(field.width, field.height), fill: SLIP, width: 0 } as const] : []),
  ...text(field, metrics),
]
