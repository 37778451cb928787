// Runs the lanes of tests one after another (two cores: never side by side) and ends in one line that counts them all.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { SECOND_TRIES, type SecondTry } from './support/second-tries.ts'

const long = process.argv.includes('--long')
const reports = 'test-results'
// `npm test` starts afresh; the long lane adds its reports to those of the short one.
if (!long) rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
rmSync(SECOND_TRIES, { force: true })

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

let broken = false
if (!long) broken = run('build of the web page', ['vite', 'build', '--config', 'web/vite.config.ts', '--logLevel', 'warn']) !== 0
for (const lane of lanes) {
  const code = run(lane.name, lane.command, lane.environment)
  // A lane that died without a report counted nothing: that is a failure, not a zero.
  if (code !== 0 || !existsSync(join(reports, lane.report))) broken = true
}

const counts = { passed: 0, failed: 0, skipped: 0 }
const skipped: string[] = []
const failed: string[] = []
const shaky: string[] = []
for (const lane of lanes) {
  if (existsSync(join(reports, lane.report))) count(readFileSync(join(reports, lane.report), 'utf8'))
}
for (const name of skipped) console.log(`skipped: ${name}`)
const waited = existsSync(SECOND_TRIES) ? (JSON.parse(readFileSync(SECOND_TRIES, 'utf8')) as SecondTry[]) : []
shaky.push(...waited.map(({ name, reason }) => `${name}\n  ${firstLines(reason)}`))
// In browsers a test has a second try, and so has one that waited in vain: that it needed it is not passed over.
for (const name of shaky) console.log(`passed only at the second try: ${name}`)
// Said again at the end: whoever reads only the end of a log learns what to look at.
for (const name of failed) console.log(`failed: ${name}`)
if (broken && counts.failed === 0) counts.failed = 1
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0)

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

function run(name: string, command: readonly string[], environment: Lane['environment'] = {}): number {
  console.log(`\n— ${name}`)
  const [program, ...rest] = command
  const answer = spawnSync(join('node_modules', '.bin', program!), rest, {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  })
  return answer.status ?? 1
}

function count(xml: string) {
  for (const match of xml.matchAll(/<testcase\b([^>]*?)(\/>|>([\s\S]*?)<\/testcase>)/g)) {
    const inner = match[3] ?? ''
    const name = /\bname="([^"]*)"/.exec(match[1] ?? '')?.[1] ?? '(unnamed)'
    if (/<skipped\b/.test(inner)) {
      counts.skipped++
      skipped.push(name)
    } else if (/<(failure|error)\b/.test(inner)) {
      counts.failed++
      failed.push(`${name}\n  ${reasonIn(inner)}`)
    } else {
      counts.passed++
      if (/<flaky(Failure|Error)\b/.test(inner)) shaky.push(`${name}\n  ${reasonIn(inner)}`)
    }
  }
}

function reasonIn(failure: string): string {
  const said = /<(?:flaky)?(?:failure|error)\b[^>]*>([\s\S]*?)<\/(?:flaky)?(?:failure|error)>/i.exec(failure)?.[1] ?? ''
  return firstLines(said.replace(/<!\[CDATA\[|\]\]>|<\/?stackTrace>/g, ''))
}

function firstLines(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter(Boolean).slice(0, 30).join('\n  ')
}
