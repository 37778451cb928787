import { pausesOf, type Timers } from '#platform/ports'
import type { Notices } from '../live/notices.ts'

/** What announces entries may be out of reach for a while. */
const LOOK_MS = 2_000

/** One caller who waits for entries of a workspace. */
export interface Wait {
  isOver(): boolean
  /** Resolves when there may be entries since the last call, or the wait is over. */
  next(): Promise<void>
  end(): void
}
export interface Waits {
  begin(workspace: string, seconds: number): Wait
  /** Ends all; nobody waits from here on. */
  close(): void
}

export function waitsFor({ feedNews, timers }: { readonly feedNews: Pick<Notices, 'on'>; readonly timers: Timers }): Waits {
  const open = new Set<Wait>()
  let isClosed = false
  return {
    begin(workspace, seconds) {
      const pauses = pausesOf(timers)
      let isOver = seconds === 0 || isClosed
      let hasNews = false
      const cancel = timers.after(seconds * 1_000, () => wait.end())
      const stop = feedNews.on((grown) => {
        if (grown !== null && grown !== workspace) return
        hasNews = true
        pauses.cut()
      })
      const wait: Wait = {
        isOver: () => isOver,
        async next() {
          if (!hasNews) await pauses.pause(LOOK_MS)
          hasNews = false
        },
        end() {
          isOver = true
          open.delete(wait)
          cancel()
          stop()
          pauses.end()
        },
      }
      open.add(wait)
      return wait
    },
    close() {
      isClosed = true
      for (const wait of open) wait.end()
    },
  }
}
