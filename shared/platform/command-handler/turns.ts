import type { Random, Timers } from '#platform/ports'

/** Lets the commands on one stream go one after the other: rivals in one process queue instead of losing races. */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>()
  return function inTurn<T>(stream: string, task: () => Promise<T>): Promise<T> {
    const mine = (last.get(stream) ?? Promise.resolve()).then(task)
    const settled = mine
      .catch(() => undefined)
      .then(() => {
        if (last.get(stream) === settled) last.delete(stream)
      })
    last.set(stream, settled)
    return mine
  }
}

/** Waits about `base` · 2^attempt milliseconds, at most `longest`; jittered, so that rivals don't meet again. */
export function pausing({ timers, random }: { readonly timers: Timers; readonly random: Random }, base: number, longest: number) {
  return (attempt: number): Promise<void> => {
    const over = Promise.withResolvers<void>()
    timers.after(Math.min(base * 2 ** attempt, longest) * (0.5 + random.fraction() / 2), over.resolve)
    return over.promise
  }
}
