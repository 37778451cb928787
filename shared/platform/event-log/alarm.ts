/** Wakes everybody who waits: something may have been appended. */
export interface Alarm {
  ring(): void
  /** Resolves at the next ring. Take it before looking: a ring between the look and the wait is then not lost. */
  next(): Promise<void>
}

export function createAlarm(): Alarm {
  let ringing = Promise.withResolvers<void>()
  return {
    ring() {
      ringing.resolve()
      ringing = Promise.withResolvers<void>()
    },
    next: () => ringing.promise,
  }
}
