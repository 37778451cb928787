import { type ContactRecord, contactsAnswer, contactsByQueryAnswer, contactsImportAnswer, type TypedContact } from '#contract/contacts'
import { done } from '#contract/envelope'
import { http } from '../../http/index.ts'
import type { Ask, From } from '../../list/index.ts'

export type { ContactRecord, TypedContact }
/** What somebody types into when they fill in a person. */
export type ContactField = 'name' | 'email' | 'mobile_number'

export const fetchSuggestions = async (by: ContactField, text: string): Promise<readonly ContactRecord[]> =>
  (await http.get('/app/contact_lists/get_contacts_by_query', contactsByQueryAnswer, { quiet: true, query: { [`${by}_query`]: text } }))
    .contacts
export async function fetchContacts({ search }: { readonly search: string }, { cursor }: From, { limit, signal, quiet }: Ask) {
  const query = { ...(search ? { search_query: search } : {}), ...(cursor ? { cursor } : {}), limit: String(limit) }
  const page = await http.get('/app/contacts', contactsAnswer, { query, ...(signal ? { signal } : {}), ...(quiet ? { quiet } : {}) })
  return { rows: page.contacts, cursor: page.cursor, counts: { all: page.count } }
}
export const addContact = (data: TypedContact) => http.post('/app/contacts', done, { data })
export const changeContact = (key: string, data: TypedContact) => http.post(`/app/contacts/${key}`, done, { data })
export const removeContact = (key: string) => http.del(`/app/contacts/${key}`, done)
export const importContacts = (contacts: readonly TypedContact[]) =>
  http.post('/app/contacts/import', contactsImportAnswer, { data: { contacts } })
export const exportUrl = (account: string) => `/app/accounts/${account}/export_contacts`
