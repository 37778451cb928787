import type { ReactNode } from 'react'
import classes from './Answers.module.css'

/** How a dialog is answered: at its end, what it is for last, and one below the other where they have no room in a line. */
export const Answers = ({ children }: { readonly children: ReactNode }) => <div className={classes.answers}>{children}</div>
