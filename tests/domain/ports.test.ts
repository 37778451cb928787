import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SERVER_CODE = ['shared', 'command-api', 'projections', 'processes']
const DIRECT =
  /\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b|\bMath\.random\b|\brandomUUID\b|\brandomBytes\b|\bgetRandomValues\b|\bset(Timeout|Interval|Immediate)\(|timers\/promises/

/** Where the ports themselves stand, and what is made once before there is a world to ask. */
const ALLOWED = new Map([
  ['shared/platform/ports/system.ts', 'the ports'],
  ['shared/platform/postgres/cluster.ts', 'the password of a new database cluster'],
])

function sources(): string[] {
  return SERVER_CODE.flatMap((folder) =>
    readdirSync(folder, { recursive: true })
      .map((name) => join(folder, String(name)))
      .filter((path) => path.endsWith('.ts')),
  )
}

/** Without comments, which may name what the code must not use. */
const codeOf = (path: string) => readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')

test('time, ids, randomness and timers reach the server code through ports only', () => {
  const paths = sources()
  // A scan of nothing would pass too.
  expect(paths.length).toBeGreaterThan(300)
  const direct = paths.filter((path) => !ALLOWED.has(path) && DIRECT.test(codeOf(path)))
  expect(direct, `${paths.length} files scanned`).toEqual([])
})

test('the scan would notice, and what it lets pass needs it', () => {
  expect(DIRECT.test('const at = Date.now()')).toBe(true)
  expect(DIRECT.test('await setTimeout(5)')).toBe(true)
  for (const path of ALLOWED.keys()) expect(DIRECT.test(codeOf(path)), path).toBe(true)
})
