import { type ContactRecord, contactsAnswer, contactsByQueryAnswer, contactsImportAnswer, type TypedContact } from '#contract/contacts'
import { done } from '#contract/envelope'
import { http } from '../../http/index.ts'

export type { ContactRecord, TypedContact }
export interface ContactsPage {
  readonly contacts: readonly ContactRecord[]
  readonly cursor: string | null
  readonly count: number
}
/** What somebody types into when they fill in a person. */
export type ContactField = 'name' | 'email' | 'mobile_number'

export const fetchSuggestions = async (by: ContactField, text: string): Promise<readonly ContactRecord[]> =>
  (await http.get('/app/contact_lists/get_contacts_by_query', contactsByQueryAnswer, { quiet: true, query: { [`${by}_query`]: text } }))
    .contacts
export const fetchContacts = (search: string, cursor: string | null = null): Promise<ContactsPage> =>
  http.get('/app/contacts', contactsAnswer, { query: { ...(search ? { search_query: search } : {}), ...(cursor ? { cursor } : {}) } })
export const addContact = (data: TypedContact) => http.post('/app/contacts', done, { data })
export const changeContact = (key: string, data: TypedContact) => http.post(`/app/contacts/${key}`, done, { data })
export const removeContact = (key: string) => http.del(`/app/contacts/${key}`, done)
export const importContacts = (contacts: readonly TypedContact[]) =>
  http.post('/app/contacts/import', contactsImportAnswer, { data: { contacts } })
export const exportUrl = (account: string) => `/app/accounts/${account}/export_contacts`
