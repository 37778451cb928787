import { pausesOf } from './pauses.ts'
import type { Random, Timers } from './ports.ts'

export interface Listening {
  close(): Promise<void>
}
export interface ListeningOptions {
  readonly timers: Timers
  readonly random: Random
  /** Listens while the connection holds, or until `closing`. Answers whether anything could be received at all. */
  hearOut(closing: Promise<void>): Promise<boolean>
}

const FIRST_PAUSE = 50
const LONGEST_PAUSE = 5_000

/** Takes up a line again whenever it is lost: soon where it held, later each time where it never did, and never all at one instant. */
export function keepListening({ timers, random, hearOut }: ListeningOptions): Listening {
  const closing = Promise.withResolvers<void>()
  const { pause, end } = pausesOf(timers)
  let closed = false

  async function run(): Promise<void> {
    for (let wait = FIRST_PAUSE; !closed; wait = Math.min(wait * 2, LONGEST_PAUSE)) {
      if (await hearOut(closing.promise).catch(() => false)) wait = FIRST_PAUSE
      if (closed) return
      await pause(wait * (0.5 + random.fraction() / 2))
    }
  }

  const running = run()
  return {
    close() {
      closed = true
      closing.resolve()
      end()
      return running
    },
  }
}
