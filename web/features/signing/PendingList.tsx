import { PenLine } from 'lucide-react'
import { useWords } from '../../messages/index.ts'
import classes from './pending.module.css'
import type { Pending } from './pending.ts'

/** Other documents waiting for a signer who continues later, each with a link. */
export function PendingList({ pending }: { readonly pending: Pending }) {
  const words = useWords('signing')
  if (pending.length === 0) return null
  return (
    <section>
      <h2 className={classes.waitingTitle}>{words('pending_title', { count: pending.length })}</h2>
      <ul className={classes.waiting}>
        {pending.map(({ signing_link, document_name, document_owner, create_time_ago }) => (
          <li key={signing_link}>
            <a href={signing_link}>
              <span>
                <b>{document_name}</b>
                <small>{words('pending_asked', { owner: document_owner, ago: create_time_ago })}</small>
              </span>
              <PenLine size={18} aria-hidden="true" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
