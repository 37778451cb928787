// Runs the lanes of tests one after another (two cores: never side by side) and ends in one line that counts them all.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Said, UNREPORTED, type Unreported } from './support/unreported.ts'

const long = process.argv.includes('--long')
const reports = 'test-results'
// `npm test` starts afresh; the long lane adds its reports to those of the short one.
if (!long) rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

interface Lane {
  readonly name: string
  readonly command: readonly string[]
  readonly report: string
  readonly environment?: Readonly<Record<string, string>>
}
const LONG = { LONG_TESTS: '1' }
const lanes: readonly Lane[] = long
  ? [
      {
        name: 'long',
        command: ['vitest', 'run', '--config', 'vitest.config.ts', '--outputFile.junit=test-results/long.xml', ...countedInFull()],
        report: 'long.xml',
        environment: LONG,
      },
      {
        name: 'long, every answer lost once',
        command: ['vitest', 'run', '--config', 'vitest.config.ts', '--outputFile.junit=test-results/answers-lost.xml', 'tests/api'],
        report: 'answers-lost.xml',
        environment: { ANSWERS_LOST: '1' },
      },
      {
        name: 'long, browser',
        command: ['playwright', 'test', '--config', 'tests/browser/playwright.config.ts', ...countedInFullByBrowser()],
        report: 'long-browser.xml',
        environment: LONG,
      },
    ]
  : [
      { name: 'unit, process and api', command: ['vitest', 'run', '--config', 'vitest.config.ts'], report: 'vitest.xml' },
      { name: 'browser', command: ['playwright', 'test', '--config', 'tests/browser/playwright.config.ts'], report: 'browser.xml' },
    ]

const counts = { passed: 0, failed: 0, skipped: 0 }
const skipped: string[] = []
const failed: string[] = []
const shaky: string[] = []
if (!long) {
  const build = run('build of the web page', ['vite', 'build', '--config', 'web/vite.config.ts', '--logLevel', 'warn'])
  if (!build.well) fail(`the build of the web page ${build.ended}`)
}
for (const lane of lanes) playLane(lane)

for (const name of skipped) console.log(`skipped: ${name}`)
// In browsers a test has a second try, and so has one that waited in vain: that it needed it is not passed over.
for (const name of shaky) console.log(`passed only at the second try: ${name}`)
// Said again at the end: whoever reads only the end of a log learns what to look at.
for (const name of failed) console.log(`failed: ${name}`)
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0)

function playLane({ name, command, report, environment }: Lane) {
  const path = join(reports, report)
  for (const earlier of [UNREPORTED, path]) rmSync(earlier, { force: true })
  const before = counts.failed
  const lane = run(name, command, environment)
  if (existsSync(path)) count(readFileSync(path, 'utf8'))
  // A lane that died without a report counted nothing: that is a failure, not a zero.
  else fail(`the lane “${name}” ${lane.ended} and left no report`)
  const unreported = existsSync(UNREPORTED) ? (JSON.parse(readFileSync(UNREPORTED, 'utf8')) as Unreported) : { secondTries: [], beside: [] }
  shaky.push(...unreported.secondTries.map(told))
  for (const beside of unreported.beside) fail(told(beside))
  if (!lane.well && counts.failed === before) fail(`the lane “${name}” ${lane.ended}, though no test in it failed`)
}

function fail(what: string) {
  counts.failed++
  failed.push(what)
}

function told({ name, reason }: Said): string {
  return `${name}\n  ${firstLines(reason)}`
}

/** The tests of which the short lane runs a part: those that ask whether there is time, and those whose suite does. */
function countedInFull(): string[] {
  const source = sourceOfTests()
  const asking = [...source].filter(([, text]) => text.includes('LONG_TESTS')).map(([path]) => path)
  const suites = asking.filter((path) => !path.endsWith('.test.ts')).map((path) => basename(path))
  return [...source]
    .filter(([path, text]) => path.endsWith('.test.ts') && (asking.includes(path) || suites.some((suite) => text.includes(`/${suite}'`))))
    .map(([path]) => path)
}

/** The same in browsers: those that play more rounds there, and those that wait for it. Whatever else stands in the same file goes by its name. */
function countedInFullByBrowser(): string[] {
  const playing = [...sourceOfTests()].filter(([path, text]) => path.endsWith('.spec.ts') && /seeds\(|'@long'/.test(text))
  return [...playing.map(([path]) => path), '--grep', '@long|\\d+ (times|rounds)']
}

function sourceOfTests(): ReadonlyMap<string, string> {
  const paths = readdirSync('tests', { recursive: true }).map((name) => join('tests', String(name)))
  return new Map(paths.filter((path) => /\.ts$/.test(path) && path !== 'tests/run.ts').map((path) => [path, readFileSync(path, 'utf8')]))
}

function run(
  name: string,
  command: readonly string[],
  environment: Lane['environment'] = {},
): { readonly well: boolean; readonly ended: string } {
  console.log(`\n— ${name}`)
  const [program, ...rest] = command
  const { status, signal, error } = spawnSync(join('node_modules', '.bin', program!), rest, {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  })
  return {
    well: status === 0,
    ended: error ? `did not start: ${error.message}` : signal ? `was ended by ${signal}` : `ended with ${status}`,
  }
}

function count(xml: string) {
  for (const match of xml.matchAll(/<testcase\b([^>]*?)(\/>|>([\s\S]*?)<\/testcase>)/g)) {
    const inner = match[3] ?? ''
    const name = /\bname="([^"]*)"/.exec(match[1] ?? '')?.[1] ?? '(unnamed)'
    if (/<skipped\b/.test(inner)) {
      counts.skipped++
      skipped.push(name)
    } else if (/<(failure|error)\b/.test(inner)) {
      fail(told({ name, reason: reasonIn(inner) }))
    } else {
      counts.passed++
      if (/<flaky(Failure|Error)\b/.test(inner)) shaky.push(told({ name, reason: reasonIn(inner) }))
    }
  }
}

function reasonIn(failure: string): string {
  const said = /<(?:flaky)?(?:failure|error)\b[^>]*>([\s\S]*?)<\/(?:flaky)?(?:failure|error)>/i.exec(failure)?.[1] ?? ''
  return said.replace(/<!\[CDATA\[|\]\]>|<\/?stackTrace>/g, '')
}

function firstLines(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter(Boolean).slice(0, 30).join('\n  ')
}
