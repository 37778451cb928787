import { parseArgs } from 'node:util'
import { readConfiguration } from '#platform/configuration'
import { composeApplication } from './compose.ts'
import { explain } from './explain.ts'
import { ensurePages } from './pages.ts'
import { explainForTerminal } from './unreachable.ts'
import { StartStopped } from './waiting.ts'

/** `paraph start [--roles api,projections,processes]`: runs until it is stopped. Answers the exit code. */
export async function start(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options: { roles: { type: 'string' } } })
  const environment = values.roles === undefined ? process.env : { ...process.env, PARAPH_ROLES: values.roles }
  const configuration = readConfiguration({ PARAPH_LOG_LEVEL: process.stderr.isTTY ? 'warn' : 'info', ...withoutEmpty(environment) })
  const tell = (line: string) => console.log(line)
  const begun = performance.now()
  const ending = listenForTheEnd()
  const failed = new AbortController()
  const pages = configuration.roles.includes('api') ? ensurePages(tell, AbortSignal.any([ending.signal, failed.signal])) : Promise.resolve()
  const starting = composeApplication({
    configuration,
    pages,
    tell,
    signal: ending.signal,
    onLost: (why) => ending.tell({ code: 1, why: `${why}. Paraph stops too; start it again.` }),
  })
  // A reason not to start is reported at once, not after a build.
  starting.catch(() => failed.abort())
  // Ctrl-C may come while it still starts.
  const first = await Promise.race([starting, ending.requested])
  if (first !== null && 'url' in first) {
    const serves = first.server !== null
    const where = serves ? `at ${first.url}` : `as ${configuration.roles.join(' and ')}`
    tell(`Paraph is ready ${where} (${((performance.now() - begun) / 1000).toFixed(1)} s). Ctrl-C stops it.`)
    if (serves && first.firstAccount) tell('There is no account yet: open that address to make the first one.')
  }
  const { code, why } = await ending.requested
  tell(why)
  const wasReady = first !== null && 'url' in first
  const closed = await within(
    wasReady || configuration.databaseUrl === null ? STOPPING_MS : NEVER_READY_MS,
    starting.then(
      (application) => application.close(),
      (error: unknown) => {
        if (!(error instanceof StartStopped)) throw error
      },
    ),
  )
  if (closed === null || !wasReady) return code
  console.error(closed)
  return 1
}

interface End {
  readonly code: number
  readonly why: string
}

/** Signals, and what nobody caught: all of them end in an orderly stop. */
function listenForTheEnd(): { readonly requested: Promise<End>; readonly signal: AbortSignal; tell(end: End): void } {
  const abort = new AbortController()
  const { promise, resolve } = Promise.withResolvers<End>()
  let asked = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // The next start picks up what this leaves behind.
      if (asked) process.exit(130)
      asked = true
      resolve({ code: 0, why: 'Stopping … (once more to stop at once)' })
    })
  }
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => resolve({ code: 1, why: explain(explainForTerminal(error)) }))
  }
  void promise.then(() => abort.abort())
  return { requested: promise, signal: abort.signal, tell: resolve }
}

const STOPPING_MS = 40_000
/** There is no work yet to return, and the awaited part may never answer. */
const NEVER_READY_MS = 5_000

/** Null where it was done in time, else the message: a broken part must not keep the program for ever. */
async function within(ms: number, work: Promise<void>): Promise<string | null> {
  const late = Promise.withResolvers<string>()
  const timer = setTimeout(() => late.resolve('Some parts did not stop in time. The next start picks up what they left.'), ms)
  const done = work.then(
    () => null,
    (error: unknown) => explain(explainForTerminal(error)),
  )
  return Promise.race([done, late.promise]).finally(() => clearTimeout(timer))
}

function withoutEmpty(environment: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''))
}
