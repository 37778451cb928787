import type { ReactNode } from 'react'
import classes from './Panel.module.css'

/** The white sheet that a screen stands on: a title, its actions, and what scrolls below. */
export function Panel({ title, actions, lead, children }: { title: string; actions?: ReactNode; lead?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.panel}>
      <header className={classes.head}>
        <div className={classes.titles}>
          <h1>{title}</h1>
          {lead && <p>{lead}</p>}
        </div>
        <div className={classes.actions}>{actions}</div>
      </header>
      <div className={classes.body}>{children}</div>
    </div>
  )
}
