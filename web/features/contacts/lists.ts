import { useEffect, useMemo } from 'react'
import { proxy, ref, useSnapshot } from 'valtio'
import { contactAddress } from '#domain/contacts'
import { ANY_CONTACT, type ContactLists, type PackSettings } from '#domain/pack'
import { HttpRefused, messageOf } from '../../http/index.ts'
import { watchRows } from '../../live/index.ts'
import { wordsOf } from '../../messages/index.ts'
import { useSession } from '../auth/index.ts'
import { type ContactListRecord, fetchListAddresses, fetchLists } from './calls.ts'
import { contacts } from './messages.ts'

/** The contact lists of the selected workspace, for all who show them. */
const state = proxy<{ readonly of: { workspace: string | undefined; lists: readonly ContactListRecord[] | null; problem: string | null } }>(
  {
    of: { workspace: undefined, lists: null, problem: null },
  },
)
let asked = 0

export async function loadLists(): Promise<void> {
  const mine = ++asked
  try {
    const lists = await fetchLists()
    if (mine !== asked) return
    state.of.lists = ref(lists as ContactListRecord[])
    state.of.problem = null
  } catch (thrown) {
    if (mine === asked) state.of.problem = messageOf(thrown, wordsOf(contacts)('lists_failed'))
  }
}

/** One that was just saved is there at once, whatever an answer on its way says. */
export function keepList(saved: ContactListRecord): void {
  const others = (state.of.lists ?? []).filter(({ key }) => key !== saved.key)
  state.of.lists = ref([...others, saved].sort((a, b) => a.name.localeCompare(b.name)))
  void loadLists()
}

/** Asked for again whenever something begins to show them. */
export function useContactLists(workspace: string | undefined) {
  const { of } = useSnapshot(state)
  useEffect(() => {
    if (state.of.workspace !== workspace) Object.assign(state.of, { workspace, lists: null, problem: null })
    void loadLists()
  }, [workspace])
  const own = of.workspace === workspace
  return { lists: own ? of.lists : null, problem: own ? of.problem : null }
}

/** Where only contacts from a list may be named: their addresses, or that there is no such list; null: not known yet. */
const listed = proxy<{ readonly by: Record<string, ReadonlySet<string> | 'missing' | null> }>({ by: {} })
/** How many show something that depends on a list. */
const watchers = new Map<string, number>()
/** The way out of pushes of the address book, for each list. */
const rooms = new Map<string, () => void>()

/** The newest request of each list: only its answer counts. */
const newest = new Map<string, object>()

async function loadAddresses(list: string): Promise<void> {
  const mine = {}
  newest.set(list, mine)
  try {
    const addresses = await fetchListAddresses(list)
    if (newest.get(list) === mine) listed.by[list] = ref(new Set(addresses))
  } catch (thrown) {
    if (newest.get(list) !== mine) return
    // Where it cannot be known the server judges.
    listed.by[list] = thrown instanceof HttpRefused && thrown.code === 'contact-list-missing' ? 'missing' : null
  }
}
/** The address book may have been changed, here or elsewhere. */
const loadAgain = () => {
  for (const list of watchers.keys()) void loadAddresses(list)
}
const NONE: ContactLists = { has: () => false, holds: () => false }

/** Who may be named in a document; anybody while that is not known: the server judges in any case. */
export function useListed({ onlyContacts = false, contactList = '' }: Pick<PackSettings, 'onlyContacts' | 'contactList'>): ContactLists {
  const account = useSession().workspace?.account_key
  const list = onlyContacts ? contactList : ''
  const { by } = useSnapshot(listed)
  useEffect(() => {
    if (list === '' || !account) return
    if (watchers.size === 0) addEventListener('focus', loadAgain)
    const others = watchers.get(list) ?? 0
    if (others === 0) {
      void loadAddresses(list)
      rooms.set(
        list,
        watchRows({ account_key: account, list: 'contacts' }, { changed: () => void loadAddresses(list), connected: () => undefined }),
      )
    }
    watchers.set(list, others + 1)
    return () => {
      const left = watchers.get(list)! - 1
      if (left === 0) {
        watchers.delete(list)
        rooms.get(list)?.()
      } else watchers.set(list, left)
      if (watchers.size === 0) removeEventListener('focus', loadAgain)
    }
  }, [list, account])
  const known = list === '' ? null : (by[list] ?? null)
  return useMemo(() => {
    if (!onlyContacts) return ANY_CONTACT
    if (list === '' || known === 'missing') return NONE
    if (known === null) return ANY_CONTACT
    return { has: () => true, holds: (_, text) => known.has(contactAddress({ email: text, mobile: text }) ?? '') }
  }, [onlyContacts, list, known])
}
