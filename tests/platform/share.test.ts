import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { longFiles, sourceOfTests } from '../support/lanes.ts'
import { ENDS_AT } from '../support/out-of-time.ts'
import { drawn, type LongFile, nextBatch, TOUCHED_BY } from '../support/share.ts'

const ALL: readonly LongFile[] = [
  { lane: 'long', file: 'tests/process/kill.test.ts' },
  { lane: 'long', file: 'tests/pdf/corpus.test.ts' },
  { lane: 'answers-lost', file: 'tests/api/signing.test.ts' },
  { lane: 'answers-lost', file: 'tests/api/replay.test.ts' },
  { lane: 'browser', file: 'tests/browser/replay.spec.ts' },
  { lane: 'browser', file: 'tests/browser/list.spec.ts' },
]
const SOURCES = new Map([['tests/browser/list.spec.ts', "import { desk } from './support/desk.ts'"]])
const files = (seed: string, changed: readonly string[] = []) => drawn(ALL, seed, changed, SOURCES).map(({ file }) => file)

test('a share of the long lane plays changed tests first, then those that the change touches, then the rest', () => {
  const [first, ...others] = files('a', ['tests/pdf/corpus.test.ts', 'command-api/replay/history.ts', 'tests/browser/support/desk.ts'])
  expect(first).toBe('tests/pdf/corpus.test.ts')
  const touched = ['tests/api/replay.test.ts', 'tests/browser/replay.spec.ts', 'tests/browser/list.spec.ts']
  expect(others.slice(0, 3).sort()).toEqual([...touched].sort())
})

test('a seed draws the same order every time, another one another; a file that comes or goes moves no other', () => {
  expect(files('a')).toEqual(files('a'))
  const orders = new Set(['a', 'b', 'c', 'd'].map((seed) => files(seed).join()))
  expect(orders.size).toBeGreaterThan(2)
  const without = drawn(ALL.slice(1), 'a', [], SOURCES).map(({ file }) => file)
  expect(without).toEqual(files('a').filter((file) => file !== ALL[0]!.file))
})

test('what is played at once is of one lane, and what the change touches comes before the rest', () => {
  const order = drawn(ALL, 'a', ['command-api/replay/history.ts'], SOURCES)
  const batch = nextBatch(order, { long: 2, 'answers-lost': 2, browser: 2, firefox: 1 })
  expect(batch).toEqual([order[0]])
  expect(nextBatch([], { long: 2, 'answers-lost': 2, browser: 2, firefox: 1 })).toEqual([])
})

test('every line that says what a change touches leads from a source to tests of the long lane, and every such test is reached', () => {
  const long = longFiles(sourceOfTests())
  const reaching = Object.values(TOUCHED_BY).flat()
  const lost = {
    sources: Object.keys(TOUCHED_BY).filter((source) => !existsSync(source) && !existsSync(`${source}.ts`)),
    tests: [...new Set(reaching)].filter((test) => !long.some(({ file }) => file.startsWith(test))),
    unreached: [...new Set(long.map(({ file }) => file))].filter((file) => !reaching.some((test) => file.startsWith(test))),
  }
  expect(lost).toEqual({ sources: [], tests: [], unreached: [] })
})

test('once the time of a share is used up no test begins and no file is loaded, and none of them counts as passed', () => {
  // Within the project: what is played there imports vitest.
  const folder = mkdtempSync(resolve('node_modules/.share-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const names = ['first', 'second'].map((name) => `${name}.test.ts`)
  for (const name of names)
    writeFileSync(
      join(folder, name),
      `import { test } from 'vitest'
       test('uses up the time', () => { process.env.${ENDS_AT} = '1' })
       test('comes too late', () => { throw new Error('it was played') })`,
    )
  writeFileSync(
    join(folder, 'vitest.config.ts'),
    `export default { test: { isolate: false, maxWorkers: 1, runner: ${JSON.stringify(resolve('tests/support/share-runner.ts'))} } }`,
  )
  const { stdout } = spawnSync(
    resolve('node_modules/.bin/vitest'),
    ['run', '--root', folder, '--reporter', 'junit', '--outputFile', join(folder, 'report.xml')],
    { cwd: folder, encoding: 'utf8', env: { ...process.env, [ENDS_AT]: String(Number.MAX_SAFE_INTEGER) } },
  )
  const report = readFileSync(join(folder, 'report.xml'), 'utf8')
  expect(report, stdout).toMatch(/<testsuites [^>]*tests="3" failures="0" errors="0"/)
  expect(report.match(/<skipped\/>/g)).toHaveLength(2)
  expect(report).toContain('the time of this share is used up')
  expect(readFileSync(join(folder, 'test-results/unplayed.txt'), 'utf8').trim().split('\n').sort()).toEqual(names)
})
