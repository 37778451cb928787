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
interface Watched {
  /** How many show something that depends on the list. */
  users: number
  end(): void
}
const watches = new Map<string, Watched>()

/** Keeps the addresses of a list known: the address book may be changed here or elsewhere. */
function watch(list: string, account: string): Watched {
  let newest: object | null = null
  async function load() {
    const mine = {}
    newest = mine
    try {
      const addresses = await fetchListAddresses(list)
      if (newest === mine) listed.by[list] = ref(new Set(addresses))
    } catch (thrown) {
      if (newest !== mine) return
      // Where it cannot be known the server judges.
      listed.by[list] = thrown instanceof HttpRefused && thrown.code === 'contact-list-missing' ? 'missing' : null
    }
  }
  const again = () => void load()
  addEventListener('focus', again)
  const leave = watchRows({ account_key: account, list: 'contacts' }, { changed: again, connected: () => undefined })
  const watched: Watched = {
    users: 0,
    end() {
      newest = null
      watches.delete(list)
      removeEventListener('focus', again)
      leave()
    },
  }
  watches.set(list, watched)
  again()
  return watched
}
const NONE: ContactLists = { has: () => false, holds: () => false }

/** Who may be named in a document; anybody while that is not known: the server judges in any case. */
export function useListed({ onlyContacts = false, contactList = '' }: Pick<PackSettings, 'onlyContacts' | 'contactList'>): ContactLists {
  const account = useSession().workspace?.account_key
  const list = onlyContacts ? contactList : ''
  const { by } = useSnapshot(listed)
  useEffect(() => {
    if (list === '' || !account) return
    const watched = watches.get(list) ?? watch(list, account)
    watched.users += 1
    return () => {
      watched.users -= 1
      if (watched.users === 0) watched.end()
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
