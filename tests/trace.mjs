#!/usr/bin/env node
// Which rows of the requirement ledgers are proven by a passing test.
//
//   npm run trace -- [--reports test-results] [--area signing] [--missing] [--json] [--below-level] [--long-alone-at-most 5]
//
// A row counts as proven when a test whose title carries its id (for example "[D-101 D-102] …") ran and
// passed, and no test that carries it failed. Reports are the JUnit XML files that vitest and Playwright
// write. Skipped tests prove nothing. With --long-alone-at-most it fails where more than so many per cent of the rows
// that tests claim are not proven by the short lane, since a run of everything plays only a share of the long one.
// With --below-level it lists the rows that are claimed only by tests below the level their ledger line asks; no test has to run for that.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isLongReport, sourceOfTests } from './support/lanes.ts'
import { belowTheirLevel, requirements } from './support/requirements.ts'

const args = process.argv.slice(2)
const option = (name, fallback) => {
  const at = args.indexOf(`--${name}`)
  return at < 0 ? fallback : args[at + 1]
}
const has = (name) => args.includes(`--${name}`)

const rows = requirements()

const reportsDir = option('reports', 'test-results')
const xmlFiles = existsSync(reportsDir)
  ? readdirSync(reportsDir, { recursive: true })
      .map(String)
      .filter((f) => f.endsWith('.xml'))
  : []
const unescaped = (s) =>
  s
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&#(\d+);/g, (_, n) => String.fromCodePoint(Number(n)))
    .replace(/&amp;/g, '&')

const passed = new Map()
const failed = new Map()
const passedInShort = new Set()
let tests = 0
for (const file of xmlFiles) {
  const xml = readFileSync(join(reportsDir, file), 'utf8')
  for (const match of xml.matchAll(/<testcase\b([^>]*?)(\/>|>([\s\S]*?)<\/testcase>)/g)) {
    const name = unescaped(/\bname="([^"]*)"/.exec(match[1])?.[1] ?? '')
    const body = match[3] ?? ''
    if (/<skipped\b/.test(body)) continue
    tests++
    const into = /<(failure|error)\b/.test(body) ? failed : passed
    for (const id of new Set(name.match(/\b[DWS]-\d{3}\b/g) ?? [])) {
      into.set(id, (into.get(id) ?? 0) + 1)
      if (into === passed && !isLongReport(file)) passedInShort.add(id)
    }
  }
}

const known = new Set(rows.map((r) => r.id))
const unknown = [...new Set([...passed.keys(), ...failed.keys()])].filter((id) => !known.has(id))
const proven = (r) => passed.has(r.id) && !failed.has(r.id)
const area = option('area')
const chosen = area ? rows.filter((r) => r.area === area) : rows

if (has('below-level')) {
  for (const r of belowTheirLevel(rows, sourceOfTests())) console.log(`${r.id}  [${r.proof}]  ${r.requirement}`)
} else if (has('json')) {
  console.log(
    JSON.stringify({
      rows: chosen.length,
      proven: chosen.filter(proven).length,
      tests,
      unknown,
      missing: chosen.filter((r) => !proven(r)).map((r) => r.id),
    }),
  )
} else {
  const areas = new Map()
  for (const r of chosen) {
    const key = `${r.id[0]} ${r.area}`
    const a = areas.get(key) ?? { total: 0, proven: 0 }
    a.total++
    if (proven(r)) a.proven++
    areas.set(key, a)
  }
  for (const [key, a] of areas) console.log(`${String(a.proven).padStart(4)} / ${String(a.total).padStart(4)}  ${key}`)
  if (has('missing'))
    for (const r of chosen.filter((row) => !proven(row))) console.log(`${r.id}  ${r.area}  [${r.proof}]  ${r.requirement}`)
  if (unknown.length) console.log(`ids in test titles that no ledger knows: ${unknown.join(' ')}`)
  console.log(
    `${chosen.filter(proven).length} of ${chosen.length} rows proven by ${tests} tests that ran (${xmlFiles.length} report files)`,
  )
}

const most = option('long-alone-at-most')
if (most !== undefined) {
  const texts = [...sourceOfTests().values()].join('\n')
  const claimed = rows.filter(({ id }) => texts.includes(id)).map(({ id }) => id)
  const alone = claimed.filter((id) => !passedInShort.has(id))
  const percent = (100 * alone.length) / Math.max(1, claimed.length)
  console.log(
    `${alone.length} of ${claimed.length} claimed rows (${percent.toFixed(1)} %) are not proven by the short lane: ${alone.join(' ')}`,
  )
  if (percent > Number(most)) {
    console.error(
      `At most ${most} % may be. Play tests that prove them in the short lane: take away their tag @long, or make them cheaper.`,
    )
    process.exit(1)
  }
}
