import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { ENDS_AT } from './tests/support/out-of-time.ts'
import { WhatIsUnreported } from './tests/support/unreported.ts'

// Read once, stripped of its types and compiled, the source is there for every process that follows, of tests and of programs.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/compiled')
// Bounds against hanging, not statements about speed: a crowded machine may take its time.
const bounds = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } }
// A test that waited without success waits once more, and the run says so at the end. A wrong result has no second try.
const retry = { count: 1, condition: /^(still not so after|Test timed out in) / }
const runner = process.env[ENDS_AT] ? { runner: 'tests/support/share-runner.ts' } : {}
const shared = { pool: 'forks' as const, ...bounds, ...runner, retry }
// Imported as Node imports them when they run: Vite takes three times as long.
const native = { experimental: { viteModuleRunner: false } }
// Components, and what is looked at from a page, need Vite.
const ofPages = (path: string) => readFileSync(path, 'utf8').includes('/web/')
const FROM_PAGES = globSync('tests/{api,process}/**/*.test.ts').filter(ofPages)
const WEB = [...globSync('tests/web/**/*.test.ts'), ...FROM_PAGES]
const mocks = (path: string) => readFileSync(path, 'utf8').includes('vi.mock(')

export default defineConfig({
  test: {
    globalSetup: ['tests/support/database-server.ts'],
    pool: 'forks',
    maxWorkers: 2,
    reporters: ['default', 'junit', new WhatIsUnreported()],
    outputFile: { junit: 'test-results/vitest.xml' },
    projects: [
      // Those that share no state between files share what they import.
      {
        test: {
          name: 'together',
          include: ['tests/{api,domain,pdf,projections,conformance,platform,process}/**/*.test.ts'],
          exclude: FROM_PAGES,
          isolate: false,
          setupFiles: ['tests/support/answers-lost.ts'],
          ...native,
          ...shared,
        },
      },
      {
        test: {
          name: 'alone',
          include: ['tests/{perf,simulation}/**/*.test.ts'],
          ...native,
          ...shared,
        },
      },
      // Components need Vite; those that put something else in the place of a module have modules of their own.
      { test: { name: 'web', include: WEB.filter((path) => !mocks(path)), isolate: false, ...shared } },
      { test: { name: 'web, alone', include: WEB.filter(mocks), ...shared } },
    ],
  },
})
