import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/{domain,conformance,platform,projections,api,process,pdf,web,perf,simulation}/**/*.test.ts'],
    globalSetup: ['tests/support/database-server.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Bounds against hanging, not statements about speed: a crowded machine may take its time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    reporters: ['default', 'junit'],
    outputFile: { junit: 'test-results/vitest.xml' },
  },
})
