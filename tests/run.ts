// Runs the lanes of tests one after another (two cores: never side by side) and ends in one line that counts them all.
//
//   node tests/run.ts                                              what a newcomer runs
//   node tests/run.ts --long                                       what is counted in hundreds and thousands
//   node tests/run.ts --long --share <seed> --minutes <n>          as much of that as fits: first what a change touches, then as the seed draws it
//                            [--base <commit>]                     what the change is counted from
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isLongReport, type Lane, LONG_LANES, longFiles, longLane, SHORT, sourceOfTests } from './support/lanes.ts'
import { ENDS_AT, UNPLAYED } from './support/out-of-time.ts'
import { changedSince, type Drawn, drawn, nextBatch } from './support/share.ts'
import { type Said, UNREPORTED, type Unreported } from './support/unreported.ts'

const { values: options } = parseArgs({
  options: { long: { type: 'boolean' }, share: { type: 'string' }, minutes: { type: 'string' }, base: { type: 'string' } },
})
const reports = 'test-results'
// `npm test` starts afresh; the long lane adds its reports to those of the short one.
if (!options.long) rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
for (const name of readdirSync(reports).filter(isLongReport)) rmSync(join(reports, name))

const counts = { passed: 0, failed: 0, skipped: 0 }
const skipped: string[] = []
const failed: string[] = []
const shaky: string[] = []
/** Seconds of each file, by lane. */
const took = new Map<string, number>()
/** At the end, before the counts. */
const remarks: string[] = []
if (!options.long) playShort()
else if (options.share === undefined) playLong()
else playShare(options.share, Number(options.minutes))

const slowest = [...took].sort(([, a], [, b]) => b - a).slice(0, 20)
console.log(`\nthe slowest ${slowest.length} files, in seconds:`)
for (const [file, seconds] of slowest) console.log(`${seconds.toFixed(1).padStart(7)}  ${file}`)
for (const name of skipped) console.log(`skipped: ${name}`)
// In browsers a test has a second try, and so has one that waited without success: the run names it.
for (const name of shaky) console.log(`passed only at the second try: ${name}`)
// Repeated at the end: a reader of only the end of a log learns what to look at.
for (const name of failed) console.log(`failed: ${name}`)
for (const remark of remarks) console.log(remark)
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0)

function playShort() {
  const build = run('build of the web page', ['vite', 'build', '--config', 'web/vite.config.ts', '--logLevel', 'warn'])
  if (!build.well) fail(`the build of the web page ${build.ended}`)
  for (const lane of SHORT) playLane(lane)
}

function playLong() {
  const all = longFiles(sourceOfTests())
  for (const kind of LONG_LANES) {
    const files = all.filter(({ lane }) => lane === kind).map(({ file }) => file)
    playLane(longLane(kind, files))
  }
}

/** Batches, so that every lane has its share: a start costs seconds, and nothing begins any more once the time is used up. */
function playShare(seed: string, minutes: number) {
  if (!(minutes > 0)) throw new Error('a share needs its time: --share <seed> --minutes <n>')
  const endsAt = Date.now() + minutes * 60_000
  const sources = sourceOfTests()
  const change = changedSince(options.base)
  let left = drawn(longFiles(sources), seed, change?.files ?? [], sources)
  const touched = left.filter((each) => each.touched).length
  const since = change ? `${touched} of ${left.length} files are touched by what changed since ${change.base}` : 'what changed is not known'
  const remark = `a share of the long lane in ${minutes} minutes, drawn by the seed ${seed}: ${since}`
  console.log(remark)
  remarks.push(remark)

  const unplayed: Drawn[] = []
  for (let part = 1; left.length > 0 && Date.now() < endsAt; part++) {
    const batch = nextBatch(left, { long: 4, 'answers-lost': 12, browser: 6, firefox: 1 })
    left = left.filter((each) => !batch.includes(each))
    const kind = batch[0]!.lane
    const { environment, ...lane } = longLane(
      kind,
      batch.map(({ file }) => file),
      `-${part}`,
    )
    playLane({ ...lane, environment: { ...environment, [ENDS_AT]: String(endsAt) } })
    const late = unplayedFiles()
    unplayed.push(...batch.filter(({ file }) => late.includes(file)))
  }
  for (const kind of LONG_LANES) {
    const files = [...unplayed, ...left].filter(({ lane }) => lane === kind).map(({ file }) => file)
    if (files.length > 0) remarks.push(`not played, or not all of it, for want of time (${kind}): ${files.join(' ')}`)
  }
  const owed = [...unplayed, ...left].filter((each) => each.touched).length
  if (owed > 0) remarks.push(`of these the change touches ${owed}: \`npm run test:long\` plays all of them`)
}

function playLane({ name, command, report, environment }: Lane) {
  const path = join(reports, report)
  for (const earlier of [UNREPORTED, UNPLAYED, path]) rmSync(earlier, { force: true })
  const before = counts.failed
  const lane = run(name, command, environment)
  if (existsSync(path)) count(readFileSync(path, 'utf8'), name)
  // A lane that died without a report counted nothing: that is a failure, not a zero.
  else fail(`the lane “${name}” ${lane.ended} and left no report`)
  const unreported = existsSync(UNREPORTED)
    ? (JSON.parse(readFileSync(UNREPORTED, 'utf8')) as Unreported)
    : { secondTries: [], outsideTests: [] }
  shaky.push(...unreported.secondTries.map(inWords))
  for (const outside of unreported.outsideTests) fail(inWords(outside))
  if (!lane.well && counts.failed === before) fail(`the lane “${name}” ${lane.ended}, though no test in it failed`)
}

function fail(what: string) {
  counts.failed++
  failed.push(what)
}

function inWords({ name, reason }: Said): string {
  return `${name}\n  ${firstLines(reason)}`
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

function count(xml: string, lane: string) {
  for (const [, attributes] of xml.matchAll(/<testsuite\b([^>]*)>/g)) {
    const of = (attribute: string) => new RegExp(`\\b${attribute}="([^"]*)"`).exec(attributes!)?.[1] ?? ''
    const file = `${of('name')} (${lane})`
    took.set(file, (took.get(file) ?? 0) + Number(of('time')))
  }
  const unplayed = unplayedFiles()
  for (const match of xml.matchAll(/<testcase\b([^>]*?)(\/>|>([\s\S]*?)<\/testcase>)/g)) {
    const inner = match[3] ?? ''
    const name = /\bname="([^"]*)"/.exec(match[1] ?? '')?.[1] ?? '(unnamed)'
    if (/<skipped\b/.test(inner)) {
      counts.skipped++
      const file = /\bclassname="([^"]*)"/.exec(match[1] ?? '')?.[1] ?? ''
      if (!unplayed.some((path) => path.endsWith(file))) skipped.push(name)
    } else if (/<(failure|error)\b/.test(inner)) {
      fail(inWords({ name, reason: reasonIn(inner) }))
    } else {
      counts.passed++
      if (/<flaky(Failure|Error)\b/.test(inner)) shaky.push(inWords({ name, reason: reasonIn(inner) }))
    }
  }
}

/** Those of the lane that was played last, which a share had no time for. */
function unplayedFiles(): readonly string[] {
  return existsSync(UNPLAYED) ? readFileSync(UNPLAYED, 'utf8').split('\n').filter(Boolean) : []
}

function reasonIn(failure: string): string {
  const said = /<(?:flaky)?(?:failure|error)\b[^>]*>([\s\S]*?)<\/(?:flaky)?(?:failure|error)>/i.exec(failure)?.[1] ?? ''
  return said.replace(/<!\[CDATA\[|\]\]>|<\/?stackTrace>/g, '')
}

function firstLines(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter(Boolean).slice(0, 30).join('\n  ')
}
