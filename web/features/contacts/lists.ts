import { useEffect, useMemo } from 'react'
import { proxy, ref, useSnapshot } from 'valtio'
import { contactAddress } from '#domain/contacts'
import { ANY_CONTACT, type ContactLists, type PackSettings } from '#domain/pack'
import { HttpRefused, messageOf } from '../../http/index.ts'
import { wordsOf } from '../../messages/index.ts'
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

async function loadAddresses(list: string): Promise<void> {
  try {
    listed.by[list] = ref(new Set(await fetchListAddresses(list)))
  } catch (thrown) {
    // Where it cannot be known the server judges.
    listed.by[list] = thrown instanceof HttpRefused && thrown.code === 'contact-list-missing' ? 'missing' : null
  }
}
/** The address book may have been changed in another tab. */
const loadAgain = () => {
  for (const list of watchers.keys()) void loadAddresses(list)
}
const NONE: ContactLists = { has: () => false, holds: () => false }

/** Who may be named in a document; anybody while that is not known: the server judges in any case. */
export function useListed({ onlyContacts = false, contactList = '' }: Pick<PackSettings, 'onlyContacts' | 'contactList'>): ContactLists {
  const list = onlyContacts ? contactList : ''
  const { by } = useSnapshot(listed)
  useEffect(() => {
    if (list === '') return
    if (watchers.size === 0) addEventListener('focus', loadAgain)
    const others = watchers.get(list) ?? 0
    if (others === 0) void loadAddresses(list)
    watchers.set(list, others + 1)
    return () => {
      const left = watchers.get(list)! - 1
      if (left === 0) watchers.delete(list)
      else watchers.set(list, left)
      if (watchers.size === 0) removeEventListener('focus', loadAgain)
    }
  }, [list])
  const known = list === '' ? null : (by[list] ?? null)
  return useMemo(() => {
    if (!onlyContacts) return ANY_CONTACT
    if (list === '' || known === 'missing') return NONE
    if (known === null) return ANY_CONTACT
    return { has: () => true, holds: (_, text) => known.has(contactAddress({ email: text, mobile: text }) ?? '') }
  }, [onlyContacts, list, known])
}
