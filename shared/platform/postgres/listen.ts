import type pg from 'pg'
import { keepListening, type Listening, type Random, type Timers } from '#platform/ports'
import { beat } from './beat.ts'

interface Listener {
  readonly channel: string
  onNotice(payload: string): void
  /** The channel is open from now on; earlier messages, or those while the connection was lost, were missed. */
  onListening(): void
}
export interface ListenOptions extends Listener {
  readonly pool: pg.Pool
  readonly timers: Timers
  readonly random: Random
}

/** One connection for all that listen: PostgreSQL wakes each connection that listens at every notice, whatever its channel. */
const lines = new WeakMap<pg.Pool, Line>()

/**
 * LISTENs on one channel. All listeners of one pool share one of its connections, which is kept by the timers of the
 * first, and another is taken whenever that is lost.
 */
export function listen({ pool, timers, random, ...listener }: ListenOptions): Listening {
  const line = lines.get(pool) ?? openLine(pool, timers, random)
  lines.set(pool, line)
  line.join(listener)
  return {
    async close() {
      if (!line.leave(listener)) return
      lines.delete(pool)
      await line.close()
    },
  }
}

interface Line extends Listening {
  join(listener: Listener): void
  /** Whether nobody is left. */
  leave(listener: Listener): boolean
}

function openLine(pool: pg.Pool, timers: Timers, random: Random): Line {
  const listeners = new Set<Listener>()
  let attendToo: (listener: Listener) => void = () => {}

  async function hearOut(closing: Promise<void>): Promise<boolean> {
    const client = await pool.connect()
    const lost = Promise.withResolvers<void>()
    const hear = ({ channel, payload = '' }: pg.Notification) => {
      for (const listener of listeners) if (listener.channel === channel) listener.onNotice(payload)
    }
    client.on('notification', hear)
    client.on('error', () => lost.resolve())
    client.on('end', () => lost.resolve())
    let spoken: Promise<unknown> = Promise.resolve()
    /** One after the other, as the client wants to be spoken to. */
    const ask = (to: Iterable<Listener>) => {
      spoken = spoken.then(() => client.query(Array.from(to, ({ channel }) => `LISTEN ${client.escapeIdentifier(channel)}`).join(';')))
      return spoken
    }
    const attend = async (added: readonly Listener[]) => {
      await ask(added)
      for (const listener of added) if (listeners.has(listener)) listener.onListening()
    }
    let stopBeating = () => {}
    try {
      attendToo = (listener) => void attend([listener]).catch(() => lost.resolve())
      await attend([...listeners])
      // A line that was cut without a word sounds like one on which nothing is said.
      stopBeating = beat(() => ask(listeners), timers, lost.resolve)
      await Promise.race([lost.promise, closing])
      return true
    } finally {
      stopBeating()
      client.off('notification', hear)
      // Ended, not returned: it would go on receiving what nobody listens to.
      client.release(true)
    }
  }

  const hearing = keepListening({ timers, random, hearOut })
  return {
    ...hearing,
    join(listener) {
      listeners.add(listener)
      attendToo(listener)
    },
    leave(listener) {
      listeners.delete(listener)
      return listeners.size === 0
    },
  }
}
