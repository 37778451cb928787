import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'

export interface Said {
  readonly name: string
  readonly reason: string
}
export interface Unreported {
  /** Tests that passed only once they were tried again, and why the first try failed. */
  readonly secondTries: readonly Said[]
  /** Failures outside the tests: a hook, a promise that nobody waited for, a process that ended. It fails the run though every test passed. */
  readonly outsideTests: readonly Said[]
}
/** `Unreported` as JSON, of the lane that ran last. */
export const UNREPORTED = 'test-results/unreported.json'

/** Writes down what a JUnit report leaves out. */
export class WhatIsUnreported implements Reporter {
  readonly #path: string
  readonly #secondTries: Said[] = []

  constructor(path = UNREPORTED) {
    this.#path = path
  }
  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return
    this.#secondTries.push({ name: test.fullName, reason: reasonOf(test.result().errors?.[0]) })
  }
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    // A file without a single test is in the report, as one that failed.
    const tested = modules.filter((module) => [...module.children.allTests()].length > 0)
    const ofModules = tested.flatMap((module) => [
      ...module.errors().map((error) => ({ name: module.relativeModuleId, reason: reasonOf(error) })),
      ...[...module.children.allSuites()].flatMap((suite) =>
        suite.errors().map((error) => ({ name: `${module.relativeModuleId} > ${suite.fullName}`, reason: reasonOf(error) })),
      ),
    ])
    const floating = unhandled.map((error) => ({ name: `nobody caught it (${testedMeanwhile(error)})`, reason: reasonOf(error) }))
    const unfinished = modules
      .filter((module) => module.state() === 'queued' || module.state() === 'pending')
      .map((module) => ({ name: module.relativeModuleId, reason: 'it did not come to its end' }))
    const unreported: Unreported = { secondTries: this.#secondTries, outsideTests: [...ofModules, ...unfinished, ...floating] }
    writeFileSync(this.#path, JSON.stringify(unreported))
  }
}

function reasonOf(error: SerializedError | undefined): string {
  if (!error) return ''
  const said = error.stack || error.message
  return error.cause ? `${said}\ncaused by ${reasonOf(error.cause)}` : said
}

function testedMeanwhile({ VITEST_TEST_NAME: test, VITEST_TEST_PATH: path }: SerializedError): string {
  return String(test ?? path ?? 'between tests')
}
