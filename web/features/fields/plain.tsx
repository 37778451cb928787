import { Square, SquareDashed, StickyNote } from 'lucide-react'
import { text } from './text.tsx'
import type { FieldWidget } from './widget.ts'

/** It is nobody's to fill in. */
export const blank: FieldWidget = { icon: SquareDashed, letter: 'E', group: 'fill', hint: 'blank_hint', Input: () => null }

/** It is nobody's to fill in. */
export const block: FieldWidget = { icon: Square, letter: 'K', group: 'fill', hint: 'cover_hint', Input: () => null }

/** Written like a text. */
export const note: FieldWidget = { ...text, icon: StickyNote, letter: 'N', hint: 'note_hint' }
