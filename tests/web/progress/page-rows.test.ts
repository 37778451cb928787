import { expect, test } from 'vitest'
import { columnsIn, rowsIn, rowTops } from '../../../web/features/progress/page-rows.ts'

const A4 = { width: 595, height: 842 }
const WIDE = { width: 842, height: 595 }
const TALL = { width: 100, height: 1_000 }

test('as many tiles stand in a row as fit, and one at least', () => {
  expect([0, 88, 191, 192, 712].map(columnsIn)).toEqual([1, 1, 1, 2, 7])
})

test('a row is as high as its highest page, and no page higher than it is shown', () => {
  const tops = rowTops([WIDE, A4, WIDE, WIDE, TALL], 2)
  expect(tops.map(Math.round)).toEqual([0, 167, 271, 489])
})

test('of thousands of pages only the rows around what is looked at are built, from the first to the last', () => {
  const tops = rowTops(Array<typeof A4>(2_000).fill(A4), 7)
  const height = tops.at(-1)!
  expect(rowsIn(tops, -900, 900)).toEqual([0, 6])
  expect(rowsIn(tops, 16_000, 18_000)).toEqual([96, 109])
  expect(rowsIn(tops, height - 900, height + 900)).toEqual([280, 286])
  expect(rowsIn(tops, height + 5_000, height + 7_000)).toEqual([285, 286])
  expect(rowsIn(rowTops([], 7), 0, 900)).toEqual([0, 0])
})
