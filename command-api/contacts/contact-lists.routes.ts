import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  type ContactListRecord,
  contactListAddressesAnswer,
  contactListAnswer,
  contactListBody,
  contactListContacts,
  contactListsAnswer,
  contactParams,
} from '#contract/contacts'
import { done } from '#contract/envelope'
import {
  addressesIn,
  contacts as aggregate,
  type ContactCommand,
  type ContactList,
  type Contacts,
  contactsIn,
  liveList,
  liveLists,
} from '#domain/contacts'
import { derivedUuid } from '#domain/kernel'
import type { App } from '../app.ts'
import { dataBody } from '../edge/body.ts'
import type { TeamCaller } from '../edge/caller.ts'
import { ok, problem, refusalOf } from '../edge/problem.ts'
import { idempotencyKeyOf } from '../edge/request-origin.ts'
import { workspaceCall } from '../edge/workspace-call.ts'
import { addressBook } from './index.ts'

/** Named parts of a workspace's address book. Its members read and change them; many contacts at once only those who may do so with documents. */
export function contactListRoutes({ edge, services }: App<'config' | 'handler' | 'queries' | 'world'>): void {
  const { queries, world } = services
  const book = addressBook(services)
  const missing = () => refusalOf(aggregate, { refused: 'contact-list-missing' })

  /** Changes a list and answers it as it is then. */
  async function change(
    caller: TeamCaller,
    request: FastifyRequest,
    command: ContactCommand & { readonly list: string },
    workspace: string,
  ) {
    const refused = await book.tell(workspace, command, caller, request)
    if (refused) return refused
    const state = await book.load(workspace)
    const list = liveList(state, command.list)
    return list ? ok({ contact_list: recordOf(workspace, state, command.list, list) }) : missing()
  }

  workspaceCall(edge, {
    method: 'GET',
    url: '/app/contact_lists',
    summary: 'The contact lists of the selected workspace, by name.',
    answer: contactListsAnswer,
    async run({ membership: { workspace } }) {
      const state = await book.load(workspace)
      const lists = liveLists(state).map(([key, list]) => recordOf(workspace, state, key, list))
      return ok({ contact_lists: lists.sort((a, b) => a.name.localeCompare(b.name)) })
    },
  })

  workspaceCall(edge, {
    method: 'POST',
    url: '/app/contact_lists',
    summary: 'Makes a contact list.',
    body: dataBody(contactListBody),
    answer: contactListAnswer,
    async run({ caller, request, membership: { workspace }, body: { data } }) {
      const sent = idempotencyKeyOf(request)
      const list = sent === null ? world.ids.next() : derivedUuid(JSON.stringify(['contact-list', workspace, caller.user, sent]))
      return change(caller, request, { do: 'CreateContactList', list, name: data.name }, workspace)
    },
  })

  workspaceCall(edge, {
    method: 'POST',
    url: '/app/contact_lists/:key',
    summary: 'Renames a contact list.',
    params: contactParams,
    body: dataBody(contactListBody),
    answer: contactListAnswer,
    async run({ caller, request, membership: { workspace }, params, body: { data } }) {
      return change(caller, request, { do: 'RenameContactList', list: params.key, name: data.name }, workspace)
    },
  })

  workspaceCall(edge, {
    method: 'DELETE',
    url: '/app/contact_lists/:key',
    summary: 'Deletes a contact list; its contacts stay in the address book.',
    params: contactParams,
    answer: done,
    async run({ caller, request, membership: { workspace }, params }) {
      return (await book.tell(workspace, { do: 'DeleteContactList', list: params.key }, caller, request)) ?? ok()
    },
  })

  workspaceCall(edge, {
    method: 'POST',
    url: '/app/contact_lists/:key/restore',
    summary: 'Brings a deleted contact list back, with those who were in it.',
    params: contactParams,
    body: dataBody(z.object({})),
    answer: contactListAnswer,
    async run({ caller, request, membership: { workspace }, params }) {
      return change(caller, request, { do: 'RestoreContactList', list: params.key }, workspace)
    },
  })

  for (const leaves of [false, true])
    workspaceCall(edge, {
      method: 'POST',
      url: leaves ? '/app/contact_lists/:key/remove_contacts' : '/app/contact_lists/:key/add_contacts',
      summary: leaves ? 'Takes contacts out of a list; they stay in the address book.' : 'Puts contacts into a list.',
      params: contactParams,
      body: dataBody(contactListContacts),
      answer: contactListAnswer,
      async run({ caller, request, membership: { workspace, permissions }, params: { key: list }, body: { data } }) {
        if (data.contacts.length > 1 && !permissions.has('can_do_bulk_actions')) return problem('not-allowed')
        const found = await queries.contactsByKeys(workspace, data.contacts)
        if (leaves)
          return change(caller, request, { do: 'UnlistContacts', list, addresses: found.map(({ address }) => address) }, workspace)
        const coming = found.map(({ name, email, mobile }) => ({ key: world.ids.next(), details: { name, email, mobile } }))
        return change(caller, request, { do: 'ListContacts', list, contacts: coming }, workspace)
      },
    })

  workspaceCall(edge, {
    method: 'GET',
    url: '/app/contact_lists/:key/addresses',
    summary: 'By which addresses and numbers those in the list are reached.',
    params: contactParams,
    answer: contactListAddressesAnswer,
    async run({ membership: { workspace }, params }) {
      const state = await book.load(workspace)
      const list = liveList(state, params.key)
      return list ? ok({ addresses: [...addressesIn(state, list)] }) : missing()
    },
  })
}

const recordOf = (account_key: string, state: Contacts, key: string, list: ContactList): ContactListRecord => ({
  key,
  account_key,
  name: list.name,
  count: contactsIn(state, list).length,
})
