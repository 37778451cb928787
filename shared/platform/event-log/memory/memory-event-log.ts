import type { Random, Timers } from '#platform/ports'
import { admit } from '../admission.ts'
import { createAlarm } from '../alarm.ts'
import {
  type Appended,
  DuplicateEventId,
  type EventLog,
  type LogFilter,
  type LoggedEvent,
  type LogPage,
  PositionPastEnd,
  RevisionConflict,
  START,
  StreamRemoved,
  type Subscription,
} from '../port.ts'
import { passes } from '../reading.ts'
import { follow } from '../subscription.ts'

/** As many as the adapters that must fetch them tell at once. */
const MOST_GROWN = 1_000

/** The log in memory: for tests and the simulation. The same contract as the others, lost when the process ends. */
export function memoryEventLog({ timers, random }: { timers: Timers; random: Random }): EventLog {
  /** null where an event was that is removed: its place is not given out again. */
  const all: (LoggedEvent | null)[] = []
  const streams = new Map<string, LoggedEvent[]>()
  /** By stream: the number of its last place. */
  const removed = new Map<string, number>()
  const ids = new Set<string>()
  const numberOf = (position: string) => (position === START ? 0 : Number(position))
  const compare = (a: string, b: string) => numberOf(a) - numberOf(b)
  const alarm = createAlarm(compare, START)
  const subscriptions = new Set<Subscription>()
  const head = () => (all.length === 0 ? START : String(all.length))

  async function readAll(after: string, limit: number, filter?: LogFilter): Promise<LogPage> {
    if (numberOf(after) > all.length) throw new PositionPastEnd(after, head())
    const events: LoggedEvent[] = []
    let at = numberOf(after)
    while (at < all.length && events.length < limit) {
      const logged = all[at]
      if (logged && passes(logged.event, filter)) events.push(logged)
      at += 1
    }
    return { events, position: at === 0 ? START : String(at), atEnd: at === all.length }
  }

  return {
    async append(stream, expected, events): Promise<Appended> {
      admit(stream, expected, events)
      if (removed.has(stream)) throw new StreamRemoved(stream)
      const stored = streams.get(stream) ?? []
      const actual = BigInt(stored.length) - 1n
      if (actual !== expected) {
        const before = stored.slice(Number(expected) + 1, Number(expected) + 1 + events.length)
        if (before.length < events.length || before.some((was, at) => was.event.id !== events[at]!.id)) {
          throw new RevisionConflict(stream, expected, actual)
        }
        return { revision: expected + BigInt(events.length), position: before.at(-1)!.position }
      }
      if (events.some((event) => ids.has(event.id))) throw new DuplicateEventId(stream)
      for (const event of events) {
        // Another object than the appender's, as if it had gone over a line: who reads it has to open it.
        const logged = { position: String(all.length + 1), event: { ...event } }
        all.push(logged)
        stored.push(logged)
        ids.add(event.id)
      }
      streams.set(stream, stored)
      alarm.ring(head())
      return { revision: BigInt(stored.length) - 1n, position: head() }
    },
    async read(stream, from, limit) {
      const stored = streams.get(stream) ?? []
      return stored.slice(Number(from), Number(from) + limit).map((logged) => logged.event)
    },
    readAll,
    async grownSince(after) {
      const { events, position, atEnd } = await readAll(after, MOST_GROWN)
      const streams = new Map(events.map(({ event }) => [event.stream, event.revision]))
      for (const [stream, last] of removed) if (last > numberOf(after)) streams.set(stream, Number.POSITIVE_INFINITY)
      return { streams, position: atEnd ? position : head(), complete: atEnd }
    },
    subscribe(options) {
      const subscription = follow({ readAll, readNew: readAll, alarm, timers, random, pollMs: null }, options)
      subscriptions.add(subscription)
      return {
        async stop() {
          subscriptions.delete(subscription)
          await subscription.stop()
        },
      }
    },
    async remove(stream) {
      const stored = streams.get(stream) ?? []
      if (!removed.has(stream)) removed.set(stream, numberOf(stored.at(-1)?.position ?? START))
      for (const { position } of stored) all[numberOf(position) - 1] = null
      streams.delete(stream)
    },
    async removeUnborn(stream) {
      if (streams.has(stream)) return false
      if (!removed.has(stream)) removed.set(stream, 0)
      return true
    },
    head: async () => head(),
    compare,
    async close() {
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()))
    },
  }
}
