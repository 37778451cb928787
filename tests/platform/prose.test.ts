import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { AREAS, type Area, BANNED, occurrencesIn, partsOf } from '#tests/prose'
import stillThere from '../support/prose-left.json' with { type: 'json' }

type Counts = Record<string, Partial<Record<Area, number>>>

/** How often each word may still stand: in names that are stored or go over HTTP. A count may only become smaller. */
const LEFT: Counts = stillThere

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const FOLDERS = ['packages', 'shared', 'command-api', 'projections', 'processes', 'web', 'cli', 'tests', 'docs']
// The ledger's lines are the specification's words; the list of banned words holds each of them.
const EXEMPT = /node_modules|\/dist\/|docs\/requirements|tests\/support\/prose\.ts|tests\/platform\/prose\.test\.ts/

function sources(): string[] {
  const below = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  return ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', ...below].filter(
    (path) => /\.(?:tsx?|m?js|css|md)$/.test(path) && !EXEMPT.test(path),
  )
}

test('prose and names use no more banned words than are left to change', () => {
  const counts: Counts = {}
  const places: Record<string, string[]> = {}
  for (const path of sources()) {
    for (const [area, text] of Object.entries(partsOf(path, readFileSync(join(ROOT, path), 'utf8'))) as [Area, string][]) {
      for (const word of Object.keys(BANNED)) {
        const found = occurrencesIn(text, word)
        if (!found) continue
        counts[word] = { ...counts[word], [area]: (counts[word]?.[area] ?? 0) + found }
        places[`${word}, ${area}`] = [...(places[`${word}, ${area}`] ?? []), path]
      }
    }
  }
  const over = Object.entries(BANNED).flatMap(([word, instead]) =>
    AREAS.filter((area) => (counts[word]?.[area] ?? 0) > (LEFT[word]?.[area] ?? 0)).map(
      (area) =>
        `“${word}” stands ${counts[word]![area]} times in ${area}, at most ${LEFT[word]?.[area] ?? 0} are left: write ${instead}. Found in ${places[`${word}, ${area}`]!.join(', ')}`,
    ),
  )
  expect(over).toEqual([])
})

test('a banned word is found in a comment, a message, a title, an identifier and a document', () => {
  const source = "// Whoever comes\nconst url = 'https://x//told'\nconst whoTold = 'It was told twice'\n/** What\n * was sent */"
  const parts = partsOf('web/a.ts', source)
  expect(occurrencesIn(parts.comments!, 'whoever')).toBe(1)
  expect(occurrencesIn(parts.comments!, 'what was')).toBe(1)
  expect(occurrencesIn(parts.messages!, 'told')).toBe(1)
  expect(occurrencesIn(parts.identifiers!, 'told')).toBe(1)
  const tested = partsOf('tests/a.test.ts', "test('the keeper asks anew', () => call('told twice'))")
  expect(occurrencesIn(tested['test titles']!, 'keeper')).toBe(1)
  expect(occurrencesIn(tested['test titles']!, 'told')).toBe(0)
  expect(occurrencesIn(partsOf('docs/a.md', 'Whatever was told').documents!, 'told')).toBe(1)
  const style = partsOf('web/a.css', '/* Told twice */ .isTold { margin: var(--beside) }')
  expect([occurrencesIn(style.comments!, 'told'), occurrencesIn(style.identifiers!, 'told')]).toEqual([1, 1])
  expect(occurrencesIn(style.identifiers!, 'beside')).toBe(1)
})

// The first commits have long subjects; from this day on none may.
const SINCE = '2026-11-29T13:45:00Z'

test.skipIf(!existsSync(join(ROOT, '.git')))('commit subjects have at most 72 characters', () => {
  const subjects = execFileSync('git', ['log', '--no-merges', `--since=${SINCE}`, '--format=%s'], { cwd: ROOT, encoding: 'utf8' })
  expect(subjects.split('\n').filter((subject) => subject.length > 72)).toEqual([])
})
