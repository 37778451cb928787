export interface PollPorts {
  hidden(): boolean
  /** When somebody last touched the page, in milliseconds. */
  touched(): number
  now(): number
  fetch(): void
}

/**
 * Asks for notifications while nothing is pushed: every 120 s, every 300 s in a hidden tab, whose title shows their number
 * all the same. Of a page that nobody touches it is looked every 5 s whether somebody is back, who then waits no longer than
 * anybody else; until then it counts as hidden.
 */
export function notificationPolls({ hidden, touched, now, fetch }: PollPorts) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let fetched = now()

  function look(): void {
    clearTimeout(timer)
    const idle = !hidden() && now() - touched() >= IDLE_AFTER_MS
    const every = hidden() || idle ? HIDDEN_POLL_MS : POLL_MS
    if (now() - fetched >= every) {
      fetched = now()
      fetch()
    }
    const due = fetched + every - now()
    timer = setTimeout(look, idle ? Math.min(due, IDLE_LOOK_MS) : due)
  }
  return {
    /** Again while it runs: nothing is postponed. */
    start() {
      if (timer !== undefined) return
      fetched = now()
      look()
    },
    /** The tab was shown or hidden. */
    look() {
      if (timer !== undefined) look()
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}

/** Specification file 3, section 9: while nothing is pushed. */
export const POLL_MS = 120_000
export const HIDDEN_POLL_MS = 300_000
/** While nobody touches the page it is looked this often whether somebody is back (reading 47: a look, not a fetch). */
export const IDLE_LOOK_MS = 5_000
/** Nobody touched the page for so long: the specification says 'idle' and no time. */
export const IDLE_AFTER_MS = 300_000
/** So long the first notifications wait for the connection that pushes: what comes after them is then pushed. */
export const FIRST_MS = 1_000
