import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createIntake } from '#pdf/intake'
import { stampFile } from '#pdf/stamp'
import { pixelsOf } from './support/pixels.ts'
import { asFile, testWith } from './support/programs.ts'
import { farOff, fileOf, MISTAKES, type RandomPage, randomPage, type Seen, seenIn, shownOf, stampsFor } from './support/random-pages.ts'
import { testPool } from './support/threads.ts'

const LONG = process.env.LONG_TESTS === '1'
const SEED = 20_261_121
/** Pixels to a point. Poppler lays pages on whole pixels and fills each that is touched. */
const DENSITY = { pdfium: 2, poppler: 4 }
/** Of each page poppler draws this much, in points: all that the stamp may be on. */
const AROUND = 160
const intake = createIntake(testPool())

/** What intake makes of these pages; their sizes have to be what they are shown as. */
async function taken(pages: readonly RandomPage[]): Promise<Uint8Array> {
  const answer = await intake.convert({ bytes: fileOf(pages) })
  if (!answer.ok) throw new Error(`${answer.reason}: ${answer.words}`)
  const sizes = answer.pages.map(({ width, height }) => [width, height])
  expect(sizes).toEqual(pages.map(shownOf).map(({ width, height }) => [Math.round(width * 1000), Math.round(height * 1000)]))
  return answer.bytes
}

type Reader = (
  pdf: Uint8Array,
  page: number,
  shown: { readonly width: number; readonly height: number; readonly userUnit: number },
) => Promise<Seen>

const byPdfium: Reader = async (pdf, page, shown) => {
  const pixels = await pixelsOf(pdf, page, DENSITY.pdfium * shown.userUnit)
  return seenIn(pixels, { x: shown.width / pixels.width, y: shown.height / pixels.height })
}

const byPoppler: Reader = async (pdf, page, shown) => {
  const at = String(page + 1)
  const side = String(AROUND * DENSITY.poppler)
  // It takes every unit for a point.
  const sized = ['-r', String(72 * DENSITY.poppler * shown.userUnit), '-x', '0', '-y', '0', '-W', side, '-H', side]
  const { stdout } = spawnSync('pdftoppm', ['-q', '-cropbox', '-f', at, '-l', at, ...sized, asFile('random.pdf', pdf)], {
    maxBuffer: 1 << 28,
  })
  return seenIn(portable(stdout), { x: 1 / DENSITY.poppler, y: 1 / DENSITY.poppler })
}

/** A portable pixel map: a head of three numbers, then three bytes a pixel. */
function portable(bytes: Buffer) {
  const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.subarray(0, 40).toString('latin1'))
  if (!head) throw new Error('poppler drew nothing')
  return { data: bytes.subarray(head[0].length), width: Number(head[1]), height: Number(head[2]), channels: 3 }
}

async function allWithinAPoint(pages: readonly RandomPage[], reader: Reader): Promise<void> {
  const { bytes } = await stampFile(await taken(pages), stampsFor(pages), {})
  const off = []
  for (const [at, page] of pages.entries()) {
    const found = farOff(await reader(bytes, at, shownOf(page)))
    if (!(found <= 1)) off.push({ at, found, page })
  }
  expect(off).toEqual([])
}

const pagesOf = (most: number) => fc.array(randomPage, { minLength: 1, maxLength: most, size: 'max' })

test('a stamp at (72, 72) of the visible page is there, upright, whatever boxes, turns and units a page has: in pdfium', async () => {
  const run = fc.asyncProperty(pagesOf(30), (pages) => allWithinAPoint(pages, byPdfium))
  await fc.assert(run, { seed: SEED, numRuns: LONG ? 40 : 5, interruptAfterTimeLimit: 600_000 })
}, 600_000)

testWith('pdftoppm', 'a stamp at (72, 72) of the visible page is there, upright, whatever the page: in poppler', async () => {
  const run = fc.asyncProperty(pagesOf(20), (pages) => allWithinAPoint(pages, byPoppler))
  await fc.assert(run, { seed: SEED + 1, numRuns: LONG ? 20 : 2 })
})

test.each(Object.entries(MISTAKES))('the same measure notices a stamp that is %s', async (_, mistake) => {
  const pages = fc.sample(randomPage, { seed: SEED, numRuns: 12 })
  const clean = await taken(pages)
  const { bytes } = await stampFile(clean, stampsFor(pages, mistake), {})
  const off: number[] = []
  for (const [at, page] of pages.entries()) off.push(farOff(await byPdfium(bytes, at, shownOf(page))))
  expect(Math.max(...off)).toBeGreaterThan(1)
})
