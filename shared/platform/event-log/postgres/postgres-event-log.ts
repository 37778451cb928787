import type pg from 'pg'
import type { Random, Timers } from '#platform/ports'
import { listen } from '#platform/postgres'
import { admit } from '../admission.ts'
import { createAlarm } from '../alarm.ts'
import { type EventLog, START, type Subscription } from '../port.ts'
import { sharedReads } from '../shared-reads.ts'
import { follow } from '../subscription.ts'
import { type AppendItem, writeBatch } from './append.ts'
import { groupCommit } from './group-commit.ts'
import { comparePositions, grownSince, headOf, readAll, readStream } from './read.ts'
import { createTail } from './tail.ts'

export interface PostgresEventLogOptions {
  /** With `eventLogSchema` applied. Listens, once something subscribes, over the connection that all share. */
  readonly pool: pg.Pool
  readonly timers: Timers
  readonly random: Random
  /** How often a subscription looks by itself, for notices that were lost. */
  readonly pollMs?: number
}

export function postgresEventLog({ pool, timers, random, pollMs = 1_000 }: PostgresEventLogOptions): EventLog {
  const alarm = createAlarm(comparePositions, START)
  const tail = createTail()
  const subscriptions = new Set<Subscription>()
  const ring = (upTo?: string) => {
    news.renew()
    alarm.ring(upTo)
  }
  /** A stream was removed, or may have been while nobody listened. */
  const forget = () => {
    tail.clear()
    ring()
  }
  const appends = groupCommit<AppendItem>(async (batch) => {
    const written = writeBatch(pool, batch, tail)
    writing = written.then(
      () => undefined,
      () => undefined,
    )
    // Readers in this process need not wait for the notice to come back from the server.
    ring(await written)
  })
  let writing: Promise<void> = Promise.resolve()
  /** The notice of what is being appended here often comes before its answer, and would make readers ask for what is known in a moment. */
  const hear = (upTo: string) => void writing.then(() => (upTo === '' ? forget() : ring(upTo)))
  let listening: ReturnType<typeof listen> | null = null

  const readPage: EventLog['readAll'] = (after, limit, filter) => readAll(pool, after, limit, filter)
  const news = sharedReads(async (after, limit) => tail.after(BigInt(after || 0), limit) ?? readPage(after, limit))

  return {
    append: (stream, expected, events) =>
      new Promise((resolve, reject) => {
        const { texts, bytes } = admit(stream, expected, events)
        appends.add({ stream, expected, events, texts, bytes, resolve, reject })
      }),
    read: (stream, from, limit) => readStream(pool, stream, from, limit),
    readAll: readPage,
    grownSince: (after) => grownSince(pool, after),
    subscribe(options) {
      listening ??= listen({ pool, channel: 'event_log', timers, random, onNotice: hear, onListening: forget })
      const subscription = follow({ readAll: readPage, readNew: news.readAll, alarm, timers, random, pollMs }, options)
      subscriptions.add(subscription)
      return {
        async stop() {
          subscriptions.delete(subscription)
          await subscription.stop()
        },
      }
    },
    async remove(stream) {
      await pool.query('SELECT remove_stream($1)', [stream])
      tail.clear()
    },
    async removeUnborn(stream) {
      const { rows } = await pool.query<{ removed: boolean }>('SELECT remove_unborn_stream($1) AS removed', [stream])
      return rows[0]!.removed
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
