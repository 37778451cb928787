import { expect, test } from 'vitest'
import { createIntake } from '#pdf/intake'
import { form } from './support/corpus/forms.ts'
import { boundsOf, isDark, type Picture, picture } from './support/pixels.ts'
import { testPool } from './support/threads.ts'

const intake = createIntake(testPool())
const SCALE = 8

/** What is seen of a filled form, whose readers are asked to draw what is filled in. */
async function drawn(fields: readonly string[], asked = '/NeedAppearances true'): Promise<Picture> {
  const answer = await intake.convert({ bytes: form(fields, asked) })
  if (!answer.ok) throw new Error(answer.words)
  return picture(answer.bytes, 0, SCALE)
}
const widget = (rect: readonly number[], entries: string) =>
  `<< /Type /Annot /Subtype /Widget /T (a) /Rect [${rect.join(' ')}] /F 4 /P 3 0 R ${entries} >>`

/** The ink in a part of the page, in points from the page's top left. */
function inkIn(seen: Picture, [x0, y0, x1, y1]: readonly number[]) {
  const [left, top, right, bottom] = [x0!, 500 - y1!, x1!, 500 - y0!].map((side) => Math.round(side * SCALE)) as [
    number,
    number,
    number,
    number,
  ]
  const part = { width: right - left, height: bottom - top, at: (x: number, y: number) => seen.at(left + x, top + y) }
  const { left: l, top: t, right: r, bottom: b } = boundsOf(part, isDark)
  return { left: l / SCALE, top: t / SCALE, right: r / SCALE, bottom: b / SCALE, width: (r - l) / SCALE, height: (b - t) / SCALE }
}

/** How tall a text is, in sizes, where nothing is cut: from the head of a digit to the foot of a comma. */
const TALL = 0.714 + 0.13

test.each([
  [9, 12, ''],
  [9, 12, '/MK << /BC [0.8 0.8 0.8] >>'],
  [8, 10, ''],
  [12, 15, ''],
  [12, 12, ''],
  [10, 9, ''],
  [24, 40, ''],
  [0, 12, ''],
  [0, 22, ''],
])('a number of size %i in a field %i points high keeps its lower edge, whatever frames it: %s', async (size, height, frame) => {
  const rect = [50, 300, 250, 300 + height]
  const field = (text: string) => widget(rect, `/FT /Tx /V (${text}) /DA (/Helv ${size} Tf 0 g) ${frame}`)
  const [comma, stop] = [inkIn(await drawn([field('1,950.00')]), rect), inkIn(await drawn([field('1.950.00')]), rect)]
  // A comma reaches below the line, by so much that nobody takes it for a stop.
  expect(comma.bottom - stop.bottom).toBeGreaterThan(0.08 * (stop.bottom - stop.top))
  expect((comma.bottom - comma.top) / (stop.bottom - stop.top)).toBeCloseTo(TALL / 0.727, 1)
  expect(comma.top).toBeGreaterThan(0)
  expect(comma.bottom).toBeLessThan(height)
  // As large as it was said to be, where that fits.
  if (size > 0 && size * 1.25 <= height - (frame === '' ? 0 : 2)) expect(stop.bottom - stop.top).toBeCloseTo(0.727 * size, 0)
})

test.each([
  [0, 'left'],
  [1, 'middle'],
  [2, 'right'],
])('a text of quadding %i stands at the %s, also in a comb and over several lines', async (quadding, where) => {
  const rects = [
    [50, 300, 250, 320],
    [50, 240, 250, 260],
    [50, 140, 250, 220],
  ]
  const entries = ['', '/Ff 16777216 /MaxLen 10', '/Ff 4096']
  const seen = await drawn(
    rects.map((rect, at) => widget(rect, `/FT /Tx /V (1950) /DA (/Helv 10 Tf) /Q ${quadding} ${entries[at]}`).replace('(a)', `(a${at})`)),
  )
  for (const rect of rects) {
    const { left, right } = inkIn(seen, rect)
    const [before, after] = [left, 200 - right]
    if (where === 'left') expect(before).toBeLessThan(10)
    if (where === 'right') expect(after).toBeLessThan(10)
    // Of ten cells the four in the middle.
    if (where === 'middle') expect(Math.abs(before - after)).toBeLessThan(3)
  }
})

test.each([
  [8, 60, 12],
  [12, 60, 18],
  [6, 120, 40],
])('each of %i characters stands in a cell of its own, %i points wide and %i high, none of them cut', async (cells, width, height) => {
  const rect = [50, 300, 50 + width, 300 + height]
  const seen = await drawn([widget(rect, `/FT /Tx /Ff 16777216 /MaxLen ${cells} /V (${'gQ'.repeat(cells / 2)}) /DA (/Helv 0 Tf)`)])
  const cell = width / cells
  for (let at = 0; at < cells; at++) {
    const { left, right, top, bottom } = inkIn(seen, [50 + at * cell, 300, 50 + (at + 1) * cell, 300 + height])
    expect(left).toBeGreaterThan(0)
    expect(right).toBeLessThan(cell)
    expect(top).toBeGreaterThan(0)
    expect(bottom).toBeLessThan(height)
  }
})

test('several lines are made smaller until all of them are in their field, and as large as they are said to be where they fit', async () => {
  const rect = [50, 200, 170, 260]
  const lines = (text: string, size: number) => drawn([widget(rect, `/FT /Tx /Ff 4096 /V (${text}) /DA (/Helv ${size} Tf)`)])
  const short = inkIn(await lines('Hxg\\rHxg', 12), rect)
  expect(short.height).toBeCloseTo(12 * (1.25 + 0.714 + 0.24), 0)
  const long = inkIn(await lines('a longer text than finds room here at such a size, '.repeat(6), 12), rect)
  expect(long.top).toBeGreaterThan(0)
  expect(long.bottom).toBeLessThan(60)
  expect(long.right).toBeLessThan(120)
  expect(long.height).toBeGreaterThan(40)
})

test('what a field inherits from what it is part of, and from the form, is drawn like what it says itself', async () => {
  const rect = [50, 300, 250, 320]
  const own = await drawn([widget(rect, '/FT /Tx /V (1,950.00) /DA (/Helv 10 Tf 1 0 0 rg) /Q 2')])
  const parent = '<< /T (a) /FT /Tx /V (1,950.00) /DA (/Helv 10 Tf 1 0 0 rg) /Q 2 /Kids [6 0 R] >>'
  const kid = `<< /Type /Annot /Subtype /Widget /Parent 5 0 R /Rect [${rect.join(' ')}] /F 4 /P 3 0 R >>`
  const handed = await drawn([parent, kid])
  const differing = Array.from({ length: 200 * 20 }, (_, at) => [50 + (at % 200), 180 + Math.floor(at / 200)] as const).filter(
    ([x, y]) => own.at(x * SCALE, y * SCALE).join() !== handed.at(x * SCALE, y * SCALE).join(),
  )
  expect(differing).toEqual([])
  expect(own.at(0, 0)).toEqual([255, 255, 255])
  const red = boundsOf({ ...own, at: (x, y) => own.at(x, y) }, ([r, g, b]) => r > 150 && g < 100 && b < 100)
  expect(red.right / SCALE).toBeGreaterThan(240)
})

test('a dropdown shows what it calls its choice, and a field that is turned stands upright in its turned page', async () => {
  const rect = [50, 300, 250, 320]
  const choice = (value: string) => drawn([widget(rect, `/FT /Ch /Ff 131072 /Opt [[(x) (Memphis)]] /V (${value}) /DA (/Helv 10 Tf)`)])
  expect(inkIn(await choice('x'), rect)).toEqual(inkIn(await choice('Memphis'), rect))
  const tall = [50, 100, 70, 300]
  const turned = inkIn(await drawn([widget(tall, '/FT /Tx /V (1,950.00) /DA (/Helv 10 Tf) /MK << /R 90 >>')]), tall)
  const upright = inkIn(await drawn([widget(rect, '/FT /Tx /V (1,950.00) /DA (/Helv 10 Tf)')]), rect)
  expect([turned.height, turned.width]).toEqual([expect.closeTo(upright.width, 0), expect.closeTo(upright.height, 0)])
  // From the foot of the page upwards.
  expect(turned.bottom).toBeGreaterThan(195)
})

test('letters that Noto Sans lacks are drawn in a face that has them', async () => {
  const rect = [50, 300, 250, 320]
  const written = inkIn(await drawn([widget(rect, '/FT /Tx /V <FEFF062F0646064A0627> /DA (/Helv 12 Tf)')]), rect)
  expect(written.width).toBeGreaterThan(10)
  expect(written.left).toBeGreaterThan(100)
})
