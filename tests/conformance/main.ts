// npm run conformance -- event-log | documents | blobs: a port's suite on every adapter that can be reached.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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

process.exit(main(process.argv.slice(2)))

function main(asked: readonly string[]): number {
  const words = asked.length === 0 ? Object.keys(PORTS) : asked
  if (words.some((word) => !Object.hasOwn(PORTS, word))) {
    console.error(`Say which: npm run conformance -- ${Object.keys(PORTS).join(' | ')}`)
    return 1
  }
  const files = readdirSync(HERE).filter((file) => file.endsWith('.test.ts') && words.some((word) => PORTS[word]!(file)))
  const folder = mkdtempSync(join(tmpdir(), 'paraph-conformance-'))
  try {
    const report = join(folder, 'report.json')
    const paths = files.map((file) => join(HERE, file))
    const args = ['run', ...paths, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    // Servers that have yet to be made are given the time.
    const { status } = spawnSync(join('node_modules', '.bin', 'vitest'), args, {
      stdio: 'inherit',
      env: { ...process.env, LONG_TESTS: '1' },
    })
    return summary(JSON.parse(readFileSync(report, 'utf8')) as Report, status ?? 1)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Every case that was left out is said by name: a server that was not there proves nothing. */
function summary({ testResults }: Report, status: number): number {
  const results = testResults.flatMap(({ assertionResults }) => assertionResults)
  const count = (is: (result: Result) => boolean) => results.filter(is).length
  const left = results.filter(({ status }) => !['passed', 'failed'].includes(status))
  for (const { title } of left) console.log(`skipped: ${title}`)
  const passed = count(({ status }) => status === 'passed')
  const failed = Math.max(
    count(({ status }) => status === 'failed'),
    status === 0 ? 0 : 1,
  )
  console.log(`${passed} passed, ${failed} failed, ${left.length} skipped`)
  return failed > 0 || passed === 0 ? 1 : 0
}
