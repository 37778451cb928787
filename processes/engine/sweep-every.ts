import { ALWAYS_MINE, type Turn } from '#platform/ownership'
import type { World } from '#platform/ports'

export interface SweepEveryDeps {
  readonly name: string
  readonly world: Pick<World, 'timers' | 'clock' | 'log'>
  readonly everyMs: number
  /** Looks through everything once. It may be cut off, and run by two processes at once where one was thought dead. */
  readonly round: (isStopped: () => boolean) => Promise<void>
  /** Left out where no other process looks. */
  readonly turn?: Turn
}

/** A sweep that the program runs. `Needs`: what it takes of the program, named by itself. */
export interface DeclaredSweep<in Needs> {
  /** Also under which one process of all is chosen to look. */
  readonly name: string
  start(needs: Needs, turn: Turn): RegularSweep
}

export interface RegularSweep {
  now(): Promise<void>
  status(): { readonly name: string; readonly ok: boolean; readonly words: string }
  stop(): Promise<void>
}

/** What is overdue at a start is not left for an hour; nor is a start slowed by it. */
const FIRST_MS = 60_000

/** Looks for work that no event announces: every so often, in one process of all, one round at a time. */
export function sweepEvery({ name, world, everyMs, round, turn = ALWAYS_MINE }: SweepEveryDeps): RegularSweep {
  let stopped = false
  let trouble: string | null = null
  let looked = false
  let running: Promise<void> = Promise.resolve()
  let cancel: () => void = () => undefined
  const soon = (ms: number) => {
    cancel()
    cancel = world.timers.after(ms, () => (turn.isMine() ? void now() : soon(everyMs)))
  }
  async function once(): Promise<void> {
    if (stopped) return
    try {
      await round(() => stopped)
      trouble = null
      looked = true
    } catch (error) {
      trouble = error instanceof Error ? error.name : typeof error
      if (!stopped) world.log.warn({ process: name, error }, 'a sweep could not go on and tries again later')
    }
  }
  function now(): Promise<void> {
    cancel()
    running = running.then(once).then(() => {
      if (!stopped) soon(everyMs)
    })
    return running
  }
  function words(): string {
    if (!turn.isMine()) return 'standby: another process looks'
    if (trouble !== null) return `cannot look now (${trouble}); it tries again`
    return looked ? 'looked through' : 'not looked yet'
  }
  const first = () => stopped || soon(Math.min(FIRST_MS, everyMs))
  first()
  turn.onTaken(first)
  return {
    now,
    status: () => ({ name, ok: trouble === null || !turn.isMine(), words: words() }),
    async stop() {
      stopped = true
      cancel()
      await running
    },
  }
}
