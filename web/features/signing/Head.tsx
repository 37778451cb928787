import { useState } from 'react'
import { useWords } from '../../messages/index.ts'
import { initialsOf, SavedState, type SavedStateProps } from '../../ui/index.ts'
import classes from './Head.module.css'
import { Leave } from './Leave.tsx'

interface Props {
  readonly name: string
  readonly workspace: string
  readonly inPerson: boolean
  readonly saved: SavedStateProps
  readonly showActions: boolean
  onLater(): void
  onDecline(): void
}

export function Head({ name, workspace, inPerson, saved, showActions, onLater, onDecline }: Props) {
  const words = useWords('signing')
  /** Before the first save "Saved" would speak of nothing. */
  const [hasSaved, setHasSaved] = useState(false)
  if (saved.waiting > 0 && !hasSaved) setHasSaved(true)
  return (
    <header className={classes.head}>
      <span className={classes.mark} aria-hidden="true">
        {initialsOf(workspace)}
      </span>
      <p className={classes.title}>
        <span>{name}</span>
        <span className={classes.from}>{words('from', { workspace })}</span>
      </p>
      {inPerson && <span className={classes.inPerson}>{words('in_person')}</span>}
      <span className={classes.grow} />
      {(hasSaved || saved.offline) && <SavedState {...saved} />}
      {showActions && (
        <div className={`${classes.actions} ${classes.desktopOnly}`}>
          <Leave onLater={onLater} onDecline={onDecline} />
        </div>
      )}
    </header>
  )
}
