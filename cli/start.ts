import { parseArgs } from 'node:util'
import { readConfiguration } from '#platform/configuration'
import { composeApplication } from './compose.ts'
import { explain } from './explain.ts'
import { ensurePages } from './pages.ts'

/** `paraph start [--roles api,projections,processes]`: runs until it is told to stop. Answers the exit code. */
export async function start(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options: { roles: { type: 'string' } } })
  const environment = values.roles === undefined ? process.env : { ...process.env, PARAPH_ROLES: values.roles }
  const configuration = readConfiguration({ PARAPH_LOG_LEVEL: process.stderr.isTTY ? 'warn' : 'info', ...withoutEmpty(environment) })
  const tell = (line: string) => console.log(line)
  const told = Promise.withResolvers<{ code: number; why: string }>()
  const begun = performance.now()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => told.resolve({ code: 0, why: 'Stopping …' }))
  }
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => told.resolve({ code: 1, why: explain(error) }))
  }

  if (configuration.roles.includes('api')) await ensurePages(tell)
  const application = await composeApplication({
    configuration,
    tell,
    onLost: (why) => told.resolve({ code: 1, why: `${why}. Paraph stops too; start it again.` }),
  })
  tell(`Paraph is ready at ${application.url} (${((performance.now() - begun) / 1000).toFixed(1)} s). Ctrl-C stops it.`)
  if (application.firstAccount) tell('There is no account yet: open that address to make the first one.')
  const { code, why } = await told.promise
  tell(why)
  try {
    await application.close()
  } catch (error) {
    console.error(explain(error))
    return 1
  }
  return code
}

function withoutEmpty(environment: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''))
}
