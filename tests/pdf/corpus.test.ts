import { describe, expect, test } from 'vitest'
import { createIntake } from '#pdf/intake'
import { createSealer } from '#pdf/sealing'
import { CORPUS } from './support/corpus/index.ts'
import { simple } from './support/raw.ts'
import { differences } from './support/same-look.ts'
import { wayOf } from './support/sealable.ts'
import { testPool } from './support/threads.ts'

const pool = testPool()
const intake = createIntake(pool)
const sealer = createSealer(pool)

/** Pictures take longer than all the rest: of every so many files there are some without LONG_TESTS. */
const PICTURED = process.env.LONG_TESTS === '1' ? 1 : 12
/** Where pdfium shows the upload otherwise than it is taken in, and why. */
const SHOWN_OTHERWISE: Readonly<Record<string, string>> = {
  'no trailer either': 'pdfium does not open it',
  'no header': 'pdfium does not open it',
  'a trailer that is cut off in its identifier': 'pdfium does not open it',
  'a catalog found by its type alone': 'pdfium does not open it',
  'a page that is named without a list': 'pdfium shows an empty letter',
  'a page with kids that are none': 'pdfium takes it for a branch of the tree, and shows nothing',
  'a password typed with accents apart': 'pdfium takes no other way of writing a password than its own',
  'a CropBox beside the page': 'pdfium shows an empty page, others the MediaBox',
  'a MediaBox of hardly any width': 'pdfium shows an empty page, others a letter',
  'a CropBox that just touches the page': 'pdfium shows an empty page, others the MediaBox',
  'a field without looks': 'pdfium leaves such fields empty, browsers draw what is filled in',
  'a field of fonts that are not there': 'pdfium leaves such fields empty, browsers draw what is filled in',
  'a field in letters its font lacks': 'pdfium leaves such fields empty, browsers draw what is filled in',
  'fields in a tree of names': 'pdfium leaves such fields empty, browsers draw what is filled in',
  'a tick box whose look is not there': 'pdfium leaves such fields empty, browsers draw what is filled in',
}

let converted = 0
for (const [trait, entries] of Object.entries(CORPUS)) {
  describe(trait, () => {
    for (const entry of entries) {
      const end = entry.outcome === 'converted' ? 'is taken in and sealed as it looked' : `is refused as ${entry.outcome}`
      test(`${entry.name}: ${end}`, async () => {
        const upload = { bytes: await entry.bytes(), ...(entry.password === undefined ? {} : { password: entry.password }) }
        const way = await wayOf(upload, intake, sealer)
        expect({ outcome: way.outcome, words: way.outcome === entry.outcome ? '' : way.words }).toEqual({
          outcome: entry.outcome,
          words: '',
        })
        if (way.pages && entry.pages !== null) expect(way.pages).toEqual(entry.pages ?? [[400, 500]])
        if (!way.sealed || converted++ % PICTURED > 0) return
        expect(await differences(way.sealed, { bytes: way.converted }, way.pages)).toBe('')
        if (entry.name in SHOWN_OTHERWISE) return
        expect(await differences(way.sealed, { bytes: await entry.bytes(), password: entry.password?.normalize() }, way.pages)).toBe('')
      })
    }
  })
}

test('the corpus is as large as it says', () => {
  const entries = Object.values(CORPUS).flat()
  expect(entries.length).toBeGreaterThanOrEqual(190)
  expect(new Set(Object.entries(CORPUS).flatMap(([trait, each]) => each.map(({ name }) => `${trait}: ${name}`))).size).toBe(entries.length)
})

test('a page that was sealed two points off its place, or without a light mark, is noticed', async () => {
  const plain = simple({ content: '0.9 g 30 300 60 40 re f' })
  const way = await wayOf({ bytes: plain }, intake, sealer)
  if (!way.sealed) throw new Error(way.words)
  const against = (content: string) => differences(way.sealed, { bytes: simple({ content }) }, way.pages)
  expect(await against('0.9 g 30 300 60 40 re f')).toBe('')
  expect(await against('0.9 g 32 300 60 40 re f')).toMatch(/^page 1: \d+ pixels$/)
  expect(await against('')).toMatch(/^page 1: 2400 pixels$/)
})
