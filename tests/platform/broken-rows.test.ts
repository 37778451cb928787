import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BROKEN_ROWS } from '../broken-rows/edits.ts'
import { plantedIn } from '../simulation/planted/planted.ts'

test('every written-down way to break a row still fits the source, once, under a test that claims the row', () => {
  expect(BROKEN_ROWS.length).toBeGreaterThanOrEqual(60)
  expect(new Set(BROKEN_ROWS.map(({ row }) => row)).size).toBe(BROKEN_ROWS.length)
  for (const broken of BROKEN_ROWS) {
    const source = readFileSync(broken.file, 'utf8')
    expect(plantedIn(broken, source), broken.row).not.toBe(source)
    expect(readFileSync(broken.test, 'utf8'), broken.row).toMatch(new RegExp(`\\[[^\\]\n]*\\b${broken.row}\\b`))
  }
})
