import { defineConfig } from 'vitest/config'

const TOGETHER = ['tests/{api,domain,pdf,projections}/**/*.test.ts']
// Bounds against hanging, not statements about speed: a crowded machine may take its time.
const bounds = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } }

export default defineConfig({
  test: {
    globalSetup: ['tests/support/database-server.ts'],
    pool: 'forks',
    maxWorkers: 2,
    reporters: ['default', 'junit'],
    outputFile: { junit: 'test-results/vitest.xml' },
    projects: [
      // Those that share no state between files share what they import: a third of their time went into reading the same modules again.
      { test: { name: 'together', include: TOGETHER, isolate: false, pool: 'forks', ...bounds } },
      {
        test: {
          name: 'alone',
          include: ['tests/{conformance,platform,process,web,perf,simulation}/**/*.test.ts'],
          pool: 'forks',
          ...bounds,
        },
      },
    ],
  },
})
