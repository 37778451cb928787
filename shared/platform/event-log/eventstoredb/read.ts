import type { Position, ResolvedEvent } from '@eventstore/db-client'
import type { StoredEvent } from '#domain/kernel'
import { type LogFilter, type LoggedEvent, type LogPage, PositionPastEnd, START } from '../port.ts'
import { passes } from '../reading.ts'
import type { Connection } from './connection.ts'
import { isOfType } from './driver.ts'
import { comparePlaces, placeOf, textOf } from './places.ts'
import { fromServer, isSystem } from './stored.ts'

export async function readStream(connection: Connection, stream: string, from: bigint, limit: number): Promise<readonly StoredEvent[]> {
  const options = { fromRevision: from, maxCount: limit, direction: 'forwards', requiresLeader: true } as const
  try {
    const found = await connection.list('reading a stream', (client) => client.readStream(stream, options))
    return found.flatMap(({ event }) => (event ? [fromServer(event)] : []))
  } catch (error) {
    if (!isOfType(error, 'stream-not-found', 'stream-deleted')) throw error
    return []
  }
}

/** What the server gives at a time holds events that nobody wants, and the one at the place itself: somewhat more is asked for, up to this. */
const LONGEST_STRETCH = 500
const UNWANTED = 16

/** @param removed streams whose events are still there but nobody's any more */
export async function readAll(
  connection: Connection,
  after: string,
  limit: number,
  filter: LogFilter,
  removed: () => Promise<ReadonlySet<string>>,
): Promise<LogPage> {
  const gone = await removed()
  const events: LoggedEvent[] = []
  let position = after
  let from = after
  for (let count = Math.min(limit + UNWANTED, LONGEST_STRETCH); ; count = LONGEST_STRETCH) {
    const stretch = await stretchOf(connection, from, count)
    for (const { event, place } of stretch) {
      if (comparePlaces(place, from) <= 0) continue
      from = place
      if (!event) continue
      if (events.length === limit) return { events, position, atEnd: false }
      position = place
      if (!gone.has(event.stream) && passes(event, filter)) events.push({ position: place, event })
    }
    if (stretch.length < count) break
  }
  if (position === after && after !== START) await mustExist(connection, after)
  return { events, position, atEnd: true }
}

interface Placed {
  /** null for an event of the server's own. */
  readonly event: StoredEvent | null
  readonly place: string
}

/** From a place on, that place included. */
async function stretchOf(connection: Connection, from: string, count: number): Promise<Placed[]> {
  const options = { fromPosition: placeOf(from), maxCount: count, direction: 'forwards', requiresLeader: true } as const
  return (await connection.list('reading all streams', (client) => client.readAll(options))).map(placed)
}

function placed({ event }: ResolvedEvent): Placed {
  // Links are not resolved, so that there always is an event.
  const recorded = event as NonNullable<typeof event> & { readonly position: Position }
  return { event: isSystem(recorded) ? null : fromServer(recorded), place: textOf(recorded.position) }
}

/** The server gives no error for a place beyond its end, and later events that stand before it. */
async function mustExist(connection: Connection, after: string): Promise<void> {
  const end = await headOf(connection)
  if (comparePlaces(after, end) > 0) throw new PositionPastEnd(after, end)
}

/** The place of the last event that is not the server's own. */
export async function headOf(connection: Connection): Promise<string> {
  let from: Position | 'end' = 'end'
  for (let count = 16; ; count = Math.min(count * 4, 4_096)) {
    const options = { fromPosition: from, maxCount: count, direction: 'backwards', requiresLeader: true } as const
    const stretch: ResolvedEvent[] = await connection.list('reading the end', (client) => client.readAll(options))
    const last = stretch.map(placed).find(({ event }) => event !== null)
    if (last) return last.place
    if (stretch.length < count) return START
    from = (stretch.at(-1)!.event as unknown as { position: Position }).position
  }
}
