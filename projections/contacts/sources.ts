import { type ContactFact, contactAddress } from '#domain/contacts'
import { disclosed, isWithheld, type Private, type RecordedEvent } from '#domain/kernel'
import type { PackFact } from '#domain/pack'
import { fullName, knownAs, type UserFact, type UserState, user } from '#domain/user'

/** What one stream says of one person. */
export interface Source {
  readonly person: string
  readonly workspace: string
  readonly there: boolean
  readonly name: string
  readonly email: string
  readonly mobile: string
  readonly userKey: string | null
  readonly at: string
}
/** The address of a person who was removed from the address book. */
export interface Removal {
  readonly person: string
  readonly address: string
  readonly at: string
}
/** Of one stream, as far as it was read. */
export interface StreamContacts {
  workspace: string | null
  readonly people: Map<string, Source>
  readonly removals: Removal[]
}

const text = (value: Private<string> | undefined) => (value === undefined ? '' : disclosed(value, ''))

/** The events of a pack that say who is named in it. */
export const NAMING_EVENTS = [
  'PackCreated',
  'PackMoved',
  'SignatoryAdded',
  'SignatoryNamed',
  'SignatoryEmailChanged',
  'SignatoryMobileChanged',
  'SignatoryLinkedToUser',
  'SignatoryRemoved',
  'SignatoryRestored',
  'CopyRecipientAdded',
  'CopyRecipientNamed',
  'CopyRecipientEmailChanged',
  'CopyRecipientMobileChanged',
  'CopyRecipientRemoved',
] as const satisfies readonly PackFact['type'][]

export function applyPackEvent(streamContacts: StreamContacts, { fact, meta }: RecordedEvent<PackFact>): void {
  const say = (person: string, what: Partial<Source>) => {
    if (streamContacts.workspace === null) return
    const none = { person, workspace: streamContacts.workspace, there: true, name: '', email: '', mobile: '', userKey: null, at: meta.time }
    streamContacts.people.set(person, { ...(streamContacts.people.get(person) ?? none), ...what })
  }
  const at = meta.time
  switch (fact.type) {
    case 'PackCreated':
      // Its own key was destroyed: it is gone for good, and so is whom it named.
      streamContacts.workspace = isWithheld(fact.data.name) ? null : fact.data.workspace
      return
    case 'PackMoved':
      if (streamContacts.workspace === null) return
      streamContacts.workspace = fact.data.to
      for (const person of streamContacts.people.keys()) say(person, { workspace: fact.data.to })
      return
    case 'SignatoryAdded':
      say(fact.data.signatory, { at })
      break
    case 'CopyRecipientAdded':
      say(fact.data.recipient, { at })
      break
    case 'SignatoryNamed':
      say(fact.data.signatory, { name: text(fact.data.name), at })
      break
    case 'SignatoryEmailChanged':
      say(fact.data.signatory, { email: text(fact.data.email), at })
      break
    case 'SignatoryMobileChanged':
      say(fact.data.signatory, { mobile: text(fact.data.mobile), at })
      break
    case 'SignatoryLinkedToUser':
      say(fact.data.signatory, { userKey: fact.data.user })
      break
    case 'SignatoryRemoved':
      say(fact.data.signatory, { there: false })
      break
    case 'SignatoryRestored':
      say(fact.data.signatory, { there: true })
      break
    case 'CopyRecipientNamed':
      say(fact.data.recipient, { name: text(fact.data.name), at })
      break
    case 'CopyRecipientEmailChanged':
      say(fact.data.recipient, { email: text(fact.data.email), at })
      break
    case 'CopyRecipientMobileChanged':
      say(fact.data.recipient, { mobile: text(fact.data.mobile), at })
      break
    case 'CopyRecipientRemoved':
      say(fact.data.recipient, { there: false })
      break
    default:
  }
}

export function applyContactEvent(streamContacts: StreamContacts, workspace: string, { fact, meta }: RecordedEvent<ContactFact>): void {
  streamContacts.workspace = workspace
  const save = (person: string, details: Private<{ name: string; email: string; mobile: string }>) => {
    const known = disclosed(details, null)
    if (known) streamContacts.people.set(person, { person, workspace, there: true, ...known, userKey: null, at: meta.time })
    // Its key is gone: nothing that was said before may stay.
    else streamContacts.people.delete(person)
  }
  switch (fact.type) {
    case 'ContactSaved':
      save(fact.data.contact, fact.data.details)
      break
    case 'ContactsImported':
      for (const { contact, details } of fact.data.contacts) save(contact, details)
      return
    case 'ContactRemoved': {
      const { contact: person } = fact.data
      const address = text(fact.data.address)
      streamContacts.people.delete(person)
      if (address === '') return
      const others = streamContacts.removals.filter((one) => one.person !== person || one.address !== address)
      streamContacts.removals.splice(0, streamContacts.removals.length, ...others, { person, address, at: meta.time })
      return
    }
    case 'ContactErased': {
      streamContacts.people.delete(fact.data.contact)
      const others = streamContacts.removals.filter(({ person }) => person !== fact.data.contact)
      streamContacts.removals.splice(0, streamContacts.removals.length, ...others)
      return
    }
    // Who is in a list, the address book itself knows.
    case 'ContactListCreated':
    case 'ContactListRenamed':
    case 'ContactListDeleted':
    case 'ContactListRestored':
    case 'ContactsListed':
    case 'ContactsUnlisted':
      return
    default:
      fact satisfies never
  }
}

/** An account holder's events that say how their teams know them. */
export const OF_USERS = [
  'UserRegistered',
  'UserNamed',
  'MobileNumberSet',
  'WorkspaceJoined',
  'InvitedToWorkspace',
  'WorkspaceEntered',
  'WorkspaceLeft',
  'ProfileErased',
] as const satisfies readonly UserFact['type'][]

/** What the whole of an account holder's stream says: one person for each membership. Whether it holds, the workspaces know. */
export function membershipsOf(events: readonly RecordedEvent<UserFact>[]): readonly Source[] {
  const said: ReadonlySet<string> = new Set(OF_USERS)
  let state: UserState = user.initial
  let at = ''
  for (const { fact, meta, revision } of events) {
    state = user.evolve(state, fact, { time: meta.time, revision, principal: meta.actor.principal })
    if (said.has(fact.type)) at = meta.time
  }
  return state.workspaces.map(({ workspace, member }) => {
    const known = knownAs(state, member)
    const mobile = known === state ? text(state.mobile ?? '') : ''
    return { person: member, workspace, there: false, name: fullName(known), email: text(known.email), mobile, userKey: state.id, at }
  })
}

export const addressOf = ({ email, mobile }: Pick<Source, 'email' | 'mobile'>) => contactAddress({ email, mobile })
