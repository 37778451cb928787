import { CircleX, Clock } from 'lucide-react'
import { useWords } from '../../messages/index.ts'
import { SavedState, type SavedStateProps } from '../../ui/index.ts'
import classes from './signing.module.css'

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
  return (
    <header className={classes.head}>
      <span className={classes.mark} aria-hidden="true">
        {workspace.slice(0, 2).toLocaleUpperCase()}
      </span>
      <p className={classes.title}>
        <span>{name}</span>
        <span className={classes.from}>{words('from', { workspace })}</span>
      </p>
      {inPerson && <span className={classes.inPerson}>{words('in_person')}</span>}
      <span className={classes.grow} />
      <SavedState {...saved} />
      {showActions && (
        <div className={`${classes.headActions} ${classes.desktopOnly}`}>
          <button type="button" className={classes.quiet} onClick={onLater}>
            <Clock size={16} aria-hidden="true" />
            {words('later')}
          </button>
          <button type="button" className={classes.quiet} onClick={onDecline}>
            <CircleX size={16} aria-hidden="true" />
            {words('decline')}
          </button>
        </div>
      )}
    </header>
  )
}
