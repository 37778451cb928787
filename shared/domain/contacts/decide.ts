import { type Decision, folded, isRefused, isStorable, type Refused } from '#domain/kernel'
import { type ContactDetails, contactAddress, keptName } from './details.ts'
import { CONTACTS_AN_EVENT, type ContactFact, LISTED_AN_EVENT } from './events.ts'
import { liveList, liveLists, MOST_CONTACT_LISTS, MOST_IN_A_LIST, MOST_LIST_NAME } from './lists.ts'
import type { ContactRefusalCode } from './refusals.ts'
import type { Contacts } from './state.ts'

interface NewContact {
  readonly key: string
  readonly details: ContactDetails
}
/** `key` is the key of a contact that this address book does not have yet. Details are as `contactDetails` gives them. */
export type ContactCommand =
  /** `lists`: into which they come, too. */
  | ({ readonly do: 'AddContact'; readonly lists?: readonly string[] } & NewContact)
  /** `address` is where they were known until now; in the address book, or only named by documents. */
  | { readonly do: 'ChangeContact'; readonly key: string; readonly address: string; readonly details: ContactDetails }
  | { readonly do: 'ImportContacts'; readonly contacts: readonly NewContact[]; readonly list?: string }
  /** `newest`: when the newest of the removed entries was written. Later removals stay removed, once. */
  | { readonly do: 'RemoveContact'; readonly key: string; readonly address: string; readonly newest: string }
  /**
   * Deletes for good the entries of this address book for the person at this address, and hides them where documents still name them: `known` is
   * the `contactKey` of the address.
   */
  | { readonly do: 'EraseContact'; readonly address: string; readonly known: string }
  | { readonly do: 'CreateContactList'; readonly list: string; readonly name: string }
  | { readonly do: 'RenameContactList'; readonly list: string; readonly name: string }
  | { readonly do: 'DeleteContactList'; readonly list: string }
  | { readonly do: 'RestoreContactList'; readonly list: string }
  /** Who is known by documents alone is added to the address book with these details. */
  | { readonly do: 'ListContacts'; readonly list: string; readonly contacts: readonly NewContact[] }
  | { readonly do: 'UnlistContacts'; readonly list: string; readonly addresses: readonly string[] }
  /** After a restore. */
  | { readonly do: 'RepeatContactErasure'; readonly contacts: readonly string[] }

export const MOST_CONTACTS = 200_000

/** A member of some workspaces, or the installation itself. */
export type ContactActor =
  | { readonly as: 'member'; readonly user: string; readonly workspaces: readonly string[] }
  | { readonly as: 'installation' }

/** An address book belongs to its team, and only a restore repeats a deletion. */
export function permits(command: ContactCommand, _state: Contacts, who: ContactActor, key: string): Refused<ContactRefusalCode> | null {
  const may = who.as === 'installation' || (who.workspaces.includes(key) && command.do !== 'RepeatContactErasure')
  return may ? null : { refused: 'not-your-address-book' }
}

export function decide(command: ContactCommand, state: Contacts): Decision<ContactFact, ContactRefusalCode> {
  const knownBy = (address: string, key: string) => state.byAddress.get(address)?.at(-1) ?? key
  switch (command.do) {
    case 'AddContact':
      return savedInto(command.lists ?? [], [command], state, false)
    case 'ImportContacts':
      return savedInto(command.list === undefined ? [] : [command.list], command.contacts, state, true)
    case 'ListContacts': {
      const unknown = command.contacts.filter(({ key, details }) => !state.byKey.get(knownBy(contactAddress(details) ?? '', key))?.details)
      const saving = saved(unknown, state, true)
      if (isRefused(saving)) return saving
      const listing = listed(command.list, command.contacts, state)
      return isRefused(listing) ? listing : [...saving, ...listing]
    }
    case 'UnlistContacts': {
      const list = liveList(state, command.list)
      if (!list) return { refused: 'contact-list-missing' }
      const leaving = command.addresses.flatMap((address) => state.byAddress.get(address) ?? []).filter((one) => list.contacts.has(one))
      return inParts('ContactsUnlisted', command.list, leaving)
    }
    case 'CreateContactList':
      if (state.lists.has(command.list)) return []
      if (liveLists(state).length >= MOST_CONTACT_LISTS) return { refused: 'contact-lists-full' }
      return named('ContactListCreated', command, state)
    case 'RenameContactList': {
      const list = liveList(state, command.list)
      if (!list) return { refused: 'contact-list-missing' }
      return list.name === keptName(command.name) ? [] : named('ContactListRenamed', command, state)
    }
    case 'DeleteContactList':
      return liveList(state, command.list) ? [{ type: 'ContactListDeleted', data: { list: command.list } }] : []
    case 'RestoreContactList': {
      const list = state.lists.get(command.list)
      if (!list) return { refused: 'contact-list-missing' }
      if (!list.deleted) return []
      if (liveLists(state).length >= MOST_CONTACT_LISTS) return { refused: 'contact-lists-full' }
      if (isTaken(list.name, command.list, state)) return { refused: 'contact-list-name-taken' }
      return [{ type: 'ContactListRestored', data: { list: command.list } }]
    }
    case 'ChangeContact': {
      const { details, address } = command
      const contact = knownBy(address, command.key)
      const next = contactAddress(details)
      const was = state.byKey.get(contact)?.details
      if (next === null) return { refused: 'contact-address-missing' }
      const taken = state.byAddress.get(next)?.at(-1)
      if (taken !== undefined && taken !== contact && state.byKey.get(taken)?.details) return { refused: 'contact-twice' }
      if (was && isSame(was, details)) return []
      const saving: ContactFact = { type: 'ContactSaved', data: { contact, details } }
      return next === address ? [saving] : [{ type: 'ContactRemoved', data: { contact, address } }, saving]
    }
    case 'RemoveContact': {
      const contact = knownBy(command.address, command.key)
      const removed = state.byKey.get(contact)?.removed
      if (!state.byKey.get(contact)?.details && removed && removed >= command.newest) return []
      // Added again by hand or by a document, they come back into no list by themselves.
      const leaving = [...state.lists].filter(([, { contacts }]) => contacts.has(contact))
      return [
        ...leaving.map(([list]): ContactFact => ({ type: 'ContactsUnlisted', data: { list, contacts: [contact] } })),
        { type: 'ContactRemoved', data: { contact, address: command.address } },
      ]
    }
    case 'EraseContact':
      return erased([...(state.byAddress.get(command.address) ?? []), ...(state.erased.has(command.known) ? [] : [command.known])])
    case 'RepeatContactErasure':
      return erased(command.contacts.filter((one) => !state.erased.has(one)))
    default:
      return command satisfies never
  }
}

const erased = (contacts: readonly string[]): readonly ContactFact[] =>
  contacts.map((contact) => ({ type: 'ContactErased', data: { contact } }))

/** Into the address book, and into these lists. */
function savedInto(
  lists: readonly string[],
  wanted: readonly NewContact[],
  state: Contacts,
  imported: boolean,
): Decision<ContactFact, ContactRefusalCode> {
  const facts = [saved(wanted, state, imported), ...lists.map((list) => listed(list, wanted, state))]
  return facts.find(isRefused) ?? facts.flatMap((some) => (isRefused(some) ? [] : some))
}

function listed(key: string, wanted: readonly NewContact[], state: Contacts): Decision<ContactFact, ContactRefusalCode> {
  const list = liveList(state, key)
  if (!list) return { refused: 'contact-list-missing' }
  // As they are saved: of two with one new address the later counts.
  const byAddress = new Map(wanted.map((one) => [contactAddress(one.details) ?? '', one.key]))
  const contacts = [...byAddress].map(([address, fresh]) => state.byAddress.get(address)?.at(-1) ?? fresh)
  const coming = contacts.filter((one) => !list.contacts.has(one))
  if (list.contacts.size + coming.length > MOST_IN_A_LIST) return { refused: 'contact-list-full' }
  return inParts('ContactsListed', key, coming)
}

function inParts(type: 'ContactsListed' | 'ContactsUnlisted', list: string, contacts: readonly string[]): readonly ContactFact[] {
  return Array.from({ length: Math.ceil(contacts.length / LISTED_AN_EVENT) }, (_, part) => ({
    type,
    data: { list, contacts: contacts.slice(part * LISTED_AN_EVENT, (part + 1) * LISTED_AN_EVENT) },
  }))
}

function named(
  type: 'ContactListCreated' | 'ContactListRenamed',
  command: { readonly list: string; readonly name: string },
  state: Contacts,
): Decision<ContactFact, ContactRefusalCode> {
  const name = keptName(command.name)
  if (!isStorable(name)) return { refused: 'contact-not-text' }
  if (name === '') return { refused: 'contact-list-name-missing' }
  if (name.length > MOST_LIST_NAME) return { refused: 'contact-list-name-too-long' }
  if (isTaken(name, command.list, state)) return { refused: 'contact-list-name-taken' }
  return [{ type, data: { list: command.list, name } }]
}

const isTaken = (name: string, but: string, state: Contacts) =>
  liveLists(state).some(([key, list]) => key !== but && folded(list.name) === folded(name))

/** A contact that would not change is left out; of two with one address the later counts. */
function saved(
  wanted: readonly NewContact[],
  { byKey, byAddress }: Contacts,
  imported: boolean,
): Decision<ContactFact, ContactRefusalCode> {
  const fresh = new Map<string, { contact: string; details: ContactDetails }>()
  let more = byKey.size
  for (const { key, details } of wanted) {
    const address = contactAddress(details)
    if (address === null) return { refused: 'contact-address-missing' }
    const contact = byAddress.get(address)?.at(-1) ?? key
    const was = byKey.get(contact)?.details
    if (was && isSame(was, details)) fresh.delete(address)
    else fresh.set(address, { contact, details })
  }
  for (const { contact } of fresh.values()) if (!byKey.has(contact)) more += 1
  if (more > MOST_CONTACTS) return { refused: 'contacts-full' }
  const rows = [...fresh.values()]
  if (!imported) return rows.map((data) => ({ type: 'ContactSaved', data }))
  return Array.from({ length: Math.ceil(rows.length / CONTACTS_AN_EVENT) }, (_, part) => ({
    type: 'ContactsImported',
    data: { contacts: rows.slice(part * CONTACTS_AN_EVENT, (part + 1) * CONTACTS_AN_EVENT) },
  }))
}

const isSame = (a: ContactDetails, b: ContactDetails) => a.name === b.name && a.email === b.email && a.mobile === b.mobile
