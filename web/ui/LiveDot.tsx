import classes from './LiveDot.module.css'

/** Something is happening now. The words beside it say what. */
export const LiveDot = () => <span className={classes.dot} aria-hidden="true" />
