import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { plantedIn } from '../simulation/planted/planted.ts'
import { BROKEN_ROWS, type BrokenRow } from './edits.ts'

/**
 * npm run break-rows -- --seed 1 --rows 60 [--lane vitest|browser] [--row D-490] [--first 20]
 * Breaks the source under rows that the seed draws, one after the other, and plays only the test that claims the row: it must be red.
 * Exit 1 where a test stayed green. `--first` skips rows of the draw that were played before. The working tree must be clean.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    rows: { type: 'string', default: '60' },
    lane: { type: 'string' },
    row: { type: 'string', multiple: true },
    first: { type: 'string', default: '0' },
  },
})
const isOfBrowser = ({ test }: BrokenRow) => test.startsWith('tests/browser/')
const place = ({ row }: BrokenRow) => createHash('sha256').update(`${values.seed} ${row}`).digest('hex')

const drawn = [...BROKEN_ROWS].sort((a, b) => (place(a) < place(b) ? -1 : 1)).slice(0, Number(values.rows))
const played = drawn
  .filter((each) => values.lane === undefined || isOfBrowser(each) === (values.lane === 'browser'))
  .filter(({ row }) => values.row === undefined || values.row.includes(row))
  .slice(Number(values.first))

const files = [...new Set(played.map(({ file }) => file))]
const { stdout: changed } = spawnSync('git', ['status', '--porcelain', '--', ...files], { encoding: 'utf8' })
if (changed.trim() !== '') throw new Error(`these files were changed and not committed, and would be changed again:\n${changed}`)

const green: string[] = []
for (const broken of played) {
  const isRed = await isRedUnder(broken)
  if (!isRed) green.push(broken.row)
  console.log(`${isRed ? 'red  ' : 'GREEN'}  ${broken.row}  ${broken.test}  ${broken.file}`)
}
console.log(`${played.length - green.length} of ${played.length} turned red${green.length > 0 ? `; green: ${green.join(' ')}` : ''}`)
process.exitCode = green.length > 0 ? 1 : 0

async function isRedUnder(broken: BrokenRow): Promise<boolean> {
  const source = readFileSync(broken.file, 'utf8')
  const putBack = () => writeFileSync(broken.file, source)
  // Ctrl-C leaves the source as it was.
  const interrupted = () => {
    putBack()
    process.exit(130)
  }
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted)
  try {
    writeFileSync(broken.file, plantedIn(broken, source))
    return await (isOfBrowser(broken) ? isRedInBrowser(broken) : isRedIn(broken))
  } finally {
    putBack()
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted)
  }
}

/** Red is a test that failed; one that was not found, or could not begin, proves nothing. */
async function isRedIn({ row, test }: BrokenRow): Promise<boolean> {
  const { stdout } = await run(['vitest', 'run', test, '-t', row, '--retry=0', '--reporter=default'])
  return / {2}Tests .*\b[1-9]\d* failed/.test(stdout)
}

async function isRedInBrowser({ row, test }: BrokenRow): Promise<boolean> {
  const built = await run(['vite', 'build', '--config', 'web/vite.config.ts', '--logLevel', 'warn'])
  if (built.failed) throw new Error(`the page cannot be built without ${row}:\n${built.stderr}`)
  const { stdout } = await run(
    ['playwright', 'test', '--config', 'tests/browser/playwright.config.ts', test, '--grep', row, '--retries=0'],
    // Also a test that the long lane alone plays.
    { LONG_TESTS: '1' },
  )
  return /^ +[1-9]\d* failed/m.test(stdout)
}

function run(command: readonly string[], more: NodeJS.ProcessEnv = {}) {
  const options = { maxBuffer: 100_000_000, env: { ...process.env, NO_COLOR: '1', ...more } }
  return new Promise<{ failed: boolean; stdout: string; stderr: string }>((resolve) =>
    execFile('npx', command, options, (failed, stdout, stderr) => resolve({ failed: failed !== null, stdout, stderr })),
  )
}
