import type { ContactLists } from '#domain/pack'
import { contactAddress } from './details.ts'
import type { ContactList, Contacts } from './state.ts'

export const MOST_CONTACT_LISTS = 200
export const MOST_IN_A_LIST = 10_000
export const MOST_LIST_NAME = 100

/** A list that is there: not deleted. */
export const liveList = ({ lists }: Contacts, key: string): ContactList | undefined => {
  const list = lists.get(key)
  return list?.deleted ? undefined : list
}
export const liveLists = ({ lists }: Contacts): readonly (readonly [string, ContactList])[] =>
  [...lists].filter(([, { deleted }]) => !deleted)

/** The details of those in a list, as they were added to the address book: what documents say of them elsewhere does not count. */
export const contactsIn = (state: Contacts, { contacts }: ContactList) =>
  [...contacts].flatMap((contact) => state.byKey.get(contact)?.details ?? [])

/** By which email addresses and numbers those in a list are reached, in the form in which addresses are compared. */
export const addressesIn = (state: Contacts, list: ContactList): ReadonlySet<string> =>
  new Set(contactsIn(state, list).flatMap(({ email, mobile }) => [compared(email), compared(mobile)].filter((one) => one !== null)))

/** One state is asked by many decisions, and reading thousands of numbers takes long. */
const read = new WeakMap<Contacts, ContactLists>()

/** As the decisions of documents ask for them. */
export function contactListsOf(state: Contacts): ContactLists {
  const before = read.get(state)
  if (before) return before
  const lists = readingOnce(state)
  read.set(state, lists)
  return lists
}

function readingOnce(state: Contacts): ContactLists {
  const seen = new Map<string, ReadonlySet<string>>()
  const addresses = (key: string) => {
    const list = liveList(state, key)
    const found = seen.get(key) ?? (list ? addressesIn(state, list) : new Set())
    seen.set(key, found)
    return found
  }
  return {
    has: (key) => liveList(state, key) !== undefined,
    holds: (key, text) => addresses(key).has(compared(text) ?? ''),
  }
}

const compared = (text: string) => contactAddress({ email: text, mobile: text })
