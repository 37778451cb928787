import { expect, test } from 'vitest'
import { BELOW_THEIR_LEVEL } from '../support/below-their-level.ts'
import { sourceOfTests } from '../support/lanes.ts'
import { belowTheirLevel, type Requirement, requirements } from '../support/requirements.ts'

test('no row is proven below the level that its ledger line asks, but those that are listed, and each of these still is', () => {
  expect(belowTheirLevel(requirements(), sourceOfTests()).map(({ id }) => id)).toEqual([...BELOW_THEIR_LEVEL].sort(byFile))
})

test('a row is below its level where all of its tests are', () => {
  const row = (id: string, proof: string): Requirement => ({ id, area: '', kind: '', requirement: '', proof })
  const tests = new Map([
    ['tests/web/http.test.ts', "test('[D-991 D-992] it is so', () => {"],
    ['tests/browser/list.spec.ts', 'test(`[D-992] it is seen`'],
    ['tests/domain/pack/x.test.ts', "test('[D-993] it is decided'"],
  ])
  const rows = [row('D-991', 'browser'), row('D-992', 'browser'), row('D-993', 'unit'), row('D-994', 'api')]
  expect(belowTheirLevel(rows, tests).map(({ id }) => id)).toEqual(['D-991'])
})

/** As the ledgers stand in their folder: documents, workspaces, shell. */
function byFile(a: string, b: string): number {
  return 'DWS'.indexOf(a[0]!) - 'DWS'.indexOf(b[0]!) || a.localeCompare(b)
}
