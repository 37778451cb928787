import type { Timers } from '#platform/ports'

/** The place a reader has reached and the one that is stored, which may be behind where nothing was to be written. */
export interface StoredPlace {
  /** Stores a place together with what belongs to it. */
  move(to: string, store: (from: string) => Promise<void>): Promise<void>
  /** Everything up to here concerned nobody: stored by and by. */
  passed(to: string): void
  /** Resolves when nothing is being stored any more. */
  close(): Promise<void>
}

/** @param storeAlone stores a place that nothing else belongs to; where it fails, the next one is stored in its stead */
export function storedPlace(
  start: string,
  afterMs: number,
  timers: Timers,
  storeAlone: (from: string, to: string) => Promise<void>,
): StoredPlace {
  let stored = start
  let reached = start
  let cancel: (() => void) | null = null
  // One at a time: each is stored from where the one before it left off.
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = (task: () => Promise<void>): Promise<void> => {
    const mine = turn.then(task)
    turn = mine.catch(() => undefined)
    return mine
  }

  async function storeReached(): Promise<void> {
    const to = reached
    if (to === stored) return
    await storeAlone(stored, to)
    stored = to
  }
  return {
    move: (to, store) =>
      inTurn(async () => {
        await store(stored)
        stored = to
        reached = to
      }),
    passed(to) {
      reached = to
      cancel ??= timers.after(afterMs, () => {
        cancel = null
        inTurn(storeReached).catch(() => undefined)
      })
    },
    async close() {
      cancel?.()
      cancel = null
      await turn
    },
  }
}
