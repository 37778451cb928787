import {
  type ContactRecord,
  contactBody,
  contactParams,
  contactRemovedAnswer,
  contactsAnswer,
  contactsByQuery,
  contactsByQueryAnswer,
  contactsImport,
  contactsImportAnswer,
  contactsQuery,
  contactToAdd,
} from '#contract/contacts'
import { done } from '#contract/envelope'
import { contacts as aggregate, type ContactDetails, contactAddress, contactsIn, liveList } from '#domain/contacts'
import type { Contact } from '#projections/contacts'
import type { App } from '../app.ts'
import { dataBody } from '../edge/body.ts'
import { call } from '../edge/call.ts'
import { isProblem, ok, type Problem, problem, refusalOf } from '../edge/problem.ts'
import { membershipIn } from '../edge/workspace.ts'
import { workspaceCall } from '../edge/workspace-call.ts'
import { addressBook, contactsCsv } from './index.ts'

/** Whom the selected workspace knows. Its members may read and change this; many at once only those who may do so with documents. */
export function contactRoutes({ edge, services }: App<'config' | 'handler' | 'queries' | 'world'>): void {
  const { queries } = services
  const book = addressBook(services)
  /** How contacts of one list are asked for, and answered: with the details by which they were added to it. */
  async function asked(workspace: string, list: string | undefined) {
    // The book itself is read for lists alone: most who type a name ask for none.
    if (list === undefined) return { among: {}, recordOf: (contact: Contact) => record(contact, undefined, null) }
    const state = await book.load(workspace)
    const there = liveList(state, list)
    if (!there) return refusalOf(aggregate, { refused: 'contact-list-missing' })
    const known = new Map(contactsIn(state, there).map((details) => [contactAddress(details)!, details]))
    return { among: { among: [...known.keys()] }, recordOf: (contact: Contact) => record(contact, known.get(contact.address), list) }
  }
  const answered = (refused: Problem | null) => refused ?? ok()

  workspaceCall(edge, {
    method: 'GET',
    url: '/app/contact_lists/get_contacts_by_query',
    summary: 'Whom somebody may mean who fills in a signatory, used last first.',
    query: contactsByQuery,
    answer: contactsByQueryAnswer,
    async run({ membership: { workspace }, query: { email_query, name_query, mobile_number_query, contact_list_key, limit } }) {
      const of = await asked(workspace, contact_list_key)
      if (isProblem(of)) return of
      const typed = { email: email_query, name: name_query, mobile: mobile_number_query }
      const found = await queries.suggestedContacts({ workspace, ...typed, limit, ...of.among })
      return ok({ contacts: found.map(of.recordOf) })
    },
  })

  workspaceCall(edge, {
    method: 'GET',
    url: '/app/contacts',
    summary: 'The address book of the selected workspace, by name.',
    query: contactsQuery,
    answer: contactsAnswer,
    async run({ membership: { workspace }, query: { search_query: search, contact_list_key, cursor, limit } }) {
      const of = await asked(workspace, contact_list_key)
      if (isProblem(of)) return of
      const page = await queries.contacts({ workspace, search, cursor, limit, ...of.among })
      return ok({ ...page, contacts: page.contacts.map(of.recordOf) })
    },
  })

  workspaceCall(edge, {
    method: 'POST',
    url: '/app/contacts',
    summary: 'Adds a contact.',
    body: dataBody(contactToAdd),
    answer: done,
    async run({ caller, request, membership: { workspace }, body: { data } }) {
      return answered(await book.add(workspace, data, caller, request))
    },
  })

  workspaceCall(edge, {
    method: 'POST',
    url: '/app/contacts/import',
    summary: 'Adds many contacts, and renames those that are there.',
    needs: 'can_do_bulk_actions',
    body: dataBody(contactsImport),
    answer: contactsImportAnswer,
    async run({ caller, request, membership: { workspace }, body: { data } }) {
      const imported = await book.import(workspace, data, caller, request)
      return isProblem(imported) ? imported : ok(imported)
    },
  })

  call(edge, {
    method: 'GET',
    // A link that a browser saves has no headers: the path says which workspace.
    url: '/app/accounts/:key/export_contacts',
    summary: 'The address book as a table (CSV) that can be imported again.',
    access: 'team',
    params: contactParams,
    async run({ caller, params: { key }, reply }) {
      const membership = membershipIn(caller, key)
      if (!membership) return problem('not-found')
      return membership.permissions.has('can_download_document_csv_data') ? contactsCsv(queries, key, reply) : problem('not-allowed')
    },
  })

  workspaceCall(edge, {
    method: 'POST',
    url: '/app/contacts/:key',
    summary: 'Changes a contact. What documents say of them stays as it is.',
    params: contactParams,
    body: dataBody(contactBody),
    answer: done,
    async run({ caller, request, membership: { workspace }, params, body: { data } }) {
      return answered(await book.change(workspace, params.key, data, caller, request))
    },
  })

  workspaceCall(edge, {
    method: 'DELETE',
    url: '/app/contacts/:key',
    summary: 'Removes a contact, until a document names them again.',
    params: contactParams,
    answer: contactRemovedAnswer,
    async run({ caller, request, membership: { workspace }, params }) {
      const lists = await book.remove(workspace, params.key, caller, request)
      return isProblem(lists) ? lists : ok({ contact_list_keys: [...lists] })
    },
  })
}

const record = (
  { key, userKey, workspace, lastUsed, ...contact }: Contact,
  listed: ContactDetails | undefined,
  custom_contact_list_key: string | null,
): ContactRecord => {
  const { name, email, mobile } = listed ?? contact
  return {
    key,
    name,
    email,
    mobile_number: mobile,
    user_key: userKey,
    account_key: workspace,
    organisation_key: null,
    custom_contact_list_key,
    last_used: lastUsed,
  }
}
