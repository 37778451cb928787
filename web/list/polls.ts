import { AWAY_RECHECK_MS, HIDDEN_RECHECK_MS, IDLE_AFTER_MS, LIST_REFRESH_MS, UPDATES_AFTER_TRIGGER_MS, UPDATES_MS } from './timings.ts'

/**
 * When to ask which rows changed, while nothing is pushed: every 15 s; 5 s after something was done here, and then
 * every 60 s (specification file 3, section 9).
 */
export function nextUpdatePoll(sinceTrigger: 'none' | 'just-done' | 'polled'): number {
  if (sinceTrigger === 'just-done') return UPDATES_AFTER_TRIGGER_MS
  return sinceTrigger === 'polled' ? LIST_REFRESH_MS : UPDATES_MS
}

export interface ListPollPorts {
  hidden(): boolean
  /** When somebody last touched the page, in milliseconds. */
  touched(): number
  now(): number
  refresh(): void
  /** How often; 60 s where left out. */
  readonly refreshMs?: number
  /** Asks which rows changed, where the server can say that. */
  update?(): Promise<void>
}

/**
 * What keeps a list fresh while nothing is pushed: all of it every 60 s, what changed every 15 s. Nobody sees a hidden
 * page, or one that nobody has touched for long: there it is only looked, every 5 s and every 1 s, whether somebody is back,
 * and what fell due meanwhile is fetched then, once.
 */
export function listPolls({ hidden, touched, now, refresh, refreshMs = LIST_REFRESH_MS, update }: ListPollPorts) {
  let refreshing: ReturnType<typeof setTimeout> | undefined
  let asking: ReturnType<typeof setTimeout> | undefined
  let acted: 'none' | 'just-done' | 'polled' = 'none'
  let running = false
  const away = () => hidden() || now() - touched() >= IDLE_AFTER_MS

  function refreshIn(delay: number): void {
    clearTimeout(refreshing)
    refreshing = setTimeout(() => {
      if (away()) return refreshIn(AWAY_RECHECK_MS)
      refresh()
      refreshIn(refreshMs)
    }, delay)
  }
  function askIn(delay: number): void {
    clearTimeout(asking)
    if (!update) return
    asking = setTimeout(async () => {
      if (hidden()) return askIn(HIDDEN_RECHECK_MS)
      await update()
      if (acted === 'just-done') acted = 'polled'
      if (running) askIn(nextUpdatePoll(acted))
    }, delay)
  }

  return {
    start() {
      running = true
      refreshIn(refreshMs)
      askIn(nextUpdatePoll(acted))
    },
    stop() {
      running = false
      clearTimeout(refreshing)
      clearTimeout(asking)
    },
    /** Something was done here: what follows from it is asked for soon. */
    acted() {
      acted = 'just-done'
      if (running) askIn(nextUpdatePoll(acted))
    },
  }
}
