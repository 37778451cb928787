import type { Fate, PersonPlace } from '#contract/person-data'
import { disclosed, isWithheld, type RecordedEvent, type StoredEvent } from '#domain/kernel'
import { pack as aggregate, codec, erasureFate, fillingIn, type PackFact, type PackState, signatoryOf, streamOfPack } from '#domain/pack'
import { dueOf, type WorkspaceState } from '#domain/workspace'
import { openEvents } from '#platform/event-codec'
import { pagesOf } from '#platform/event-log'
import type { Services } from '../services.ts'
import { CONTACT_EVENTS, isContact, type Wanted } from './contact.ts'

type Doors = Pick<Services, 'eventLog' | 'subjectKeys' | 'handler' | 'config'>
type Keeping = Pick<WorkspaceState, 'keeping' | 'held'>

/** Somebody's place in a pack, with the key that it has there. */
export interface Occurrence {
  readonly person: string
  readonly place: PersonPlace
}

/**
 * Where somebody is, or was, named in a pack by this address or number: now or before it was corrected, as a signer or a recipient of a
 * copy, removed or not. Contacts are sealed in the log and stand in no index; they are opened, compared and let go of.
 */
export async function occurrencesOf(
  doors: Doors,
  workspace: string,
  pack: string,
  wanted: Wanted,
  keeping: Keeping,
): Promise<readonly Occurrence[]> {
  const people = await peopleNamed(doors, pack, wanted)
  if (people.size === 0) return []
  const history = await doors.handler.history(streamOfPack(pack), aggregate)
  const { state } = await doors.handler.load(streamOfPack(pack), aggregate)
  if (!state.exists || state.workspace !== workspace) return []
  return [...people].flatMap((person) => {
    const fate = fateOf(state, person, pack, wanted, keeping, doors.config.defaultCountry)
    return fate === null ? [] : [{ person, place: placeOf(history, state, person, pack, fate, keeping) }]
  })
}

async function peopleNamed({ eventLog, subjectKeys, config }: Doors, pack: string, wanted: Wanted): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  const types = new Set<string>(CONTACT_EVENTS)
  for await (const page of pagesOf(eventLog, streamOfPack(pack))) {
    const said = page.filter((event: StoredEvent) => types.has(event.type))
    for (const { fact } of await openEvents(said, codec, subjectKeys)) {
      const contact = contactIn(fact)
      if (contact && isContact(contact.text, wanted, config.defaultCountry)) found.add(contact.person)
    }
  }
  return found
}

function contactIn(fact: PackFact): { readonly person: string; readonly text: string } | null {
  switch (fact.type) {
    case 'SignatoryEmailChanged':
      return { person: fact.data.signatory, text: disclosed(fact.data.email, '') }
    case 'SignatoryMobileChanged':
      return { person: fact.data.signatory, text: disclosed(fact.data.mobile, '') }
    case 'CopyRecipientEmailChanged':
      return { person: fact.data.recipient, text: disclosed(fact.data.email, '') }
    case 'CopyRecipientMobileChanged':
      return { person: fact.data.recipient, text: disclosed(fact.data.mobile, '') }
    default:
      return null
  }
}

/** null: nothing is held of them any more. */
function fateOf(state: PackState, person: string, pack: string, wanted: Wanted, { held }: Keeping, country: string): Fate | null {
  const fate = erasureFate(state, person)
  if (fate === null || fate === 'erased') return null
  if (held.has(pack)) return 'held'
  // The present data there is another person's, sealed with this one's.
  return isStillTheirs(state, person, wanted, country) ? fate : 'corrected'
}

function isStillTheirs(state: PackState, uuid: string, wanted: Wanted, country: string): boolean {
  const person = signatoryOf(state, uuid) ?? state.copyRecipients.find((one) => one.uuid === uuid)
  const contact = disclosed((wanted.by === 'email' ? person?.email : person?.mobile) ?? '', '')
  return contact === '' || isContact(contact, wanted, country)
}

function placeOf(
  history: readonly RecordedEvent<PackFact>[],
  state: PackState,
  uuid: string,
  pack: string,
  fate: Fate,
  { keeping }: Keeping,
): PersonPlace {
  const signatory = signatoryOf(state, uuid)
  const due = dueOf(state, keeping)
  return {
    document_key: pack,
    document_name: disclosed(state.name, ''),
    document_type: state.kind,
    status: state.status,
    is_deleted: state.trashed !== null,
    as: signatory ? 'signatory' : 'copy_recipient',
    holds: heldOf(history, uuid),
    fate,
    until: due && new Date(due.at).toISOString(),
  }
}

/** The history's data of a person, counted: replaced values too. */
function heldOf(history: readonly RecordedEvent<PackFact>[], uuid: string): PersonPlace['holds'] {
  const holds = { name: false, email: false, mobile: false, values: 0, signatures: 0, visits: 0, mails: 0, reason: false }
  const fields = new Set<string>()
  const signed = new Set<string>()
  for (const { fact } of history) {
    const { type, data } = fact
    const whose = 'signatory' in data ? data.signatory : 'recipient' in data ? data.recipient : 'by' in data ? data.by : null
    if (whose !== uuid) continue
    if ('name' in data && disclosed(data.name, '') !== '') holds.name = true
    if ('email' in data && disclosed(data.email, '') !== '') holds.email = true
    if ('mobile' in data && disclosed(data.mobile, '') !== '') holds.mobile = true
    const filling = fillingIn(fact)
    if (filling && !isWithheld(filling.value))
      for (const field of filling.fields) (typeof filling.value === 'string' ? fields : signed).add(field)
    if (type === 'PackVisited') holds.visits += 1
    if (type === 'SignatureRequestQueued' || type === 'FinalCopyQueued') holds.mails += 1
    if (type === 'SignatoryRejected' || type === 'DocumentRejected') holds.reason = true
  }
  return { ...holds, values: fields.size, signatures: signed.size }
}
