import { useEffect } from 'react'
import { watchNotifications } from '../../live/index.ts'
import { countInTitle, watchTouches } from '../../ui/index.ts'
import { useSession } from '../auth/index.ts'
import { dropGone, forgetInbox, heldRows, markAllRead, refreshInbox, useInbox } from './inbox.ts'
import { FIRST_MS, notificationPolls } from './polls.ts'

/** Keeps notifications up to date on every page of an account holder, by pushes, and by polls while the socket is down. */
function useKeptInbox(): void {
  const { user } = useSession()
  const holder = user?.key
  useEffect(() => {
    if (!holder) return
    const touches = watchTouches()
    const polls = notificationPolls({
      hidden: () => document.hidden,
      touched: touches.touched,
      now: Date.now,
      fetch: () => void refreshInbox(),
    })
    const first = setTimeout(() => void refreshInbox(), FIRST_MS)
    polls.start()
    const leave = watchNotifications({
      changed(gone) {
        if (gone !== null) dropGone(gone)
        else void refreshInbox()
      },
      connected(live) {
        if (!live) return polls.start()
        polls.stop()
        clearTimeout(first)
        void refreshInbox()
      },
    })
    document.addEventListener('visibilitychange', polls.look)
    return () => {
      leave()
      clearTimeout(first)
      polls.stop()
      document.removeEventListener('visibilitychange', polls.look)
      touches.stop()
      forgetInbox()
    }
  }, [holder])

  const { unread } = useInbox()
  useEffect(() => countInTitle(unread), [unread])
}

/** Notifications about the document on the screen count as read: the viewer sees it. */
function useSeenDocument(key: string | undefined): void {
  const { rows } = useInbox()
  useEffect(() => {
    const see = () => {
      const tells = key !== undefined && !document.hidden && heldRows().some((row) => !row.read && row.related_key === key)
      if (tells) void markAllRead(key)
    }
    if (rows.length > 0) see()
    document.addEventListener('visibilitychange', see)
    return () => document.removeEventListener('visibilitychange', see)
  }, [key, rows])
}

const DOCUMENT = /^\/documents\/([0-9a-f-]{36})/

/** On every page, with nothing to be seen of it but the number in the title. */
export function InboxRefresher({ route }: { readonly route: string }): null {
  useKeptInbox()
  useSeenDocument(DOCUMENT.exec(route)?.[1])
  return null
}
