import { access } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Configuration, ConfigurationMistakes, readConfiguration, SETTINGS } from '#platform/configuration'
import { eventStoreDbEventLog } from '#platform/event-log'
import { findSecrets } from '#platform/secrets'
import { eventLogHealth, requireStore } from './event-log.ts'
import { explain } from './explain.ts'
import { openFoundation } from './foundation.ts'
import { type Finding, foundationHealth, rolesHealth } from './health.ts'
import { explainForTerminal } from './unreachable.ts'

/** `paraph doctor [--json]`: how every part is, in words. Exit 0: nothing is wrong; what is only worth a warning does not count. */
export async function doctor(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: { json: { type: 'boolean', default: false }, settings: { type: 'boolean', default: false } },
  })
  if (values.settings) {
    for (const { name, meaning } of SETTINGS) console.log(`${name.padEnd(28)} ${meaning}`)
    return 0
  }
  const findings: (Finding & { readonly warns?: boolean })[] = []
  const find: Find = (name, ok, words, warns = false) => {
    findings.push({ name, ok, words, ...(warns ? { warns } : {}) })
    if (!values.json) console.log(`${ok ? (warns ? 'warn ' : 'well ') : 'WRONG'}  ${name}: ${words}`)
  }
  const [major = 0] = process.versions.node.split('.').map(Number)
  find(
    'node',
    major >= 24,
    major >= 24 ? `Node ${process.versions.node}` : `Node ${process.versions.node} is too old: start Paraph with npx paraph or npm start`,
  )
  const page = fileURLToPath(new URL('../web/dist/index.html', import.meta.url))
  const built = await access(page).then(
    () => true,
    () => false,
  )
  find('web page', built, built ? 'is built' : 'is not built: run "npm run build"')
  const configuration = settingsOf(find)
  if (configuration) await examine(configuration, find)
  if (values.json) console.log(JSON.stringify(findings))
  return findings.every(({ ok }) => ok) ? 0 : 1
}

type Find = (name: string, ok: boolean, words: string, warns?: boolean) => void

/** Shorter ones can be guessed with enough time. */
const ADVISED_PASSWORD = 8

function settingsOf(find: Find): Configuration | null {
  try {
    const configuration = readConfiguration(process.env)
    find('settings', true, 'can be read')
    const { passwordMin } = configuration
    if (passwordMin < ADVISED_PASSWORD)
      find('passwords', true, `may be as short as ${passwordMin} characters: set PARAPH_PASSWORD_MIN to ${ADVISED_PASSWORD} or more`, true)
    else find('passwords', true, `have at least ${passwordMin} characters`)
    return configuration
  } catch (error) {
    if (!(error instanceof ConfigurationMistakes)) throw error
    for (const mistake of error.mistakes) find('settings', false, mistake)
    return null
  }
}

async function examine(configuration: Configuration, find: Find): Promise<void> {
  const running = await askRunning(configuration)
  if (running) {
    find('paraph', true, `is running at ${configuration.publicUrl}; this is what it says of itself:`)
    for (const { name, ok, words } of running) find(name, ok, words)
    // Of the other roles it knows nothing; one that is away is in nobody's answer.
    if (configuration.databaseUrl !== null)
      for (const { name, ok, words } of await rolesHealth(configuration.databaseUrl)) find(name, ok, words)
    return
  }
  try {
    const foundation = await openFoundation({ configuration: { ...configuration, logLevel: 'silent' } })
    try {
      for (const { name, ok, words } of await foundationHealth(foundation)) find(name, ok, words)
      if (configuration.eventStoreUrl !== null) {
        // Only asked: which log this installation begins with is decided by its first start.
        const { eventStoreUrl: url } = configuration
        const log = eventStoreDbEventLog({ url, ...foundation.world })
        foundation.onClose(() => log.close())
        const { name, ok, words } = await eventLogHealth(() => requireStore(log, url, foundation.world.timers))
        find(name, ok, words)
      }
    } finally {
      await foundation.close()
    }
  } catch (error) {
    find('start', false, explain(explainForTerminal(error)))
  }
}

/** One that looks whether its mail server answers takes seconds where that does not. */
const ANSWER_MS = 10_000

/** What a Paraph that runs here answers; null where none does. Its open port tells each part only to somebody who can read the master key. */
async function askRunning(configuration: Configuration): Promise<Finding[] | null> {
  const found = await findSecrets({ ...configuration, dataDir: resolve(configuration.dataDir) }).catch(() => null)
  const headers: Record<string, string> = found?.healthToken ? { authorization: `Bearer ${found.healthToken}` } : {}
  const { status } = configuration
  return (await askAt(configuration, headers)) ?? (status && (await askAt(status, {})))
}

async function askAt({ host, port }: { host: string; port: number }, headers: Record<string, string>): Promise<Finding[] | null> {
  try {
    const at = host === '0.0.0.0' ? '127.0.0.1' : host
    const answer = await fetch(`http://${at}:${port}/health`, { headers, signal: AbortSignal.timeout(ANSWER_MS) })
    const { dependencies } = (await answer.json()) as { dependencies?: Finding[] }
    return Array.isArray(dependencies) ? dependencies : null
  } catch {
    return null
  }
}
