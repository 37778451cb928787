import { Button } from '@mantine/core'
import { BellRing, CheckCheck, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useWords } from '../../messages/index.ts'
import { Bone, EmptyState, ErrorState, IconButton, Loading } from '../../ui/index.ts'
import { useSession } from '../auth/index.ts'
import { useCounts, useOtherCount } from '../documents/index.ts'
import { openPendingRequests } from '../pending-requests/index.ts'
import { fetchEarlier, markAllRead, retryInbox, useInbox } from './inbox.ts'
import classes from './Notifications.module.css'
import { Row } from './Row.tsx'

const BONES = [260, 220, 280, 200]

interface PanelProps {
  readonly onOpened: () => void
  /** Where it covers the page, and needs a way out of its own. */
  readonly onClose?: () => void
}

/** All notifications, newest first, in each of the four states. */
export function Panel({ onOpened, onClose }: PanelProps) {
  const words = useWords('notifications')
  const { phase, rows, nextCursor, unread, fetchingMore } = useInbox()
  const { workspaces } = useSession()
  const { mine } = useCounts()
  useOtherCount('document')
  const nameOf = (key: string) =>
    workspaces.length > 1 ? (workspaces.find(({ account_key }) => account_key === key)?.account_name ?? null) : null
  return (
    <section className={classes.panel} aria-label={words('title')}>
      <header className={classes.head}>
        <h2>{words('title')}</h2>
        {unread > 0 && (
          <Button
            variant="subtle"
            size="sm"
            className={classes.all ?? ''}
            leftSection={<CheckCheck size={16} aria-hidden />}
            onClick={() => void markAllRead()}
          >
            {words('mark_all')}
          </Button>
        )}
        {onClose && <IconButton icon={X} name={words('close')} onClick={onClose} />}
      </header>
      {mine !== null && mine > 0 && (
        <div className={classes.waiting}>
          <span>{words('waiting', { count: mine })}</span>
          <Button
            variant="default"
            size="sm"
            onClick={() => {
              onOpened()
              openPendingRequests()
            }}
          >
            {words('sign')}
          </Button>
        </div>
      )}
      {phase === 'loading' && rows.length === 0 ? (
        <Loading className={classes.rows}>
          {BONES.map((width) => (
            <div key={width} className={classes.bones}>
              <Bone width={32} height={32} />
              <div>
                <Bone width={width} />
                <Bone width={64} height={10} />
              </div>
            </div>
          ))}
        </Loading>
      ) : phase === 'failed' ? (
        <ErrorState message={words('load_failed')} onRetry={retryInbox} />
      ) : rows.length === 0 ? (
        <EmptyState icon={BellRing} title={words('empty_title')}>
          {words('empty')}
        </EmptyState>
      ) : (
        <ul className={classes.rows} onKeyDown={moveBetweenLinks}>
          {rows.map((row, at) => (
            <Row key={row.key} row={row} first={at === 0} workspace={nameOf(row.account_key)} onOpened={onOpened} />
          ))}
          {nextCursor !== null && (
            <li className={classes.earlier}>
              <Button variant="default" size="sm" loading={fetchingMore} onClick={() => void fetchEarlier()}>
                {words('earlier')}
              </Button>
            </li>
          )}
        </ul>
      )}
    </section>
  )
}

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
}

function moveBetweenLinks(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  if (!step) return
  const links = [...event.currentTarget.querySelectorAll('a')]
  const at = links.findIndex((link) => link.closest('li')?.contains(document.activeElement))
  links[step(at, links.length - 1)]?.focus()
  event.preventDefault()
}
