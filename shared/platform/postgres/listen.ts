import type pg from 'pg'
import type { Random, Timers } from '#platform/ports'

export interface ListenOptions {
  readonly pool: pg.Pool
  readonly channel: string
  readonly timers: Timers
  readonly random: Random
  onNotice(payload: string): void
  /** The channel is heard from now on; whatever was said before, or while the connection was lost, was missed. */
  onListening(): void
}

export interface Listening {
  close(): Promise<void>
}

const FIRST_PAUSE = 50
const LONGEST_PAUSE = 5_000

/** LISTENs on one channel with one connection of the pool, and takes another one whenever that is lost. */
export function listen(options: ListenOptions): Listening {
  const closing = Promise.withResolvers<void>()
  let closed = false

  async function hearOut(): Promise<void> {
    const client = await options.pool.connect()
    const lost = Promise.withResolvers<void>()
    const hear = (message: pg.Notification) => options.onNotice(message.payload ?? '')
    client.on('notification', hear)
    client.on('error', () => lost.resolve())
    client.on('end', () => lost.resolve())
    try {
      await client.query(`LISTEN ${client.escapeIdentifier(options.channel)}`)
      options.onListening()
      await Promise.race([lost.promise, closing.promise])
    } finally {
      client.off('notification', hear)
      // Ended, not returned: it would go on receiving what nobody listens to.
      client.release(true)
    }
  }

  async function run(): Promise<void> {
    for (let wait = FIRST_PAUSE; !closed; wait = Math.min(wait * 2, LONGEST_PAUSE)) {
      const heard = await hearOut().then(
        () => true,
        () => false,
      )
      if (closed) return
      if (heard) wait = FIRST_PAUSE
      const pause = Promise.withResolvers<void>()
      const cancel = options.timers.after(wait * (0.5 + options.random.fraction() / 2), pause.resolve)
      await Promise.race([pause.promise, closing.promise])
      cancel()
    }
  }

  const running = run()
  return {
    close() {
      closed = true
      closing.resolve()
      return running
    },
  }
}
