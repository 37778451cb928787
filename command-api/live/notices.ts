import type pg from 'pg'
import type { World } from '#platform/ports'
import { listen } from '#platform/postgres'

/** What PostgreSQL announces on one channel: the key of what changed; null: anything may have. */
export interface Notices {
  on(listener: (key: string | null) => void): () => void
  close(): Promise<void>
}

export function openNotices(channel: string, pool: pg.Pool, { timers, random }: Pick<World, 'timers' | 'random'>): Notices {
  const listeners = new Set<(key: string | null) => void>()
  const announce = (key: string | null) => {
    for (const listener of listeners) listener(key)
  }
  const listening = listen({ pool, timers, random, channel, onNotice: announce, onListening: () => announce(null) })
  return {
    on(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: listening.close,
  }
}
