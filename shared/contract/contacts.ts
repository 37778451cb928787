import { z } from 'zod'
import { numeral, shown, text, token } from './bounds.ts'
import { key, succeeded } from './envelope.ts'

const MOST_LISTED = 200
export const CONTACTS_PAGE = 100
const MOST_LISTS = 200
/** At most so many people in one call; a client sends a longer list in parts. */
export const CONTACTS_AT_ONCE = 500

/** Somebody whom a workspace knows: from its documents, as a member, or from its address book. */
export const contact = z.object({
  key,
  name: shown,
  email: shown,
  mobile_number: shown,
  user_key: key.nullable(),
  account_key: key,
  organisation_key: key.nullable(),
  /** The list that was asked for. */
  custom_contact_list_key: key.nullable(),
  /** When a document named them last; null: none has. */
  last_used: shown.nullable(),
})
export type ContactRecord = z.infer<typeof contact>
/** GET /app/contact_lists/get_contacts_by_query: all that is given has to fit. */
export const contactsByQuery = z.object({
  email_query: z.string().max(320).default(''),
  name_query: z.string().max(200).default(''),
  mobile_number_query: z.string().max(50).default(''),
  /** Only of this contact list, with the details by which they were added to it. */
  contact_list_key: key.optional(),
  limit: numeral(1, 50).default(8),
})
export const contactsByQueryAnswer = succeeded({ contacts: z.array(contact).max(50) })

/** GET /app/contacts: the address book, by name. */
export const contactsQuery = z.object({
  search_query: z.string().max(500).optional(),
  contact_list_key: key.optional(),
  // Longer than other cursors: it says at which name to go on.
  cursor: z.string().max(4_000).optional(),
  limit: numeral(1, MOST_LISTED).default(CONTACTS_PAGE),
})
export const contactsAnswer = succeeded({
  contacts: z.array(contact).max(MOST_LISTED),
  /** null: there is no more. */
  cursor: shown.nullable(),
  /** How many there are without a search, in the list where one is asked for. */
  count: z.int(),
})

const details = z.object({ name: text.default(''), email: text.default(''), mobile_number: text.default('') })
export type TypedContact = z.input<typeof details>
/** POST /app/contacts adds one, into these lists too; POST /app/contacts/{key} changes one. */
export const contactToAdd = details.extend({ contact_list_keys: z.array(key).max(MOST_LISTS).default([]) })
export const contactBody = details
export const contactParams = z.object({ key })
/** DELETE /app/contacts/{key}: the lists that they were in, to bring them back into. */
export const contactRemovedAnswer = succeeded({ contact_list_keys: z.array(key).max(MOST_LISTS) })
/** POST /app/contacts/import: valid ones are saved, even if others are wrong. */
export const contactsImport = z.object({
  contacts: z.array(details).min(1).max(CONTACTS_AT_ONCE),
  /** Into which list they come, too. */
  contact_list_key: key.optional(),
})
export const contactsImportAnswer = succeeded({
  saved: z.int(),
  /** `at` is the place in the list that was sent. */
  refused: z.array(z.object({ at: z.int(), code: token, message: shown })).max(CONTACTS_AT_ONCE),
})

/** A named part of the address book. */
export const contactList = z.object({
  key,
  account_key: key,
  name: shown,
  /** How many are in it. */
  count: z.int(),
})
export type ContactListRecord = z.infer<typeof contactList>
export const contactListsAnswer = succeeded({ contact_lists: z.array(contactList).max(MOST_LISTS) })
export const contactListBody = z.object({ name: text })
export const contactListAnswer = succeeded({ contact_list: contactList })
/** Who comes into the list or leaves it: keys of contacts, as the address book answers them. */
export const contactListContacts = z.object({ contacts: z.array(key).min(1).max(CONTACTS_AT_ONCE) })
/** GET /app/contact_lists/{key}/addresses: addresses in lower case and numbers in international form, as they are compared. */
export const contactListAddressesAnswer = succeeded({ addresses: z.array(shown).max(20_000) })
