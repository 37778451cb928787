import type { EventLog } from '#platform/event-log'
import type { Timers } from '#platform/ports'
import type { Projection } from './port.ts'
import type { ProjectionStore } from './store.ts'

/** Another process may be the owner: without news from here, look that often. */
const LOOK_MS = 25

export interface WaitDeps {
  readonly store: Pick<ProjectionStore<never>, 'checkpoint'>
  readonly log: Pick<EventLog, 'head' | 'compare'>
  readonly timers: Timers
  /** Resolves when a checkpoint moves in this process. */
  news(): Promise<void>
  /** How far this process has come, where it is the one that keeps the rows up to date. */
  reached(): string | null
  /** Asks this process not to postpone the awaited work. */
  hurry(): void
}

/**
 * Waits until a projection has seen the log up to a position, or up to now (null): then it shows every change that was
 * acknowledged before the call. False when that took longer than `timeoutMs`.
 */
export async function waitFor(
  deps: WaitDeps,
  { name, version }: Pick<Projection<never>, 'name' | 'version'>,
  position: string | null,
  timeoutMs: number,
): Promise<boolean> {
  const storedPosition = async () => {
    const checkpoint = await deps.store.checkpoint(name)
    // Tables of another version are about to be rebuilt: their progress says nothing.
    return checkpoint?.version === version ? checkpoint.position : null
  }
  const target = position ?? (await deps.log.head())
  const deadline = Promise.withResolvers<void>()
  let late = false
  const cancel = deps.timers.after(timeoutMs, () => {
    late = true
    deadline.resolve()
  })
  try {
    for (;;) {
      const news = deps.news()
      const reached = deps.reached() ?? (await storedPosition())
      if (reached !== null && deps.log.compare(reached, target) >= 0) return true
      deps.hurry()
      if (late) return false
      const look = Promise.withResolvers<void>()
      const cancelLook = deps.timers.after(LOOK_MS, look.resolve)
      await Promise.race([news, look.promise, deadline.promise])
      cancelLook()
    }
  } finally {
    cancel()
  }
}
