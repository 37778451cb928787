import { CalendarClock } from 'lucide-react'
import type { RetentionAnswer } from '#contract/retention'
import { useWords } from '../../messages/index.ts'
import { exactTime, hrefOf } from '../../ui/index.ts'
import classes from './records.module.css'

/** What will be deleted for good, soonest first. */
export function Announced({ keeping: { due } }: { keeping: RetentionAnswer }) {
  const words = useWords('records')
  return (
    <section aria-label={words('due')}>
      <h2>{words('due')}</h2>
      {due.length === 0 ? (
        <p className={classes.lead}>{words('due_none')}</p>
      ) : (
        <ul className={classes.card}>
          {due.map(({ document_key, name, date, because }) => (
            <li key={document_key} className={classes.row}>
              <CalendarClock size={18} aria-hidden />
              <div>
                <a href={hrefOf(because === 'trash' ? 'trash' : `documents/${document_key}`)}>{name || words('unnamed')}</a>
                <span>{words(`due_${because}`, { date: exactTime(date) })}</span>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
