import { Square } from 'lucide-react'
import type { FieldWidget } from './widget.ts'

/** It is nobody's to fill in. */
export const block: FieldWidget = { icon: Square, letter: 'K', group: 'fill', hint: 'cover_hint', Input: () => null }
