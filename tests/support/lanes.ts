import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { LongFile, LongLane } from './share.ts'

export interface Lane {
  readonly name: string
  readonly command: readonly string[]
  readonly report: string
  readonly environment?: Readonly<Record<string, string>>
}
interface Kind {
  readonly name: string
  readonly report: string
  lane(report: string, files: readonly string[]): Pick<Lane, 'command' | 'environment'>
}

const vitest = (report: string, files: readonly string[] = []) => [
  'vitest',
  'run',
  '--config',
  'vitest.config.ts',
  `--outputFile.junit=test-results/${report}`,
  ...files,
]
const playwright = (...more: readonly string[]) => ['playwright', 'test', '--config', 'tests/browser/playwright.config.ts', ...more]
const LONG = { LONG_TESTS: '1' }

export const SHORT: readonly Lane[] = [
  { name: 'unit, process and api', command: vitest('vitest.xml'), report: 'vitest.xml' },
  { name: 'browser', command: playwright(), report: 'browser.xml', environment: { BROWSER_REPORT: 'browser.xml' } },
]

const KINDS: Readonly<Record<LongLane, Kind>> = {
  long: { name: 'long', report: 'long', lane: (report, files) => ({ command: vitest(report, files), environment: LONG }) },
  'answers-lost': {
    name: 'long, every answer lost once',
    report: 'answers-lost',
    lane: (report, files) => ({ command: vitest(report, files), environment: { ANSWERS_LOST: '1' } }),
  },
  browser: {
    name: 'long, browser',
    report: 'long-browser',
    // Other tests of the same files were played in the short lane.
    lane: (report, files) => ({
      command: playwright(...files, '--grep', '@long|\\d+ (times|rounds)'),
      environment: { ...LONG, BROWSER_REPORT: report },
    }),
  },
  firefox: {
    name: 'long, Firefox ESR',
    report: 'long-firefox',
    lane: (report, files) => ({
      command: playwright(...files, '--grep', '@firefox'),
      environment: { BROWSER: 'firefox', BROWSER_REPORT: report },
    }),
  },
}
export const LONG_LANES = Object.keys(KINDS) as readonly LongLane[]

/** Some files of a lane, or all of it. `part` tells the reports of several apart. */
export function longLane(kind: LongLane, files: readonly string[], part = ''): Lane {
  const { name, report, lane } = KINDS[kind]
  const path = `${report}${part}.xml`
  return { name, report: path, ...lane(path, files) }
}

/** Whether a report was left by a run of the long lane, whole or a share. */
export const isLongReport = (name: string) => Object.values(KINDS).some(({ report }) => new RegExp(`^${report}(-\\d+)?\\.xml$`).test(name))

/** What is played in a second browser too. */
const inFirefox = (sources: ReadonlyMap<string, string>): string[] =>
  [...sources].filter(([path, text]) => path.endsWith('.spec.ts') && text.includes("'@firefox'")).map(([path]) => path)

export function longFiles(sources: ReadonlyMap<string, string>): readonly LongFile[] {
  const paths = [...sources.keys()]
  return [
    ...countedInFull(sources).map((file) => ({ lane: 'long' as const, file })),
    ...paths.filter((path) => /^tests\/api\/.*\.test\.ts$/.test(path)).map((file) => ({ lane: 'answers-lost' as const, file })),
    ...countedInFullByBrowser(sources).map((file) => ({ lane: 'browser' as const, file })),
    ...inFirefox(sources).map((file) => ({ lane: 'firefox' as const, file })),
  ]
}

/** The tests that the short lane plays in part: those that ask whether there is time, and those whose suite does. */
function countedInFull(sources: ReadonlyMap<string, string>): string[] {
  const asking = [...sources].filter(([, text]) => text.includes('LONG_TESTS')).map(([path]) => path)
  const suites = asking.filter((path) => !path.endsWith('.test.ts')).map((path) => basename(path))
  return [...sources]
    .filter(([path, text]) => path.endsWith('.test.ts') && (asking.includes(path) || suites.some((suite) => text.includes(`/${suite}'`))))
    .map(([path]) => path)
}

/** The same in browsers: those that play more rounds there, and those that wait for it. Whatever else stands in the same file goes by its name. */
function countedInFullByBrowser(sources: ReadonlyMap<string, string>): string[] {
  return [...sources].filter(([path, text]) => path.endsWith('.spec.ts') && /seeds\(|'@long'/.test(text)).map(([path]) => path)
}

/** The text of every file of the tests, by its path. Those that only run them ask for nothing themselves. */
export function sourceOfTests(): ReadonlyMap<string, string> {
  const running = ['tests/run.ts', 'tests/support/lanes.ts']
  const paths = readdirSync('tests', { recursive: true }).map((name) => join('tests', String(name)))
  return new Map(paths.filter((path) => /\.ts$/.test(path) && !running.includes(path)).map((path) => [path, readFileSync(path, 'utf8')]))
}
