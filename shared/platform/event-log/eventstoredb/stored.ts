import type { EventData, RecordedEvent } from '@eventstore/db-client'
import type { JsonObject, SealedLeaves, StoredEvent } from '#domain/kernel'
import { driver } from './driver.ts'

/** All of an event but its data. It stands in the metadata, which the server does not count towards its limit. */
type Metadata = Pick<StoredEvent, 'version' | 'meta' | 'prev' | 'hash'> & { readonly sealed: readonly SealedLeaves[] }

export function toServer({ id, type, data, version, meta, prev, hash, sealed }: StoredEvent): EventData {
  const metadata: Metadata = { version, meta, prev, hash, sealed }
  return driver().jsonEvent({ id, type, data, metadata: metadata as unknown as Record<string, unknown> })
}

export function fromServer(event: RecordedEvent): StoredEvent {
  const { id, streamId: stream, revision, type } = event
  const { version, meta, prev, hash, sealed } = event.metadata as unknown as Metadata
  return { id, stream, revision: Number(revision), type, version, data: event.data as JsonObject, meta, prev, hash, sealed }
}

/** Streams whose names and events are the server's own. */
export const isSystem = (event: { readonly streamId: string; readonly type: string }) =>
  event.streamId.startsWith('$') || event.type.startsWith('$') || event.streamId === REMOVED_STREAMS

/** Where the names of removed streams stand: their events can be read in the order of all until the server is scavenged. */
export const REMOVED_STREAMS = 'paraph_removed_streams'
