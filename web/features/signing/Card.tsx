import { type ReactNode, useEffect, useRef } from 'react'
import classes from './signing.module.css'

interface Props {
  /** A picture of how it ended. */
  readonly mark?: ReactNode
  readonly title: string
  readonly lead?: string
  readonly children?: ReactNode
}

/** A page of words beside the document. Its heading takes the focus, so that a screen reader starts there. */
export function Card({ mark, title, lead, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <main className={classes.card}>
      <div className={classes.cardBody}>
        {mark && (
          <span className={classes.cardMark} aria-hidden="true">
            {mark}
          </span>
        )}
        <div>
          <h1 ref={heading} tabIndex={-1} className={classes.cardTitle}>
            {title}
          </h1>
          {lead && <p className={classes.cardLead}>{lead}</p>}
        </div>
        {children}
      </div>
    </main>
  )
}
