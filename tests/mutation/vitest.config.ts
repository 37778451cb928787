import { defineConfig } from 'vitest/config'

/** The tests of the domain alone: they need no server. */
export default defineConfig({
  test: {
    include: ['tests/domain/**/*.test.ts'],
    // These read the source itself, which here is not as it was written.
    exclude: ['tests/domain/{aggregates,ports}.test.ts', 'tests/domain/pack/no-type-literals.test.ts'],
    isolate: false,
    testTimeout: 120_000,
    experimental: { viteModuleRunner: false },
  },
})
