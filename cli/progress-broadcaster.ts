import type pg from 'pg'
import type { Progress } from '#command-api'
import type { World } from '#platform/ports'
import { pubSub } from '#platform/postgres'

/** A document of a thousand pages is converted page by page: others hear where it stands, not of each page. */
const GATHER_MS = 100

export interface ProgressBroadcasterOptions {
  readonly pool: pg.Pool
  readonly world: World
  /** Whether anybody here may look at it. */
  readonly hears: boolean
}

/** How far conversions and seals are, from the process that does them to those whose connections watch. Soon old, so nothing is kept. */
export interface ProgressBroadcaster {
  tell(progress: Progress): void
  hear(listener: (progress: Progress) => void): () => void
  close(): Promise<void>
}

export function progressBroadcaster({ pool, world, hears }: ProgressBroadcasterOptions): ProgressBroadcaster {
  const listeners = new Set<(progress: Progress) => void>()
  const waiting = new Map<string, Progress>()
  let cancel: (() => void) | null = null

  function passOn(progress: Progress): void {
    for (const listener of listeners) listener(progress)
  }
  const others = pubSub<Progress>({ pool, world, channel: 'paraph_progress', hear: hears ? passOn : null })

  function speak(): void {
    cancel = null
    const all = [...waiting.values()]
    waiting.clear()
    void others.tell(all)
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
      await others.close()
    },
  }
}
