import type pg from 'pg'
import { type Hearing, keepHearing, type Random, type Timers } from '#platform/ports'
import { beat } from './beat.ts'

export interface ListenOptions {
  readonly pool: pg.Pool
  readonly channel: string
  readonly timers: Timers
  readonly random: Random
  onNotice(payload: string): void
  /** The channel is heard from now on; whatever was said before, or while the connection was lost, was missed. */
  onListening(): void
}

/** LISTENs on one channel with one connection of the pool, and takes another one whenever that is lost. */
export function listen(options: ListenOptions): Hearing {
  async function hearOut(closing: Promise<void>): Promise<boolean> {
    const client = await options.pool.connect()
    const lost = Promise.withResolvers<void>()
    const hear = (message: pg.Notification) => options.onNotice(message.payload ?? '')
    client.on('notification', hear)
    client.on('error', () => lost.resolve())
    client.on('end', () => lost.resolve())
    let stopBeating = () => {}
    try {
      const words = `LISTEN ${client.escapeIdentifier(options.channel)}`
      await client.query(words)
      options.onListening()
      // A line that was cut without a word sounds like one on which nothing is said.
      stopBeating = beat(client, options.timers, lost.resolve, words)
      await Promise.race([lost.promise, closing])
      return true
    } finally {
      stopBeating()
      client.off('notification', hear)
      // Ended, not returned: it would go on receiving what nobody listens to.
      client.release(true)
    }
  }

  return keepHearing({ timers: options.timers, random: options.random, hearOut })
}
