import { useWords } from '../messages/index.ts'
import { Mark } from './Mark.tsx'
import classes from './Splash.module.css'

/** The mark alone, and only after a moment, while the page finds out what to show. */
export function Splash() {
  return (
    <div className={classes.splash} role="status">
      <Mark size={40} />
      <span className="visually-hidden">{useWords('ui')('loading')}</span>
    </div>
  )
}
