import type { FastifyRequest } from 'fastify'
import {
  CONTACT_REFUSALS,
  type ContactCommand,
  type ContactDetails,
  type ContactRefusalCode,
  contactAddress,
  contactDetails,
  contactKey,
  contacts,
  liveList,
} from '#domain/contacts'
import { commandsOf } from '#platform/command-handler'
import type { TeamCaller } from '../edge/caller.ts'
import { type Problem, refusalOf } from '../edge/problem.ts'
import { commandOriginOf } from '../edge/request-origin.ts'
import type { Services } from '../services.ts'

export interface Typed {
  readonly name: string
  readonly email: string
  readonly mobile_number: string
}
type Doors = Pick<Services, 'handler' | 'world' | 'config' | 'queries'>
const refused = (code: ContactRefusalCode) => refusalOf(contacts, { refused: code })

/** Manual changes to a workspace's address book. */
export function addressBook({ handler, world, config, queries }: Doors) {
  const detailsOf = ({ name, email, mobile_number }: Typed) => contactDetails({ name, email, mobile: mobile_number }, config.defaultCountry)

  const books = commandsOf(contacts, handler)

  function perform(workspace: string, commands: readonly ContactCommand[], part: string, caller: TeamCaller, request: FastifyRequest) {
    const workspaces = caller.memberships.map((one) => one.workspace)
    const who = { as: 'member', user: caller.user, workspaces } as const
    return books.perform({ key: workspace, who, commands, ...commandOriginOf(caller, request, part) })
  }
  async function tell(workspace: string, command: ContactCommand, caller: TeamCaller, request: FastifyRequest) {
    const outcome = await perform(workspace, [command], command.do, caller, request)
    return 'refused' in outcome ? refusalOf(contacts, outcome) : null
  }

  return {
    load: (workspace: string) => books.load(workspace),
    tell,
    async add(
      workspace: string,
      { contact_list_keys: lists, ...typed }: Typed & { readonly contact_list_keys: readonly string[] },
      caller: TeamCaller,
      request: FastifyRequest,
    ): Promise<Problem | null> {
      const details = detailsOf(typed)
      if (typeof details === 'string') return refused(details)
      return tell(workspace, { do: 'AddContact', key: world.ids.next(), details, lists }, caller, request)
    },
    async change(workspace: string, key: string, typed: Typed, caller: TeamCaller, request: FastifyRequest): Promise<Problem | null> {
      const details = detailsOf(typed)
      if (typeof details === 'string') return refused(details)
      const there = await queries.contact(workspace, key)
      // Whose address changed has another key: asked again, as after an answer that was lost, nothing is left to change.
      if (!there) return (await holds(workspace, details)) ? null : refused('contact-missing')
      const next = contactAddress(details)!
      if (next !== there.address && (await queries.contactAt(workspace, next))) return refused('contact-twice')
      return tell(workspace, { do: 'ChangeContact', key: world.ids.next(), address: there.address, details }, caller, request)
    },
    /** Answers the lists that they were in. */
    async remove(workspace: string, key: string, caller: TeamCaller, request: FastifyRequest): Promise<Problem | readonly string[]> {
      const there = await queries.contact(workspace, key)
      const removing: ContactCommand[] = there
        ? [{ do: 'RemoveContact', key: world.ids.next(), address: there.address, newest: there.newest }]
        : []
      // Asked again after an answer that was lost, they are gone by now: what happened then is answered.
      const outcome = await perform(workspace, removing, 'RemoveContact', caller, request)
      if ('refused' in outcome) return refusalOf(contacts, outcome)
      const lists = outcome.events.flatMap(({ fact }) => (fact.type === 'ContactsUnlisted' ? [fact.data.list] : []))
      return lists.filter((list) => liveList(outcome.state, list))
    },
    /** Whether somebody stands here by this address, or did: what is deleted with a person's data. */
    knows: async (workspace: string, address: string) =>
      (await books.load(workspace)).byAddress.has(address) || (await queries.contactAt(workspace, address)) !== null,
    erase: (workspace: string, address: string, caller: TeamCaller, request: FastifyRequest) =>
      tell(workspace, { do: 'EraseContact', address, known: contactKey(workspace, address) }, caller, request),
    /** Answers what is wrong with those that are not taken, by their place. */
    async import(
      workspace: string,
      { contacts: rows, contact_list_key: list }: { readonly contacts: readonly Typed[]; readonly contact_list_key?: string | undefined },
      caller: TeamCaller,
      request: FastifyRequest,
    ) {
      const judged = rows.map((typed, at) => ({ at, details: detailsOf(typed) }))
      const good = judged.flatMap(({ details }) => (typeof details === 'string' ? [] : [{ key: world.ids.next(), details }]))
      const command = { do: 'ImportContacts' as const, contacts: good, ...(list !== undefined && { list }) }
      const problem = good.length === 0 ? null : await tell(workspace, command, caller, request)
      if (problem) return problem
      const bad = judged.flatMap(({ at, details }) =>
        typeof details === 'string' ? [{ at, code: details, message: CONTACT_REFUSALS[details].says }] : [],
      )
      return { saved: good.length, refused: bad }
    },
  }

  async function holds(workspace: string, details: ContactDetails): Promise<boolean> {
    const now = await queries.contactAt(workspace, contactAddress(details)!)
    return now !== null && now.name === details.name && now.email === details.email && now.mobile === details.mobile
  }
}
