import { z } from 'zod'
import { type DecisionContext, defineAggregate, event, type FactsOf, type Principal, type Refusals } from '#domain/kernel'

const MOST_AT_ONCE = 500

/**
 * What one account holder has read of their notifications. The notifications themselves are no facts: they follow from what
 * happened to documents and workspaces, and are a read model's rows. That somebody read them is a fact of theirs, in a stream
 * of its own: it grows with every click, and nobody who only wants to know who somebody is has to read it.
 */
export const INBOX_EVENTS = {
  /** Names the notifications that were read: later ones, not yet seen, stay unread in any order of projection. */
  NotificationsRead: event(1, { notifications: z.array(z.uuid()).min(1).max(MOST_AT_ONCE) }),
}
export type InboxFact = FactsOf<typeof INBOX_EVENTS>

export interface Inbox {
  /** The last that were read. All of them would grow for ever; of older ones the rows know, and reading them again changes none. */
  readonly recent: readonly string[]
}

export interface ReadNotifications {
  readonly do: 'ReadNotifications'
  readonly notifications: readonly string[]
}

const INBOX_REFUSALS = {
  'not-your-inbox': { kind: 'forbidden', says: 'Only the one who was notified may mark this as read.' },
} as const satisfies Refusals<string>
type InboxRefusalCode = keyof typeof INBOX_REFUSALS

function decide({ notifications }: ReadNotifications, { recent }: Inbox): readonly InboxFact[] {
  const fresh = [...new Set(notifications)].filter((key) => !recent.includes(key))
  const facts: InboxFact[] = []
  for (let at = 0; at < fresh.length; at += MOST_AT_ONCE) {
    facts.push({ type: 'NotificationsRead', data: { notifications: fresh.slice(at, at + MOST_AT_ONCE) } })
  }
  return facts
}

export const inbox = defineAggregate<Inbox, InboxFact, ReadNotifications, Principal, DecisionContext, InboxRefusalCode>({
  called: 'an inbox',
  streams: ['inbox-'],
  events: INBOX_EVENTS,
  initial: { recent: [] },
  evolve: ({ recent }, { data }) => ({ recent: [...recent, ...data.notifications].slice(-MOST_AT_ONCE) }),
  permits: (_command, _state, who, key) => (who.as === 'user' && who.user === key ? null : { refused: 'not-your-inbox' }),
  decide,
  refusals: INBOX_REFUSALS,
  keyedBy: 'user',
})
/** Whose inbox it is: a user's. */
export const { streamNameOf: streamOfInbox, keyOf: userOfInbox } = inbox
