import type { NotificationRecord } from '#contract/notifications'
import { useWords } from '../../messages/index.ts'
import { RelativeTime, Tip } from '../../ui/index.ts'
import { markRead } from './inbox.ts'
import { lookOf } from './kinds.ts'
import classes from './Notifications.module.css'

interface RowProps {
  readonly row: NotificationRecord
  /** Named where somebody has several. */
  readonly workspace: string | null
  /** Where somebody who opens all this begins. */
  readonly first: boolean
  readonly onOpened: () => void
}

/** What happened, when, and the way there. Opening it is reading it. */
export function Row({ row, workspace, first, onOpened }: RowProps) {
  const words = useWords('notifications')
  const { icon: Icon, tone } = lookOf(row.kind)
  const opened = () => {
    if (!row.read) void markRead(row.key)
    onOpened()
  }
  return (
    <li className={classes.row} data-unread={!row.read || undefined}>
      <a className={classes.link} href={row.url} onClick={opened} data-autofocus={first || undefined}>
        <span className={classes.sign} data-tone={tone} aria-hidden="true">
          <Icon size={16} />
        </span>
        <span className={classes.words}>
          <span className={classes.message}>
            {!row.read && <span className="visually-hidden">{`${words('unread')}: `}</span>}
            {emphasised(row.message)}
          </span>
          <span className={classes.when}>
            <RelativeTime iso={row.date_created} />
            {workspace !== null && <span className={classes.where}>{workspace}</span>}
          </span>
        </span>
      </a>
      {!row.read && (
        <Tip label={words('mark')}>
          <button
            type="button"
            className={classes.mark}
            aria-label={`${words('mark')}: ${row.message}`}
            onClick={({ currentTarget }) => {
              // This button goes: keyboard users stay in its row.
              currentTarget.closest('li')?.querySelector('a')?.focus()
              void markRead(row.key)
            }}
          />
        </Tip>
      )}
    </li>
  )
}

/** The document's name stands out: it is what somebody looks for. */
function emphasised(message: string) {
  const [from, to] = [message.indexOf('“'), message.lastIndexOf('”')]
  if (from < 0 || to < from) return message
  return (
    <>
      {message.slice(0, from)}
      <b>{message.slice(from + 1, to)}</b>
      {message.slice(to + 1)}
    </>
  )
}
