import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Box, compose, fromMilli, inverse, type Matrix, toMilli, toUserSpace, transform, visiblePage } from '#pdf/geometry'

const media: Box = [10, 20, 410, 520]

test('a page is as large as readers show it: cropped, turned and in physical points', () => {
  expect(visiblePage({ mediaBox: media })).toMatchObject({ width: 400, height: 500 })
  expect(visiblePage({ mediaBox: media, rotate: 90 })).toMatchObject({ width: 500, height: 400 })
  expect(visiblePage({ mediaBox: media, rotate: -90 })).toMatchObject({ width: 500, height: 400, rotate: 270 })
  expect(visiblePage({ mediaBox: media, rotate: 450 })).toMatchObject({ rotate: 90 })
  expect(visiblePage({ mediaBox: [0, 0, 8.5, 11], userUnit: 72 })).toMatchObject({ width: 612, height: 792 })
  expect(visiblePage({ mediaBox: media, cropBox: [110, 120, 210, 320] })).toMatchObject({ width: 100, height: 200 })
})

test('a crop box that is larger than the page, or outside it, does not make it larger', () => {
  expect(visiblePage({ mediaBox: media, cropBox: [0, 0, 1000, 1000] })).toMatchObject({ width: 400, height: 500 })
  expect(visiblePage({ mediaBox: media, cropBox: [900, 900, 1000, 1000] })).toMatchObject({ width: 400, height: 500 })
  expect(visiblePage({ mediaBox: [410, 520, 10, 20] })).toMatchObject({ width: 400, height: 500, box: { x: 10, y: 20 } })
})

test('nonsense in a page dictionary is read as readers read it', () => {
  expect(visiblePage({ mediaBox: [0, 0, 0, 0] })).toMatchObject({ width: 612, height: 792 })
  expect(visiblePage({ mediaBox: media, rotate: 45 })).toMatchObject({ rotate: 0 })
  expect(visiblePage({ mediaBox: media, userUnit: -3 })).toMatchObject({ userUnit: 1 })
})

test('the corners of what is shown are the corners of the crop box, for every rotation', () => {
  for (const rotate of [0, 90, 180, 270] as const) {
    const page = visiblePage({ mediaBox: media, cropBox: [60, 70, 160, 270], rotate, userUnit: 2 })
    const to = toUserSpace(page)
    const corners = [
      [0, 0],
      [page.width, 0],
      [page.width, page.height],
      [0, page.height],
    ].map(([x, y]) => transform(to, { x: x!, y: y! }))
    const clockwise = [
      { x: 60, y: 270 },
      { x: 160, y: 270 },
      { x: 160, y: 70 },
      { x: 60, y: 70 },
    ]
    const turns = rotate / 90
    expect(corners).toEqual(clockwise.map((_, i) => clockwise[(i + 4 - turns) % 4]))
  }
})

test('the way to user space and back ends where it began', () => {
  const number = fc.double({ min: -2000, max: 2000, noNaN: true })
  fc.assert(
    fc.property(
      number,
      number,
      fc.constantFrom(0, 90, 180, 270),
      fc.double({ min: 0.1, max: 100, noNaN: true }),
      (x, y, rotate, userUnit) => {
        const to = toUserSpace(visiblePage({ mediaBox: media, rotate, userUnit }))
        const there = compose(to, inverse(to)!)
        const back = transform(there, { x, y })
        expect(back.x).toBeCloseTo(x, 6)
        expect(back.y).toBeCloseTo(y, 6)
      },
    ),
  )
  expect(inverse([1, 2, 2, 4, 0, 0] as Matrix)).toBeNull()
})

test('what is stored is whole thousandths of a point', () => {
  expect(toMilli(12.3456)).toBe(12_346)
  fc.assert(fc.property(fc.integer({ min: -1e8, max: 1e8 }), (milli) => toMilli(fromMilli(milli)) === milli))
})
