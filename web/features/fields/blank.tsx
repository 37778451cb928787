import { SquareDashed } from 'lucide-react'
import type { FieldWidget } from './widget.ts'

/** It is nobody's to fill in. */
export const blank: FieldWidget = { icon: SquareDashed, letter: 'E', group: 'fill', hint: 'blank_hint', Input: () => null }
