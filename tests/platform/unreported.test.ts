import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Unreported } from '../support/unreported.ts'

const SUPPORT = resolve('tests/support/unreported.ts')

test('failures of a run outside its tests are written down by name: a hook, a promise that nobody waited for, a process that ended', () => {
  const said = play({
    'hook.test.ts': `import { afterAll, describe, test } from 'vitest'
      afterAll(() => { throw new Error('of the file') })
      describe('a group', () => {
        afterAll(() => { throw new Error('of the group') })
        test('passes', () => {})
      })`,
    'floating.test.ts': `import { test } from 'vitest'
      test('leaves one behind', async () => {
        void Promise.reject(new Error('nobody waited'))
        await new Promise((done) => setTimeout(done, 50))
      })`,
    'ended.test.ts': `import { test } from 'vitest'
      test('ends its process', () => process.kill(process.pid, 'SIGKILL'))`,
    'shaky.test.ts': `import { test } from 'vitest'
      let tries = 0
      test('passes in the end', { retry: 1 }, () => { if (++tries === 1) throw new Error('not yet') })`,
    'well.test.ts': `import { test } from 'vitest'
      test('passes', () => {})`,
  })
  const names = said.outsideTests.map(({ name }) => name).sort()
  expect(names).toEqual([
    'ended.test.ts',
    'hook.test.ts',
    'hook.test.ts > a group',
    'nobody caught it (between tests)',
    'nobody caught it (leaves one behind)',
  ])
  const reasons = said.outsideTests.map(({ reason }) => reason).join('\n')
  for (const reason of ['of the file', 'of the group', 'nobody waited', 'Worker exited unexpectedly']) expect(reasons).toContain(reason)
  expect(said.secondTries).toEqual([{ name: 'passes in the end', reason: expect.stringContaining('not yet') }])
})

function play(files: Readonly<Record<string, string>>): Unreported {
  // Within the project: what is played there imports vitest.
  const folder = mkdtempSync(resolve('node_modules/.unreported-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'unreported.json')
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  writeFileSync(
    join(folder, 'vitest.config.ts'),
    `import { WhatIsUnreported } from ${JSON.stringify(SUPPORT)}
     export default { test: { pool: 'forks', maxWorkers: 1, include: ['*.test.ts'], reporters: ['default', new WhatIsUnreported(${JSON.stringify(path)})] } }`,
  )
  const { status, stdout, stderr } = spawnSync(resolve('node_modules/.bin/vitest'), ['run', '--root', folder], { encoding: 'utf8' })
  expect(status, `${stdout}\n${stderr}`).toBe(1)
  return JSON.parse(readFileSync(path, 'utf8')) as Unreported
}
