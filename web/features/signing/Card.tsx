import { type ReactNode, useEffect, useRef } from 'react'
import classes from './Card.module.css'
import screen from './signing.module.css'

interface Props {
  /** A picture of how it ended. */
  readonly mark?: ReactNode
  /** It ended otherwise than it was begun for. */
  readonly isBad?: boolean
  readonly title: string
  readonly lead?: string
  readonly children?: ReactNode
}

/** A page of text in the document's place. Its heading takes the focus, so that a screen reader starts there. */
export function Card({ mark, isBad = false, title, lead, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <main className={screen.card}>
      <div className={classes.body}>
        {mark && (
          <span className={classes.mark} data-bad={isBad || undefined} aria-hidden="true">
            {mark}
          </span>
        )}
        <div>
          <h1 ref={heading} tabIndex={-1} className={classes.title}>
            {title}
          </h1>
          {lead && <p className={classes.lead}>{lead}</p>}
        </div>
        {children}
      </div>
    </main>
  )
}
