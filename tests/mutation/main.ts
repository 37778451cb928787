import { globSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import { randomFrom } from '../simulation/random.ts'

/** The least share of changes that must turn a test red. */
const GOAL = 0.85
const NEVER = () => false
const SILENT = {
  ...Object.fromEntries(['Trace', 'Debug', 'Info', 'Warn', 'Error', 'Fatal'].map((level) => [`is${level}Enabled`, NEVER])),
  ...Object.fromEntries(['trace', 'debug', 'info', 'warn', 'error', 'fatal'].map((level) => [level, () => {}])),
} as unknown as ConstructorParameters<typeof Instrumenter>[0]

// Breaks the domain in many small ways, chosen by a seed, and counts those that a test of tests/domain notices.
const { values } = parseArgs({
  options: {
    mutants: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    in: { type: 'string', default: 'shared/domain' },
  },
})

/** A change that can be made to the source, as Stryker makes it. */
interface Change {
  readonly file: string
  readonly from: Position
  readonly to: Position
}
type Position = { readonly line: number; readonly column: number }

/** A place that is tried takes all changes inside it along: a whole function would outweigh the others. */
const MOST_INSIDE = 4

async function changesIn(folder: string): Promise<readonly Change[]> {
  const files = globSync(`${folder}/**/*.ts`)
    .sort()
    .map((name) => ({ name, content: readFileSync(name, 'utf8'), mutate: true }))
  const { mutants } = await new Instrumenter(SILENT).instrument(files, { plugins: null, excludedMutations: [], ignorers: [] })
  return mutants.map(({ fileName, location: { start, end } }) => ({ file: fileName, from: start, to: end }))
}

const isBefore = (a: Position, b: Position) => a.line < b.line || (a.line === b.line && a.column <= b.column)
const isInside = (inner: Change, outer: Change) => isBefore(outer.from, inner.from) && isBefore(inner.to, outer.to)

/** Places that hold about as many changes as wanted, by chance, none inside another. */
function chosen(all: readonly Change[], wanted: number, seed: string): readonly Change[] {
  const chance = randomFrom(seed)
  const byFile = Map.groupBy(all, ({ file }) => file)
  const left = [...all]
  const places: Change[] = []
  for (let count = 0; count < wanted && left.length > 0; ) {
    const [place] = left.splice(chance.below(left.length), 1) as [Change]
    const near = byFile.get(place.file)!
    const inside = near.filter((one) => isInside(one, place)).length
    const isTaken = places.some((other) => other.file === place.file && (isInside(place, other) || isInside(other, place)))
    if (inside > MOST_INSIDE || isTaken) continue
    places.push(place)
    count += inside
  }
  return places
}

const rangeOf = ({ file, from, to }: Change) => `${file}:${from.line + 1}:${from.column}-${to.line + 1}:${to.column}`

const places = chosen(await changesIn(values.in), Number(values.mutants), values.seed)
const results = await new Stryker({
  mutate: places.map(rangeOf),
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'tests/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  // Its rewriting needs a compiler that the project no longer has; nothing here reads it.
  tsconfigFile: 'none.json',
  concurrency: 2,
  reporters: ['progress-append-only'],
  tempDirName: '.mutation',
  cleanTempDir: 'always',
  ignorePatterns: ['web/dist', 'data', 'test-results'],
  allowEmpty: true,
} as never).runMutationTest()

const byStatus = Map.groupBy(results, ({ status }) => status)
const count = (...statuses: (typeof results)[number]['status'][]) =>
  statuses.reduce((sum, one) => sum + (byStatus.get(one)?.length ?? 0), 0)
for (const { status, fileName, location, mutatorName, replacement } of results)
  if (status === 'Survived' || status === 'NoCoverage')
    console.log(
      `${status === 'Survived' ? 'survived' : 'reached by no test'}: ${relative('.', fileName)}:${location.start.line} ${mutatorName}: ${replacement}`,
    )
const [killed, tried] = [count('Killed', 'Timeout'), count('Killed', 'Timeout', 'Survived', 'NoCoverage')]
console.log(
  `${killed} of ${tried} changes turned a test red (${((100 * killed) / tried).toFixed(1)} %); ${count('Ignored')} more are made once for all tests, and left out`,
)
process.exitCode = killed >= GOAL * tried ? 0 : 1
