import type { CSSProperties } from 'react'
import type { Assignee } from '#domain/pack'
import { initialsOf } from '../../../ui/index.ts'
import { colourOf, useView } from './context.ts'
import classes from './people.module.css'
import { nameOfAssignee } from './people.ts'

/** The assignee of a field, as initials in their hue. */
export function PersonDot({ assignee, large = false }: { readonly assignee: Assignee; readonly large?: boolean }) {
  const colour = useView((view) => colourOf(view, assignee))
  const name = useView((view) => nameOfAssignee(view, assignee))
  return (
    <span className={classes.dot} data-large={large || undefined} style={{ '--c': colour } as CSSProperties} aria-hidden="true">
      {assignee === null ? '?' : initialsOf(name)}
    </span>
  )
}
