import { z } from 'zod'
import { type Decision, defineAggregate, event, type FactsOf } from '#domain/kernel'

const MOST_AT_ONCE = 500

/**
 * What one account holder has read of their notifications. The notifications themselves are no facts: they follow from what
 * happened to documents and workspaces, and are a read model's rows. That somebody read them is a fact of theirs, in a stream
 * of its own: it grows with every click, and nobody who only wants to know who somebody is has to read it.
 */
export const INBOX_EVENTS = {
  /** Names what was read: what came meanwhile, and was not seen, stays unread in whatever order it is projected. */
  NotificationsRead: event(1, { notifications: z.array(z.uuid()).min(1).max(MOST_AT_ONCE) }),
}
export type InboxFact = FactsOf<typeof INBOX_EVENTS>

export interface Inbox {
  /** The last that were read. All of them would grow for ever; of older ones the rows know, and reading them again changes none. */
  readonly recent: readonly string[]
}

export const inbox = defineAggregate<Inbox, InboxFact>({
  called: 'an inbox',
  streams: ['inbox-'],
  events: INBOX_EVENTS,
  initial: { recent: [] },
  evolve: ({ recent }, { data }) => ({ recent: [...recent, ...data.notifications].slice(-MOST_AT_ONCE) }),
})
/** Whose inbox it is: a user's. */
export const { streamOf: streamOfInbox, keyOf: userOfInbox } = inbox

export interface ReadNotifications {
  readonly do: 'ReadNotifications'
  readonly notifications: readonly string[]
}

export function decideInbox({ notifications }: ReadNotifications, { recent }: Inbox): Decision<InboxFact, never> {
  const fresh = [...new Set(notifications)].filter((key) => !recent.includes(key))
  const facts: InboxFact[] = []
  for (let at = 0; at < fresh.length; at += MOST_AT_ONCE) {
    facts.push({ type: 'NotificationsRead', data: { notifications: fresh.slice(at, at + MOST_AT_ONCE) } })
  }
  return facts
}
