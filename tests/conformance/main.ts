// npm run conformance -- event-log | documents | blobs: a port's suite on every adapter that can be reached.
// npm run conformance -- product: the product's own tests with its events in a real EventStoreDB.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isEventStoreInstalled } from '#tests/event-store'

const HERE = 'tests/conformance'
const PORTS: Readonly<Record<string, (file: string) => boolean>> = {
  'event-log': (file) => file.startsWith('event-log'),
  documents: (file) => file.startsWith('documents') || file.startsWith('mongodb'),
  blobs: (file) => file.startsWith('blobs') || file.startsWith('mongodb'),
}

interface Report {
  readonly testResults: readonly { readonly message: string; readonly assertionResults: readonly Result[] }[]
}
interface Result {
  readonly title: string
  readonly status: 'passed' | 'failed' | 'pending' | 'skipped' | 'todo'
}

const PRODUCT = 'product'
/** What takes a server afresh for each that a test makes, and what is content with one whose log is empty. */
const OWN_TESTS = ['tests/api', 'tests/process/roles.test.ts', 'tests/process/migrate.test.ts']
const CHAOS_AND_DEMO = join(HERE, 'product.test.ts')
/** A title that no test has: all are named, and none is played. */
const NO_TEST = '(?!)'

interface Run {
  readonly paths: readonly string[]
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Why none of them is played. */
  readonly without?: string
}

// Not by exit: what is still on its way into a pipe would be cut off.
process.exitCode = main(process.argv.slice(2))

function main(asked: readonly string[]): number {
  const words = asked.length === 0 ? Object.keys(PORTS) : asked
  const known = [...Object.keys(PORTS), PRODUCT]
  if (words.some((word) => !known.includes(word))) {
    console.error(`Say which: npm run conformance -- ${known.join(' | ')}`)
    return 1
  }
  const files = readdirSync(HERE).filter((file) => file.endsWith('.test.ts') && words.some((word) => PORTS[word]?.(file)))
  const suites = files.length > 0 ? [{ paths: files.map((file) => join(HERE, file)) }] : []
  const runs = [...suites, ...(words.includes(PRODUCT) ? productRuns() : [])]
  return summary(runs.map(played))
}

function productRuns(): readonly Run[] {
  const all = [...OWN_TESTS, CHAOS_AND_DEMO]
  const onProgram = { PRODUCT_ON: 'program', EVENTSTOREDB_URL: undefined }
  // The program before an address: it alone serves all of them, each server with a log of its own.
  if (isEventStoreInstalled()) return [{ paths: all, environment: onProgram }]
  const none = 'the program eventstored is not on the PATH'
  if (!process.env.EVENTSTOREDB_URL) {
    return [{ paths: all, environment: onProgram, without: `${none}, and EVENTSTOREDB_URL names no server` }]
  }
  return [
    { paths: OWN_TESTS, environment: onProgram, without: `${none}; the one log that EVENTSTOREDB_URL names serves one installation` },
    { paths: [CHAOS_AND_DEMO], environment: { PRODUCT_ON: 'address' } },
  ]
}

interface Played {
  readonly report: Report
  readonly status: number
  readonly without: string | null
}

function played({ paths, environment = {}, without }: Run): Played {
  const folder = mkdtempSync(join(tmpdir(), 'paraph-conformance-'))
  try {
    const report = join(folder, 'report.json')
    const reporters =
      without === undefined ? ['--reporter=default', '--reporter=json'] : ['--reporter=json', `--testNamePattern=${NO_TEST}`]
    const args = ['run', ...paths, ...reporters, `--outputFile.json=${report}`]
    // Servers that have yet to be made are given the time.
    const { status } = spawnSync(join('node_modules', '.bin', 'vitest'), args, {
      stdio: 'inherit',
      env: { ...process.env, LONG_TESTS: '1', ...environment },
    })
    return { report: JSON.parse(readFileSync(report, 'utf8')) as Report, status: status ?? 1, without: without ?? null }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Every case that was left out is said by name: a server that was not there proves nothing. */
function summary(all: readonly Played[]): number {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const { report, status, without } of all) {
    const results = report.testResults.flatMap(({ assertionResults }) => assertionResults)
    const count = (is: (result: Result) => boolean) => results.filter(is).length
    const left = results.filter(({ status }) => !['passed', 'failed'].includes(status))
    for (const { title } of left) console.log(`skipped: ${title}${without === null ? '' : `: ${without}`}`)
    counts.passed += count(({ status }) => status === 'passed')
    counts.failed += Math.max(
      count(({ status }) => status === 'failed'),
      status === 0 ? 0 : 1,
    )
    counts.skipped += left.length
  }
  console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
  return counts.failed > 0 || counts.passed === 0 ? 1 : 0
}
