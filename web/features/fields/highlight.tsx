import { Highlighter } from 'lucide-react'
import classes from './fields.module.css'
import { fieldHelp, fieldLabel } from './labels.ts'
import type { FieldAroundProps, FieldWidget } from './widget.ts'

/** What it wants of the reader, told to whoever points at it, comes to it by keys or taps on it. */
function HighlightAround({ field, children }: FieldAroundProps) {
  const help = fieldHelp(field)
  return (
    <button type="button" className={classes.marked} aria-label={`${fieldLabel(field)}: ${help}`}>
      {children}
      <span className={classes.told} aria-hidden="true">
        {help}
      </span>
    </button>
  )
}

/** It is nobody's to fill in. */
export const highlight: FieldWidget = {
  icon: Highlighter,
  letter: 'H',
  group: 'fill',
  hint: 'highlight_hint',
  Input: () => null,
  Around: HighlightAround,
}
