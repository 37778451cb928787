import type { Listening, Random, Timers } from '#platform/ports'
import { admit } from '../admission.ts'
import { createAlarm } from '../alarm.ts'
import { type EventLog, START, type Subscription } from '../port.ts'
import { sharedReads } from '../shared-reads.ts'
import { follow } from '../subscription.ts'
import { unreadableAddress, usable } from './address.ts'
import { append } from './append.ts'
import { type Connection, connect } from './connection.ts'
import { comparePlaces } from './places.ts'
import { headOf, readAll, readStream } from './read.ts'
import { removedStreams } from './removed.ts'
import { wakeOn } from './waker.ts'

export interface EventStoreDbEventLogOptions {
  /** esdb:// or esdb+discover://, with credentials and TLS as its maker describes them. */
  readonly url: string
  readonly timers: Timers
  readonly random: Random
  /** How often a subscription looks by itself. */
  readonly pollMs?: number
  /** How long the server may take for one answer. */
  readonly patienceMs?: number
}

const MOST_GROWN = 1_000
const NONE: ReadonlySet<string> = new Set()

/** @throws UnusableAddress */
export function eventStoreDbEventLog({ url, timers, random, pollMs = 1_000, patienceMs = 5_000 }: EventStoreDbEventLogOptions): EventLog {
  const connection = connectedTo(url, timers, patienceMs)
  const removed = removedStreams(connection)
  const alarm = createAlarm(comparePlaces, START)
  const subscriptions = new Set<Subscription>()
  const appending = new Set<Promise<unknown>>()
  let waker: Listening | null = null

  const readPage: EventLog['readAll'] = (after, limit, filter = {}) => readAll(connection, after, limit, filter, removed.names)
  const news = sharedReads(readPage)
  const ring = (upTo?: string) => {
    news.renew()
    alarm.ring(upTo)
  }
  const head = () => headOf(connection)

  return {
    append(stream, expected, events) {
      const appended = (async () => {
        admit(stream, expected, events)
        const result = await append(connection, stream, expected, events)
        ring(result.position)
        return result
      })()
      const settled: Promise<unknown> = appended.catch(() => undefined).then(() => appending.delete(settled))
      appending.add(settled)
      return appended
    },
    read: (stream, from, limit) => readStream(connection, stream, from, limit),
    readAll: readPage,
    async grownSince(after) {
      // Also of streams that were removed: the server keeps their events until it is scavenged.
      const { events, position, atEnd } = await readAll(connection, after, MOST_GROWN, {}, async () => NONE)
      const streams = new Map(events.map(({ event }) => [event.stream, event.revision]))
      return { streams, position: atEnd ? position : await head(), complete: atEnd }
    },
    subscribe(options) {
      waker ??= wakeOn({ connection, timers, random, begin: head, ring })
      const subscription = follow({ readAll: readPage, readNew: news.readAll, alarm, timers, random, pollMs }, options)
      subscriptions.add(subscription)
      return {
        async stop() {
          subscriptions.delete(subscription)
          await subscription.stop()
        },
      }
    },
    remove: (stream) => removed.remove(stream),
    removeUnborn: (stream) => removed.removeUnborn(stream),
    head,
    compare: comparePlaces,
    async close() {
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()))
      await Promise.all(appending)
      await waker?.close()
      await connection.close()
    },
  }
}

function connectedTo(url: string, timers: Timers, patienceMs: number): Connection {
  const address = usable(url)
  try {
    return connect(address, timers, patienceMs)
  } catch (error) {
    throw unreadableAddress(error)
  }
}
