import { Highlighter } from 'lucide-react'
import classes from './fields.module.css'
import { fieldHelp, fieldLabel } from './labels.ts'
import type { FieldAroundProps, FieldWidget } from './widget.ts'

/** Its request to the reader, shown when they point at it, come to it by keys or tap on it. */
function HighlightAround({ field, children }: FieldAroundProps) {
  const help = fieldHelp(field)
  return (
    <button type="button" className={classes.marked} aria-label={`${fieldLabel(field)}: ${help}`}>
      {children}
      <span className={classes.help} aria-hidden="true">
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
