import { explain } from '../explain.ts'

/** How a run ends before its last file: the signal reaches everything that waits. */
export interface Ending {
  readonly signal: AbortSignal
  /** The exit code; null while nothing has ended it. */
  code(): number | null
}

const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const
/** npm and the terminal may both pass on the same Ctrl-C. */
const SAME_MS = 1_000

/**
 * Ctrl-C, a reader of our output that went away, and what nobody caught: each ends the run in order, so that no database
 * and no folder stays behind. Asked again, it ends at once.
 */
export function listenForTheEnd(): Ending {
  const aborting = new AbortController()
  let code: number | null = null
  let asked = 0
  const end = (as: number, why?: string) => {
    if (code !== null) return
    code = as
    asked = performance.now()
    if (why !== undefined) console.error(why)
    aborting.abort()
  }
  for (const [signal, as] of Object.entries(SIGNALS)) {
    process.on(signal, () => {
      if (code !== null && performance.now() - asked > SAME_MS) process.exit(as)
      end(as, 'Stopping … (once more to stop at once)')
    })
  }
  // Nobody reads on: `… | head` is a way to say that it is enough.
  process.stdout.on('error', () => end(1))
  process.stderr.on('error', () => undefined)
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => end(1, explain(error)))
  }
  return { signal: aborting.signal, code: () => code }
}
