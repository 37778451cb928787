import { proxy, ref, useSnapshot } from 'valtio'
import type { NotificationRecord } from '#contract/notifications'
import { messageOf } from '../../http/index.ts'
import { wordsOf } from '../../messages/index.ts'
import { say } from '../../ui/index.ts'
import { fetchNotifications, postAllRead, postRead } from './calls.ts'
import { merged, newestOf, unreadIn, withoutGone } from './rows.ts'

interface Inbox {
  phase: 'loading' | 'failed' | 'ready'
  /** One immutable value; a row that did not change is the very same object. */
  rows: readonly NotificationRecord[]
  cursor: string | null
  unread: number
  fetchingEarlier: boolean
  opened: boolean
  /** The newest one that came while the page was open: read out. */
  arrived: string
}

const NOTHING = { phase: 'loading', rows: ref([]), cursor: null, unread: 0, fetchingEarlier: false, opened: false, arrived: '' } as const
export const inbox = proxy<Inbox>({ ...NOTHING })
export const useInbox = () => useSnapshot(inbox)

/** Pages of changes that are asked for one after the other; with more than that everything is asked for anew. */
const MOST_PAGES = 5
/** Whose notifications are held: an answer that was asked for somebody else is none. */
let holder = 0
let asking: Promise<void> | null = null
let again = false
/** What is held cannot be brought up to date by changes alone. */
let anew = true

const setRows = (rows: readonly NotificationRecord[]) => {
  inbox.rows = ref(rows as NotificationRecord[])
}

/** Somebody else sits here, or nobody. */
export function forgetInbox(): void {
  holder += 1
  anew = true
  Object.assign(inbox, NOTHING)
}

/** Everything from the start; what is shown stays until the answer is there. */
async function load(mine: number): Promise<void> {
  anew = false
  const answer = await fetchNotifications()
  if (mine !== holder) return
  setRows(answer.notifications)
  inbox.cursor = answer.cursor
  inbox.unread = answer.unread_count
  inbox.phase = 'ready'
}

async function loadChanges(mine: number): Promise<void> {
  for (let page = 0; page < MOST_PAGES; page++) {
    const newest = newestOf(inbox.rows)
    if (newest === undefined) return load(mine)
    const before = inbox.rows[0]
    const answer = await fetchNotifications({ last_update: newest })
    if (mine !== holder) return
    setRows(merged(inbox.rows, answer.notifications, inbox.cursor === null))
    inbox.unread = answer.unread_count
    const first = inbox.rows[0]
    if (first && !first.read && first.key !== before?.key) inbox.arrived = first.message
    if (answer.cursor === null) return
  }
  return load(mine)
}

/** Fetches what changed; what is told of meanwhile is fetched after it. */
export function refreshInbox(): Promise<void> {
  again = true
  asking ??= (async () => {
    while (again) {
      again = false
      const mine = holder
      try {
        await (inbox.phase === 'ready' && !anew ? loadChanges(mine) : load(mine))
      } catch {
        if (mine !== holder) continue
        anew = true
        if (inbox.phase === 'loading') inbox.phase = 'failed'
      }
    }
    asking = null
  })()
  return asking
}

export function retryInbox(): void {
  inbox.phase = 'loading'
  void refreshInbox()
}

export async function fetchEarlier(): Promise<void> {
  const { cursor } = inbox
  if (cursor === null || inbox.fetchingEarlier) return
  const mine = holder
  inbox.fetchingEarlier = true
  try {
    const answer = await fetchNotifications({ cursor })
    if (mine !== holder) return
    const held = new Set(inbox.rows.map(({ key }) => key))
    setRows([...inbox.rows, ...answer.notifications.filter(({ key }) => !held.has(key))])
    inbox.cursor = answer.cursor
    inbox.unread = answer.unread_count
  } catch (thrown) {
    say.danger(messageOf(thrown, wordsOf('notifications')('load_failed')))
  } finally {
    inbox.fetchingEarlier = false
  }
}

/** A document was deleted for good, or a workspace left: what concerns it is here no longer. */
export function dropGone(gone: string): void {
  const rows = withoutGone(inbox.rows, gone)
  const isSure = rows.length === inbox.rows.length && unreadIn(rows) === inbox.unread
  setRows(rows)
  if (isSure) return
  // How much else is unread only the server knows.
  anew = true
  void refreshInbox()
}

/** Shown as read at once; where the server does not take it, it is unread again. */
async function readHere(which: (row: NotificationRecord) => boolean, post: () => Promise<number>): Promise<void> {
  const mine = holder
  const now = new Date().toISOString()
  const changed = inbox.rows.filter((row) => !row.read && which(row))
  setRows(inbox.rows.map((row) => (changed.includes(row) ? { ...row, read: true, date_read: now } : row)))
  inbox.unread = Math.max(0, inbox.unread - changed.length)
  try {
    const unread = await post()
    if (mine === holder) inbox.unread = unread
  } catch (thrown) {
    if (mine !== holder) return
    const before = new Map(changed.map((row) => [row.key, row]))
    setRows(inbox.rows.map((row) => before.get(row.key) ?? row))
    inbox.unread += changed.length
    say.danger(messageOf(thrown, wordsOf('notifications')('not_marked')))
  }
}

export const markRead = (key: string): Promise<void> =>
  readHere(
    (row) => row.key === key,
    () => postRead(key),
  )

/** All, or those about one document or workspace. What this page has not seen yet stays unread. */
export function markAllRead(related?: string): Promise<void> {
  const newest = newestOf(inbox.rows)
  return readHere(
    (row) => related === undefined || row.related_key === related,
    () =>
      postAllRead({ ...(related === undefined ? {} : { related_key: related }), ...(newest === undefined ? {} : { last_update: newest }) }),
  )
}
