import { proxy, useSnapshot } from 'valtio'
import type { NotificationRecord } from '#contract/notifications'
import { messageOf } from '../../http/index.ts'
import { createList, type ListOf } from '../../list/index.ts'
import { wordsOf } from '../../messages/index.ts'
import { say } from '../../ui/index.ts'
import { fetchNotifications, postAllRead, postRead } from './calls.ts'
import { merged, newestOf, unreadIn, withoutGone } from './rows.ts'

const list: ListOf<NotificationRecord, object> = createList({
  filter: {},
  async fetch(_filter, { cursor }) {
    const answer = await fetchNotifications(cursor === null ? {} : { cursor })
    return { rows: answer.notifications, cursor: answer.cursor, counts: { unread: answer.unread_count } }
  },
  receive: (rows, changed) => merged(rows, changed, list.state.nextCursor === null),
  failed: () => wordsOf('notifications')('load_failed'),
})
const unread = () => list.state.counts?.unread ?? 0
const setUnread = (count: number) => list.takeCounts({ unread: count })

/** What is known of it apart from its rows. `arrived`: the newest one that came while the page was open, read out. */
export const inbox = proxy({ opened: false, arrived: '' })
export function useInbox() {
  const { phase, rows, nextCursor, fetchingMore, counts } = useSnapshot(list.state)
  const { opened, arrived } = useSnapshot(inbox)
  return { phase, rows: rows as readonly NotificationRecord[], nextCursor, fetchingMore, unread: counts?.unread ?? 0, opened, arrived }
}
export const heldRows = (): readonly NotificationRecord[] => list.state.rows
export const fetchEarlier = list.more

/** Pages of changes that are asked for one after the other; with more than that everything is fetched again. */
const MOST_PAGES = 5
/** Whose notifications are held: an answer that was asked for somebody else is none. */
let holder = 0
let asking: Promise<void> | null = null
let again = false
/** What is held cannot be brought up to date by changes alone. */
let stale = true

/** Somebody else sits here, or nobody. */
export function forgetInbox(): void {
  holder += 1
  stale = true
  list.forget()
  Object.assign(inbox, { opened: false, arrived: '' })
}

/** Everything from the start; what is shown stays until the answer is there. */
async function load(): Promise<void> {
  stale = false
  await list.load(true)
  if (list.state.problem !== null) stale = true
}

async function loadChanges(mine: number): Promise<void> {
  for (let page = 0; page < MOST_PAGES; page++) {
    const newest = newestOf(list.state.rows)
    if (newest === undefined) return load()
    const before = list.state.rows[0]
    const answer = await fetchNotifications({ last_update: newest })
    if (mine !== holder) return
    list.changed(answer.notifications, [])
    setUnread(answer.unread_count)
    const first = list.state.rows[0]
    if (first && !first.read && first.key !== before?.key) inbox.arrived = first.message
    if (answer.cursor === null) return
  }
  return load()
}

/** Fetches the changes; notifications that arrive meanwhile are fetched after it. */
export function refreshInbox(): Promise<void> {
  again = true
  asking ??= (async () => {
    while (again) {
      again = false
      const mine = holder
      try {
        await (list.state.phase === 'ready' && !stale ? loadChanges(mine) : load())
      } catch {
        if (mine === holder) stale = true
      }
    }
    asking = null
  })()
  return asking
}

export function retryInbox(): void {
  list.state.phase = 'loading'
  void refreshInbox()
}

/** A document was deleted for good, or a workspace left: what concerns it is here no longer. */
export function dropGone(gone: string): void {
  const held = list.state.rows
  const rows = withoutGone(held, gone)
  const isSure = rows.length === held.length && unreadIn(rows) === unread()
  list.drop(held.filter((row) => !rows.includes(row)).map(({ key }) => key))
  if (isSure) return
  // How much else is unread only the server knows.
  stale = true
  void refreshInbox()
}

/** Shown as read at once; where the server does not take it, it is unread again. */
async function readHere(which: (row: NotificationRecord) => boolean, post: () => Promise<number>): Promise<void> {
  const mine = holder
  const now = new Date().toISOString()
  const changed = list.state.rows.filter((row) => !row.read && which(row))
  const readNow = changed.map((row) => ({ ...row, read: true, date_read: now }))
  list.changed(readNow, [])
  setUnread(Math.max(0, unread() - changed.length))
  try {
    const left = await post()
    if (mine === holder) setUnread(left)
  } catch (thrown) {
    if (mine !== holder) return
    const there = new Set(list.state.rows.map(({ key }) => key))
    const back = changed.filter(({ key }) => there.has(key))
    list.changed(back, [])
    setUnread(unread() + changed.length)
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
  const newest = newestOf(list.state.rows)
  return readHere(
    (row) => related === undefined || row.related_key === related,
    () =>
      postAllRead({ ...(related === undefined ? {} : { related_key: related }), ...(newest === undefined ? {} : { last_update: newest }) }),
  )
}
