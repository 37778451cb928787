import {
  CONTACTS_AT_ONCE,
  type ContactListRecord,
  type ContactRecord,
  contactListAddressesAnswer,
  contactListAnswer,
  contactListsAnswer,
  contactRemovedAnswer,
  contactsAnswer,
  contactsByQueryAnswer,
  contactsImportAnswer,
  type TypedContact,
} from '#contract/contacts'
import { done } from '#contract/envelope'
import { http } from '../../http/index.ts'
import type { Ask, From } from '../../list/index.ts'

export type { ContactListRecord, ContactRecord, TypedContact }
export interface ContactFilter {
  readonly search: string
  /** '': everybody. */
  readonly list: string
}
/** What somebody types into when they fill in a person. */
export type ContactField = 'name' | 'email' | 'mobile_number'

/** `list`: only of this one; '': of all. */
export async function fetchSuggestions(by: ContactField, text: string, list: string): Promise<readonly ContactRecord[]> {
  const query = { [`${by}_query`]: text, ...(list ? { contact_list_key: list } : {}) }
  return (await http.get('/app/contact_lists/get_contacts_by_query', contactsByQueryAnswer, { quiet: true, query })).contacts
}
export async function fetchContacts({ search, list }: ContactFilter, { cursor }: From, { limit, signal, quiet }: Ask) {
  const query = {
    ...(search ? { search_query: search } : {}),
    ...(list ? { contact_list_key: list } : {}),
    ...(cursor ? { cursor } : {}),
    limit: String(limit),
  }
  const page = await http.get('/app/contacts', contactsAnswer, { query, ...(signal ? { signal } : {}), ...(quiet ? { quiet } : {}) })
  return { rows: page.contacts, cursor: page.cursor, counts: { all: page.count } }
}
/** Into these lists, too. */
export const addContact = (data: TypedContact, contact_list_keys: readonly string[]) =>
  http.post('/app/contacts', done, { data: { ...data, contact_list_keys } })
export const changeContact = (key: string, data: TypedContact) => http.post(`/app/contacts/${key}`, done, { data })
/** Answers the lists that they were in. */
export const removeContact = async (key: string) => (await http.del(`/app/contacts/${key}`, contactRemovedAnswer)).contact_list_keys
export const importContacts = (contacts: readonly TypedContact[], list: string) =>
  http.post('/app/contacts/import', contactsImportAnswer, { data: { contacts, ...(list ? { contact_list_key: list } : {}) } })
export const exportUrl = (account: string) => `/app/accounts/${account}/export_contacts`

const LISTS = '/app/contact_lists'
export const fetchLists = async () => (await http.get(LISTS, contactListsAnswer, { quiet: true })).contact_lists
export const fetchListAddresses = async (list: string) =>
  (await http.get(`${LISTS}/${list}/addresses`, contactListAddressesAnswer, { quiet: true })).addresses
export const createContactList = async (name: string) => (await http.post(LISTS, contactListAnswer, { data: { name } })).contact_list
export const renameContactList = async (list: string, name: string) =>
  (await http.post(`${LISTS}/${list}`, contactListAnswer, { data: { name } })).contact_list
export const deleteContactList = (list: string) => http.del(`${LISTS}/${list}`, done)
export const restoreContactList = async (list: string) =>
  (await http.post(`${LISTS}/${list}/restore`, contactListAnswer, { data: {} })).contact_list
export const listContacts = (list: string, keys: readonly string[]) => inParts(`${LISTS}/${list}/add_contacts`, keys)
export const unlistContacts = (list: string, keys: readonly string[]) => inParts(`${LISTS}/${list}/remove_contacts`, keys)

async function inParts(url: string, keys: readonly string[]): Promise<void> {
  for (let from = 0; from < keys.length; from += CONTACTS_AT_ONCE)
    await http.post(url, contactListAnswer, { data: { contacts: keys.slice(from, from + CONTACTS_AT_ONCE) } })
}
