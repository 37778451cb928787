import dayjs from 'dayjs'
import type { AuditRecord } from '#contract/documents'
import { useWords } from '../../messages/index.ts'
import { RelativeTime, useNow } from '../../ui/index.ts'
import { useWatched } from './context.ts'
import classes from './Summary.module.css'
import { lastChange, totalsOf } from './summary.ts'

/** How far it is, in four numbers. */
export function Summary({ trail }: { trail: readonly AuditRecord[] | null }) {
  const words = useWords('progress')
  const now = useNow()
  const { view } = useWatched()
  const { signed, signers, done, due } = totalsOf(view)
  const sent = trail?.findLast(({ code }) => code === 'SignaturesRequested')?.date_created ?? view.created
  const days = dayjs(now).startOf('day').diff(dayjs(sent).startOf('day'), 'day')
  return (
    <dl className={classes.summary}>
      <div>
        <dt>{words('signed')}</dt>
        <dd>{words('copy_signed', { signed: String(signed), count: String(signers) })}</dd>
      </div>
      <div>
        <dt>{words('fields_done')}</dt>
        <dd>{words('fields_of', { done: String(done), due: String(due) })}</dd>
      </div>
      <div>
        <dt>{words(days === 0 ? 'sent_today' : 'since_sent')}</dt>
        <dd>{words('days', { count: days })}</dd>
      </div>
      <div>
        <dt>{words(view.completed ? 'completed_on' : 'last_change')}</dt>
        <dd>
          <RelativeTime iso={view.completed ?? lastChange(trail) ?? view.updated} />
        </dd>
      </div>
    </dl>
  )
}
