import { expect, test } from 'vitest'
import { drawnFrom } from '../../web/features/signature/strokes.ts'

const stroke = [
  { x: 10.123, y: 20.456 },
  { x: 77.7777, y: 51.2 },
  { x: 210.9, y: 33.3333 },
]

test('[S-385] where a stroke goes is kept in whole thousandths of the width of the ink, on whatever pad it was drawn', () => {
  const drawn = drawnFrom([stroke])!
  expect(drawn).toEqual({ method: 'drawn', height: 153, strokes: [[0, 0, 337, 153, 1000, 64]] })
  const larger = stroke.map(({ x, y }) => ({ x: 3 * x + 40, y: 3 * y + 7 }))
  expect(drawnFrom([larger])).toEqual(drawn)
})
