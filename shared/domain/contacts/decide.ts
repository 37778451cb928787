import type { Decision, Refused } from '#domain/kernel'
import { type ContactDetails, contactAddress } from './details.ts'
import { CONTACTS_AN_EVENT, type ContactFact } from './events.ts'
import type { ContactRefusalCode } from './refusals.ts'
import type { Contacts } from './state.ts'

/** `key` is the key of a contact that this address book does not have yet. Details are as `contactDetails` gives them. */
export type ContactCommand =
  | { readonly do: 'AddContact'; readonly key: string; readonly details: ContactDetails }
  /** `address` is where they were known until now; in the address book, or only named by documents. */
  | { readonly do: 'ChangeContact'; readonly key: string; readonly address: string; readonly details: ContactDetails }
  | { readonly do: 'ImportContacts'; readonly contacts: readonly { readonly key: string; readonly details: ContactDetails }[] }
  /** `newest`: when the newest of the removed entries was written. Later removals stay removed, once. */
  | { readonly do: 'RemoveContact'; readonly key: string; readonly address: string; readonly newest: string }
  /**
   * Deletes for good the entries of this address book for the person at this address, and hides them where documents still name them: `known` is
   * the `contactKey` of the address.
   */
  | { readonly do: 'EraseContact'; readonly address: string; readonly known: string }
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
    case 'ImportContacts':
      return saved(command.do === 'AddContact' ? [command] : command.contacts, state, command.do === 'ImportContacts')
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
      return [{ type: 'ContactRemoved', data: { contact, address: command.address } }]
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

/** A contact that would not change is left out; of two with one address the later counts. */
function saved(
  wanted: readonly { readonly key: string; readonly details: ContactDetails }[],
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
