import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase } from 'vitest/node'

export interface SecondTry {
  readonly name: string
  readonly reason: string
}
/** `SecondTry[]` as JSON. */
export const SECOND_TRIES = 'test-results/second-tries.json'

/** Writes down which tests passed only once they were tried again, and why the first try failed: a JUnit report says neither. */
export class SecondTries implements Reporter {
  readonly #seen: SecondTry[] = []

  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return
    this.#seen.push({ name: test.fullName, reason: test.result().errors?.[0]?.stack ?? '' })
  }
  onTestRunEnd(): void {
    writeFileSync(SECOND_TRIES, JSON.stringify(this.#seen))
  }
}
