import { type DecisionContext, defineAggregate } from '#domain/kernel'
import { type ContactActor, type ContactCommand, decide, permits } from './decide.ts'
import { CONTACT_EVENTS, type ContactFact } from './events.ts'
import { CONTACT_REFUSALS, type ContactRefusalCode } from './refusals.ts'
import { type Contacts, evolve, initial } from './state.ts'

export const contacts = defineAggregate<Contacts, ContactFact, ContactCommand, ContactActor, DecisionContext, ContactRefusalCode>({
  called: 'an address book',
  streams: ['contacts-'],
  events: CONTACT_EVENTS,
  initial,
  evolve,
  permits,
  decide,
  refusals: CONTACT_REFUSALS,
  keyedBy: 'workspace',
  erases: (fact) => (fact.type === 'ContactErased' ? [fact.data.contact] : []),
})
/** Whose address book it is: a workspace's. */
export const { streamNameOf: streamOfContacts, keyOf: workspaceOfContacts } = contacts
