import type pg from 'pg'
import type { World } from '#platform/ports'
import { listen } from '#platform/postgres'
import { FEED_CHANNEL } from '#projections/feed'

/** That a workspace's feed has grown; null: any may have. Sent by the process that writes it, as soon as the entries can be read. */
export interface FeedNews {
  onGrown(listener: (workspace: string | null) => void): () => void
  close(): Promise<void>
}

export function openFeedNews(pool: pg.Pool, { timers, random }: Pick<World, 'timers' | 'random'>): FeedNews {
  const listeners = new Set<(workspace: string | null) => void>()
  const announce = (workspace: string | null) => {
    for (const listener of listeners) listener(workspace)
  }
  const listening = listen({ pool, timers, random, channel: FEED_CHANNEL, onNotice: announce, onListening: () => announce(null) })
  return {
    onGrown(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: listening.close,
  }
}
