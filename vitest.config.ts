import { defineConfig } from 'vitest/config'
import { ENDS_AT } from './tests/support/out-of-time.ts'
import { WhatIsUnreported } from './tests/support/unreported.ts'

const TOGETHER = ['tests/{api,domain,pdf,projections}/**/*.test.ts']
// Bounds against hanging, not statements about speed: a crowded machine may take its time.
const bounds = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } }
// Whoever waited in vain waits once more, and that is said at the end. What is wrong is wrong: it has no second try.
const retry = { count: 1, condition: /^(still not so after|Test timed out in) / }
const runner = process.env[ENDS_AT] ? { runner: 'tests/support/share-runner.ts' } : {}

export default defineConfig({
  test: {
    globalSetup: ['tests/support/database-server.ts'],
    pool: 'forks',
    maxWorkers: 2,
    reporters: ['default', 'junit', new WhatIsUnreported()],
    outputFile: { junit: 'test-results/vitest.xml' },
    projects: [
      // Those that share no state between files share what they import: a third of their time went into reading the same modules again.
      {
        test: {
          name: 'together',
          include: TOGETHER,
          isolate: false,
          pool: 'forks',
          setupFiles: ['tests/support/answers-lost.ts'],
          ...bounds,
          ...runner,
          retry,
        },
      },
      {
        test: {
          name: 'alone',
          include: ['tests/{conformance,platform,process,web,perf,simulation}/**/*.test.ts'],
          pool: 'forks',
          ...bounds,
          ...runner,
          retry,
        },
      },
    ],
  },
})
