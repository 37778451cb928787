import type pg from 'pg'
import type { World } from '#platform/ports'
import { listen } from './listen.ts'

export interface PubSubOptions<W extends object> {
  readonly pool: pg.Pool
  readonly world: Pick<World, 'ids' | 'log' | 'random' | 'timers'>
  readonly channel: string
  /** What other processes say; null where nobody here wants to know. What it throws is logged: others may run another version. */
  readonly hear: ((word: W) => void) | null
}

/** Messages between the processes of an installation on one channel. They are stored nowhere, and an absent process misses them. */
export interface PubSub<W> {
  /** Never rejects: a process that it does not reach does without. */
  tell(words: readonly W[]): Promise<void>
  close(): Promise<void>
}

/** @param W survives JSON; a word in it may have some 7,000 bytes (PostgreSQL) */
export function pubSub<W extends object>({ pool, world, channel, hear }: PubSubOptions<W>): PubSub<W> {
  const { ids, log, random, timers } = world
  const own = ids.next()
  function onNotice(payload: string): void {
    try {
      const { from, ...word } = JSON.parse(payload) as W & { from: string }
      if (from !== own) hear?.(word as unknown as W)
    } catch (error) {
      log.warn({ channel, error }, 'what another process said could not be understood')
    }
  }
  const hearing = hear && listen({ pool, channel, timers, random, onNotice, onListening: () => undefined })
  return {
    async tell(words) {
      const spoken = words.map((word) => JSON.stringify({ from: own, ...word }))
      try {
        // Nothing here is worth waiting for a disk.
        await pool.query("SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, said) FROM unnest($2::text[]) AS said", [
          channel,
          spoken,
        ])
      } catch (error) {
        log.warn({ channel, error }, 'other processes could not be notified')
      }
    },
    close: async () => hearing?.close(),
  }
}
