import classes from './LiveDot.module.css'

/** Something is happening now. The text next to it says what. */
export const LiveDot = () => <span className={classes.dot} aria-hidden="true" />
