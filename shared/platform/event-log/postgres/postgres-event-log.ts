import type pg from 'pg'
import type { Random, Timers } from '#platform/ports'
import { listen } from '#platform/postgres'
import { admit } from '../admission.ts'
import { createAlarm } from '../alarm.ts'
import type { EventLog, Subscription } from '../port.ts'
import { follow } from '../subscription.ts'
import { type AppendItem, writeBatch } from './append.ts'
import { groupCommit } from './group-commit.ts'
import { comparePositions, headOf, readAll, readStream } from './read.ts'

export interface PostgresEventLogOptions {
  /** With `eventLogSchema` applied. One connection is kept for LISTEN once something subscribes. */
  readonly pool: pg.Pool
  readonly timers: Timers
  readonly random: Random
  /** How often a subscription looks by itself, for notices that were lost. */
  readonly pollMs?: number
}

export function postgresEventLog({ pool, timers, random, pollMs = 1_000 }: PostgresEventLogOptions): EventLog {
  const alarm = createAlarm()
  const subscriptions = new Set<Subscription>()
  const appends = groupCommit<AppendItem>(async (batch) => {
    await writeBatch(pool, batch)
    // Readers in this process need not wait for the notice to come back from the server.
    alarm.ring()
  })
  let listening: ReturnType<typeof listen> | null = null

  const readPage: EventLog['readAll'] = (after, limit, filter) => readAll(pool, after, limit, filter)

  return {
    append: (stream, expected, events) =>
      new Promise((resolve, reject) => {
        const { texts, bytes } = admit(stream, expected, events)
        appends.add({ stream, expected, events, texts, bytes, resolve, reject })
      }),
    read: (stream, from, limit) => readStream(pool, stream, from, limit),
    readAll: readPage,
    subscribe(options) {
      listening ??= listen({ pool, channel: 'event_log', timers, random, onNotice: alarm.ring, onListening: alarm.ring })
      const subscription = follow({ readAll: readPage, alarm, timers, random, pollMs }, options)
      subscriptions.add(subscription)
      return {
        async stop() {
          subscriptions.delete(subscription)
          await subscription.stop()
        },
      }
    },
    head: () => headOf(pool),
    compare: comparePositions,
    async close() {
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()))
      await listening?.close()
      await appends.idle()
    },
  }
}
