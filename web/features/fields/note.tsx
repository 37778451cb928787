import { StickyNote } from 'lucide-react'
import { text } from './text.tsx'
import type { FieldWidget } from './widget.ts'

/** Written like a text. */
export const note: FieldWidget = { ...text, icon: StickyNote, letter: 'N', hint: 'note_hint' }
