import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/{domain,conformance,platform,projections,api,process,pdf,web,perf,simulation}/**/*.test.ts'],
    globalSetup: ['tests/support/database-server.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: ['default', 'junit'],
    outputFile: { junit: 'test-results/vitest.xml' },
  },
})
