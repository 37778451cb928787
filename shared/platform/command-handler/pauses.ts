import type { Random, Timers } from '#platform/ports'

/** Waits about `base` · 2^attempt milliseconds, at most `longest`; jittered, so that rivals don't meet again. */
export function pausing({ timers, random }: { readonly timers: Timers; readonly random: Random }, base: number, longest: number) {
  return (attempt: number): Promise<void> => {
    const over = Promise.withResolvers<void>()
    timers.after(Math.min(base * 2 ** attempt, longest) * (0.5 + random.fraction() / 2), over.resolve)
    return over.promise
  }
}
