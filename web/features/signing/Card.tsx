import { type ReactNode, useEffect, useRef } from 'react'
import classes from './signing.module.css'

interface Props {
  readonly title: string
  readonly lead?: string
  readonly children?: ReactNode
}

/** A page of words beside the document. Its heading takes the focus, so that a screen reader starts there. */
export function Card({ title, lead, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <main className={classes.card}>
      <div className={classes.cardBody}>
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
