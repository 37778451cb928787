import { anchors } from '#domain/anchors'
import { contacts } from '#domain/contacts'
import { inbox } from '#domain/inbox'
import type { DeclaredAggregate, Fact } from '#domain/kernel'
import { pack } from '#domain/pack'
import { reservation } from '#domain/reservation'
import { user } from '#domain/user'
import { workspace } from '#domain/workspace'

/** What of an aggregate does not depend on which it is. */
export type AnyAggregate = DeclaredAggregate<unknown, Fact, never, never, never, string>

/** Every kind of aggregate. Whoever walks all of them walks this: the guard, the live gateway, the takeout, the tests' laws. */
export const AGGREGATES = { pack, workspace, user, inbox, contacts, reservation, anchors } as unknown as Readonly<
  Record<AggregateName, AnyAggregate>
>
export type AggregateName = 'pack' | 'workspace' | 'user' | 'inbox' | 'contacts' | 'reservation' | 'anchors'

/** Of which kind a stream is; null for one that this program does not know. */
export const aggregateOf = (stream: string): AnyAggregate | null =>
  Object.values(AGGREGATES).find((aggregate) => aggregate.keyOf(stream) !== null) ?? null
