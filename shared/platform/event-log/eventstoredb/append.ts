import type { StoredEvent } from '#domain/kernel'
import { type Appended, AppendTooLarge, NO_EVENTS, OutcomeUnknown, RevisionConflict, StreamRemoved } from '../port.ts'
import type { Connection } from './connection.ts'
import { isOfType } from './driver.ts'
import { textOf } from './places.ts'
import { toServer } from './stored.ts'

/**
 * One append. With an expectation that names the revision, the server knows events that are sent again by their ids;
 * without one it would forget them at its next start.
 */
export async function append(connection: Connection, stream: string, expected: bigint, events: readonly StoredEvent[]): Promise<Appended> {
  try {
    const { nextExpectedRevision, position } = await connection.write('an append', (client) =>
      client.appendToStream(stream, events.map(toServer), {
        expectedRevision: expected === NO_EVENTS ? 'no_stream' : expected,
        requiresLeader: true,
      }),
    )
    // Says that it succeeded where events of a deleted stream are sent again, and writes nothing.
    if (!position) throw new StreamRemoved(stream)
    return { revision: nextExpectedRevision, position: textOf(position) }
  } catch (error) {
    throw outcomeOf(error, stream, expected, events)
  }
}

/** Errors of appends have neither text nor a code: only their class and their fields can be relied on. */
function outcomeOf(error: unknown, stream: string, expected: bigint, events: readonly StoredEvent[]): unknown {
  if (error instanceof StreamRemoved) return error
  if (isOfType(error, 'wrong-expected-version')) {
    const { actualVersion } = error as { actualVersion?: unknown }
    return new RevisionConflict(stream, expected, typeof actualVersion === 'bigint' ? actualVersion : NO_EVENTS)
  }
  if (isOfType(error, 'stream-deleted')) return new StreamRemoved(stream)
  if (isOfType(error, 'maximum-append-size-exceeded')) return new AppendTooLarge(stream, sizeOf(events))
  // A lost connection, a server that is stopping, starting or frozen, or the same append while it is still being written.
  return new OutcomeUnknown(stream, error)
}

const sizeOf = (events: readonly StoredEvent[]) => events.reduce((sum, { data }) => sum + Buffer.byteLength(JSON.stringify(data)), 0)
