import { expect, test } from 'vitest'
import { movedBy } from '../../../web/list/use-staying.ts'

const rows = ['a', 'b', 'c', 'd', 'e']

test('what is looked at moves by as many rows as came or went above it', () => {
  expect(movedBy(rows, rows, 2)).toBe(0)
  expect(movedBy(rows, ['new', 'newer', ...rows], 2)).toBe(2)
  expect(movedBy(rows, ['b', 'c', 'd', 'e'], 2)).toBe(-1)
  expect(movedBy(rows, [...rows, 'below'], 2)).toBe(0)
})

test('where the first row in view is gone, the next one takes its place', () => {
  expect(movedBy(rows, ['a', 'b', 'd', 'e'], 2)).toBe(0)
  expect(movedBy(rows, ['new', 'a', 'b', 'd', 'e'], 2)).toBe(1)
  expect(movedBy(rows, [], 2)).toBe(0)
})
