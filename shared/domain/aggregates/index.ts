import { anchors } from '#domain/anchors'
import { applications } from '#domain/applications'
import { bulkSend } from '#domain/bulk-send'
import { contacts } from '#domain/contacts'
import { inbox } from '#domain/inbox'
import type { DeclaredAggregate, Fact, LeafPath, StoredEvent } from '#domain/kernel'
import { pack } from '#domain/pack'
import { recipientLists } from '#domain/recipient-lists'
import { reservation } from '#domain/reservation'
import { user } from '#domain/user'
import { webhooks } from '#domain/webhooks'
import { workspace } from '#domain/workspace'

/** What of an aggregate does not depend on which it is. */
export type AnyAggregate = DeclaredAggregate<unknown, Fact, never, never, never, string>

/** Every kind of aggregate. The guard, the live gateway, the takeout and the tests' laws all walk this list. */
export const AGGREGATES = {
  pack,
  workspace,
  user,
  inbox,
  contacts,
  applications,
  recipientLists,
  webhooks,
  bulkSend,
  reservation,
  anchors,
} as unknown as Readonly<Record<AggregateName, AnyAggregate>>
export type AggregateName =
  | 'pack'
  | 'workspace'
  | 'user'
  | 'inbox'
  | 'contacts'
  | 'applications'
  | 'recipientLists'
  | 'webhooks'
  | 'bulkSend'
  | 'reservation'
  | 'anchors'

/** The kind of a stream; null for one that this program does not know. */
export function aggregateOf(stream: string): AnyAggregate | null {
  const name = aggregateNameOf(stream)
  return name && AGGREGATES[name]
}
export const aggregateNameOf = (stream: string): AggregateName | null =>
  (Object.keys(AGGREGATES) as AggregateName[]).find((name) => AGGREGATES[name].keyOf(stream) !== null) ?? null

/** What the names of all streams begin with. */
export const STREAMS = Object.values(AGGREGATES).flatMap(({ streams }) => streams)

/** By name, those whose streams have the key of a workspace, or of an account holder. */
export const keyedBy = (whose: NonNullable<AnyAggregate['keyedBy']>) =>
  Object.entries(AGGREGATES).flatMap(([name, aggregate]) =>
    aggregate.keyedBy === whose ? [{ name, streamOf: aggregate.streamNameOf }] : [],
  )

/** The streams that have the same key as this one, as all that is one person's have; itself with them. */
export function streamsWithSameKey(stream: string): readonly string[] {
  const aggregate = aggregateOf(stream)
  return aggregate?.keyedBy ? keyedBy(aggregate.keyedBy).map(({ streamOf }) => streamOf(aggregate.keyOf(stream)!)) : [stream]
}

/** A stream's name without what may say who somebody is. */
export function withoutSecrets(stream: string): string {
  const aggregate = aggregateOf(stream)
  return aggregate && !aggregate.hasSecretKeys ? stream : (stream.split('-')[0] ?? '')
}

const SHARING: ReadonlyMap<string, readonly LeafPath[]> = new Map(
  Object.values(AGGREGATES).flatMap(({ events, codec }) =>
    Object.keys(events).flatMap((type) => {
      const paths = codec.shared(type)
      return paths.length > 0 ? [[type, paths] as const] : []
    }),
  ),
)

/** Where in an event stands what is kept once for all streams that hold it. */
export const sharedIn = ({ type }: Pick<StoredEvent, 'type'>): readonly LeafPath[] => SHARING.get(type) ?? []
