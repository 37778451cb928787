import { PDFDocument } from 'pdf-lib'
import { expect, test } from 'vitest'
import { createIntake } from '#pdf/intake'
import { stampFile } from '#pdf/stamp'
import { onePage, stream, written } from './support/files.ts'
import { boundsOf, isRed, picture } from './support/pixels.ts'
import { testPool } from './support/threads.ts'

const intake = createIntake(testPool())

/** A red box of 80 by 20 points, at a place of the visible page. */
const AREA = { x: 40, y: 60, width: 80, height: 20 }
const red = { kind: 'path', d: 'M 0 0 L 80 0 L 80 20 L 0 20 Z', fill: '#ff0000', width: 0 } as const

async function stamped(pdf: Uint8Array): Promise<Uint8Array> {
  const converted = await intake.convert({ bytes: pdf })
  if (!converted.ok) throw new Error(converted.words)
  return (await stampFile(converted.bytes, [{ page: 0, x: AREA.x, y: AREA.y, paints: [red] }], {})).bytes
}

async function landsRight(pdf: Uint8Array, visible: { width: number; height: number }): Promise<void> {
  const shown = await picture(await stamped(pdf), 0, 1)
  const scale = shown.width / visible.width
  expect(shown.height / visible.height).toBeCloseTo(scale, 1)
  const found = boundsOf(shown, isRed)
  expect(Math.abs(found.left - AREA.x * scale)).toBeLessThanOrEqual(1.5)
  expect(Math.abs(found.top - AREA.y * scale)).toBeLessThanOrEqual(1.5)
  expect(Math.abs(found.right - (AREA.x + AREA.width) * scale)).toBeLessThanOrEqual(1.5)
  expect(Math.abs(found.bottom - (AREA.y + AREA.height) * scale)).toBeLessThanOrEqual(1.5)
}

const boxes = [
  { say: 'a plain page', box: '[0 0 400 500]', crop: '', width: 400, height: 500 },
  { say: 'a MediaBox off the origin', box: '[-100 50 300 550]', crop: '', width: 400, height: 500 },
  { say: 'a CropBox off the origin', box: '[0 0 600 700]', crop: '/CropBox [60 110 460 610]', width: 400, height: 500 },
  { say: 'a CropBox beyond the page', box: '[0 0 400 500]', crop: '/CropBox [-50 -50 999 999]', width: 400, height: 500 },
]

for (const { say, box, crop, width, height } of boxes) {
  for (const rotate of [0, 90, 180, 270]) {
    for (const unit of [1, 2]) {
      test(`[D-133] a stamp lands where it was placed: ${say}, turned by ${rotate}, ${unit} points a unit`, async () => {
        const lying = rotate % 180 === 90
        const file = onePage('0.9 g 0 0 50 50 re f', `/Rotate ${rotate} ${crop} /UserUnit ${unit}`, box)
        await landsRight(file, { width: (lying ? height : width) * unit, height: (lying ? width : height) * unit })
      })
    }
  }
}

test('a page of 8.5 by 11 units of an inch is stamped in points', async () => {
  await landsRight(onePage('', '/UserUnit 72', '[0 0 8.5 11]'), { width: 612, height: 792 })
})

test('boxes and rotation that a page inherits count as its own', async () => {
  const file = written([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 600 700] /CropBox [60 110 460 610] /Rotate 90 >>',
    '<< /Type /Pages /Parent 2 0 R /Kids [4 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 3 0 R /Contents 5 0 R >>',
    stream('0.9 g 0 0 50 50 re f'),
  ])
  await landsRight(file, { width: 500, height: 400 })
})

test.each([
  ['closes what it never opened', 'Q Q 2 0 0 2 30 30 cm 0.9 g 0 0 10 10 re f'],
  ['leaves a changed matrix behind', '0.5 0 0 0.5 200 200 cm 0.9 g 0 0 10 10 re f'],
  ['leaves a clip open', 'q 0 0 5 5 re W n'],
  ['leaves text open', 'BT (Q Q Q) pop 30 30 Td'],
  ['leaves a hidden layer open', '/OC /None BDC q'],
  ['hides operators in strings and comments', '(Q \\) Q) pop % Q\n<51> pop /Q pop q 3 0 0 3 0 0 cm'],
  ['hides operators in an inline image', 'q BI /W 2 /H 2 /BPC 8 /CS /G ID Q Q\nEI Q 2 0 0 2 0 0 cm'],
])('content that %s moves or hides no stamp', async (_, content) => {
  await landsRight(onePage(content), { width: 400, height: 500 })
})

test('pages that share one dictionary are stamped apart', async () => {
  const file = written([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R 3 0 R] /Count 2 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 500] /Contents 4 0 R >>',
    stream('0.9 g 0 0 50 50 re f'),
  ])
  const bytes = await stamped(file)
  expect((await PDFDocument.load(bytes)).getPageCount()).toBe(2)
  expect(boundsOf(await picture(bytes, 0), isRed).right).toBeGreaterThan(0)
  expect(boundsOf(await picture(bytes, 1), isRed).right).toBe(-1)
})
