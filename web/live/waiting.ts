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

/** Says how saving goes, and tells those who wait for it. */
export function createWaiting(time: Time, say: (state: SavedState) => void, none: () => void) {
  let count = 0
  let offline = false
  let closed = false
  let looks = 0
  let stop: (() => void) | null = null
  let told: SavedState = { state: 'saved', waiting: 0 }
  let waiters: { resolve(): void; reject(why: unknown): void }[] = []

  function tell() {
    const state = count === 0 ? 'saved' : offline ? 'offline' : looks >= SAVE.waitingPolls ? 'slow' : 'saving'
    if (state === told.state && count === told.waiting) return
    told = { state, waiting: count }
    say(told)
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
  function taken() {
    const those = waiters
    waiters = []
    return those
  }

  return {
    /** So many changes wait now. */
    count(now: number) {
      count = now
      if (count > 0) {
        if (!stop && !closed) lookAgain()
      } else {
        noLook()
        looks = 0
        none()
        for (const waiter of taken()) waiter.resolve()
      }
      tell()
    },
    failed(isOffline: boolean) {
      offline = isOffline
      for (const waiter of taken()) waiter.reject(new NotSaved(isOffline))
      tell()
    },
    answered() {
      offline = false
      looks = 0
    },
    /** Resolves once nothing waits; rejects with NotSaved at the first failure, and where nothing is saved any more. */
    untilNone: () =>
      closed ? Promise.reject(new NotSaved(offline)) : new Promise<void>((resolve, reject) => waiters.push({ resolve, reject })),
    close() {
      closed = true
      noLook()
      for (const waiter of taken()) waiter.reject(new NotSaved(offline))
    },
  }
}
