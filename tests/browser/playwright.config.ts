import { defineConfig } from 'playwright/test'
import { launchOptions } from './support/chromium.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results/browser',
  // One test with its server, database and browser keeps two cores two thirds busy; each worker has a server of its own.
  workers: 2,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  // One lost press among some thousands does not hold up everything; a test that needed it is named at the end of the run.
  retries: 1,
  // What is heavy and proves a detail waits for the long lane.
  ...(process.env.LONG_TESTS ? {} : { grepInvert: /@long/ }),
  forbidOnly: Boolean(process.env.CI),
  reporter: [
    ['list'],
    ['junit', { includeRetries: true, outputFile: `../../test-results/${process.env.BROWSER_REPORT ?? 'browser.xml'}` }],
  ],
  use: {
    launchOptions: await launchOptions(),
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    actionTimeout: 90_000,
    // Of the second try only: recording every test takes a sixth of the time of all.
    trace: process.env.BROWSER === 'firefox' ? 'off' : 'on-first-retry',
  },
})
