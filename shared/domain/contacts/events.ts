import { z } from 'zod'
import { event, type FactsOf, sealed, sealedRows } from '#domain/kernel'

const id = z.uuid()
const details = sealed(z.strictObject({ name: z.string(), email: z.string(), mobile: z.string() }))

/** So many contacts of an import share an event: each is sealed under a key of its own all the same. */
export const CONTACTS_AN_EVENT = 100
/** So many keys of those who come into a list, or leave it, share an event. */
export const LISTED_AN_EVENT = 1_000
const listed = { list: id, contacts: z.array(id).min(1).max(LISTED_AN_EVENT) }
const named = { list: id, name: sealed(z.string()) }

/**
 * Each contact has a key of its own, under which all that this stream ever says of the person is sealed: destroying it erases the person
 * and nobody else.
 */
export const CONTACT_EVENTS = {
  ContactSaved: event(1, { contact: id, details }, 'contact'),
  ContactsImported: event(1, { contacts: sealedRows('contact', { contact: id, details }).min(1).max(CONTACTS_AN_EVENT) }),
  /** Hides whom documents name at this address up to now too. */
  ContactRemoved: event(1, { contact: id, address: sealed(z.string()) }, 'contact'),
  /**
   * The key of this contact is destroyed after this. Where it is the `contactKey` of an address, the person with that address is hidden, whatever
   * names them, until somebody adds them by hand.
   */
  ContactErased: event(1, { contact: id }),
  ContactListCreated: event(1, named),
  ContactListRenamed: event(1, named),
  /** Who is in it stays known, so that it can be brought back. */
  ContactListDeleted: event(1, { list: id }),
  ContactListRestored: event(1, { list: id }),
  ContactsListed: event(1, listed),
  ContactsUnlisted: event(1, listed),
}
export type ContactFact = FactsOf<typeof CONTACT_EVENTS>
