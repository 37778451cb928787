import type pg from 'pg'
import type { Progress } from '#command-api'
import type { World } from '#platform/ports'
import { listen } from '#platform/postgres'

const CHANNEL = 'paraph_progress'
/** A document of a thousand pages is converted page by page: others hear where it stands, not of each page. */
const GATHER_MS = 100

export interface ProgressNewsOptions {
  readonly pool: pg.Pool
  readonly world: World
  /** Whether anybody here may look at it. */
  readonly hears: boolean
}

/** How far conversions and seals are, from the process that does them to those whose connections watch. Soon old, so nothing is kept. */
export interface ProgressNews {
  tell(progress: Progress): void
  hear(listener: (progress: Progress) => void): () => void
  close(): Promise<void>
}

type Spoken = Progress & { readonly from: string }

export function progressNews({ pool, world, hears }: ProgressNewsOptions): ProgressNews {
  const own = world.ids.next()
  const listeners = new Set<(progress: Progress) => void>()
  const waiting = new Map<string, Progress>()
  let cancel: (() => void) | null = null

  function passOn(progress: Progress): void {
    for (const listener of listeners) listener(progress)
  }
  const listening = hears
    ? listen({
        pool,
        channel: CHANNEL,
        timers: world.timers,
        random: world.random,
        onNotice(payload) {
          const { from, ...progress } = JSON.parse(payload) as Spoken
          if (from !== own) passOn(progress)
        },
        onListening: () => undefined,
      })
    : null

  function speak(): void {
    cancel = null
    const all = [...waiting.values()].map((progress) => JSON.stringify({ from: own, ...progress } satisfies Spoken))
    waiting.clear()
    // Nothing here is worth waiting for a disk.
    pool
      .query("SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, words) FROM unnest($2::text[]) AS words", [CHANNEL, all])
      .catch((error: unknown) => world.log.warn({ error }, 'other processes could not be told of progress'))
  }

  return {
    tell(progress) {
      passOn(progress)
      waiting.set(`${progress.kind} ${progress.child}`, progress)
      cancel ??= world.timers.after(GATHER_MS, speak)
    },
    hear(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      cancel?.()
      await listening?.close()
    },
  }
}
