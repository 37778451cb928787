import { SAVE } from './limits.ts'
import type { Time } from './time.ts'

export interface SavedState {
  readonly state: 'saved' | 'saving' | 'slow' | 'offline'
  /** Changes that no answer has come for. */
  readonly waiting: number
}

export class NotSaved extends Error {
  readonly offline: boolean
  constructor(offline: boolean) {
    super('some changes could not be saved')
    this.offline = offline
  }
}

/** Somebody who goes on once nothing waits. */
interface Waiter {
  saved(): void
  failed(): void
  givesUp(): void
}

/** Says how saving goes, and tells those who wait for it. */
export function createWaiting(time: Time, say: (state: SavedState) => void, none: () => void) {
  let count = 0
  let offline = false
  let closed = false
  let looks = 0
  let stop: (() => void) | null = null
  let reported: SavedState = { state: 'saved', waiting: 0 }
  const waiters = new Set<Waiter>()

  function tell() {
    const state = count === 0 ? 'saved' : offline ? 'offline' : looks >= SAVE.waitingPolls ? 'slow' : 'saving'
    if (state === reported.state && count === reported.waiting) return
    reported = { state, waiting: count }
    say(reported)
  }
  function lookAgain() {
    stop = time.after(SAVE.waitingPoll, () => {
      looks += 1
      tell()
      lookAgain()
    })
  }
  function noLook() {
    stop?.()
    stop = null
  }
  function waiter(resolve: () => void, reject: (why: NotSaved) => void): Waiter {
    let patience: (() => void) | null = null
    const ends = (end: () => void) => () => {
      patience?.()
      waiters.delete(self)
      end()
    }
    const self: Waiter = {
      saved: ends(resolve),
      givesUp: ends(() => reject(new NotSaved(offline))),
      // One failure soon passes: a broken connection, a lost answer. The same is retried automatically.
      failed() {
        if (patience) self.givesUp()
        else patience = time.after(SAVE.patience, self.givesUp)
      },
    }
    return self
  }

  return {
    count(now: number) {
      count = now
      if (count > 0) {
        if (!stop && !closed) lookAgain()
      } else {
        noLook()
        looks = 0
        none()
        for (const each of [...waiters]) each.saved()
      }
      tell()
    },
    failed(isOffline: boolean) {
      offline = isOffline
      for (const each of [...waiters]) each.failed()
      tell()
    },
    answered() {
      offline = false
      looks = 0
    },
    /** Resolves once nothing waits; rejects with NotSaved where it fails twice, or once for long, and where nothing is saved any more. */
    untilNone: () =>
      closed ? Promise.reject(new NotSaved(offline)) : new Promise<void>((resolve, reject) => waiters.add(waiter(resolve, reject))),
    close() {
      closed = true
      noLook()
      for (const each of [...waiters]) each.givesUp()
    },
  }
}
