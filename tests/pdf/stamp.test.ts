import { degrees, PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFStream, PDFString } from 'pdf-lib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { beforeAll, expect, test } from 'vitest'
import { liveFields } from '#domain/pack'
import { createIntake } from '#pdf/intake'
import { stampFile } from '#pdf/stamp'
import { loadMetrics } from '#pdf/text-layout'
import { stampsOf } from '#processes/sealing'
import { fill, having, packInSetup, place } from '#tests/pack'
import { stream, written } from './support/files.ts'
import { boundsOf, isDark, isRed, type Picture, picture } from './support/pixels.ts'
import { fieldAt, laidOutAt } from './support/sealed.ts'
import { testPool } from './support/threads.ts'

const name = PDFName.of
const looks = (content: string) =>
  `<< /Type /XObject /Subtype /Form /BBox [0 0 50 50] /Length ${content.length} >>\nstream\n${content}\nendstream`

/** A file with everything around its pages that a reader makes use of. */
const RICH = written(
  [
    '<< /Type /Catalog /Pages 2 0 R /Lang (de-CH) /Outlines 5 0 R /StructTreeRoot 8 0 R /MarkInfo << /Marked true >> /ViewerPreferences << /DisplayDocTitle true >> /Metadata 13 0 R >>',
    '<< /Type /Pages /Kids [3 0 R 10 0 R] /Count 2 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 500] /Contents 4 0 R /StructParents 0 /Annots [7 0 R 11 0 R] >>',
    stream('/P << /MCID 0 >> BDC 0 0 1 rg 20 450 20 20 re f EMC'),
    '<< /Type /Outlines /First 6 0 R /Last 6 0 R /Count 1 >>',
    '<< /Title (Second chapter) /Parent 5 0 R /Dest [10 0 R /Fit] >>',
    '<< /Type /Annot /Subtype /Link /Rect [20 400 120 420] /Border [0 0 0] /Dest [10 0 R /Fit] >>',
    '<< /Type /StructTreeRoot /K 9 0 R /ParentTree << /Nums [0 [9 0 R]] >> >>',
    '<< /Type /StructElem /S /P /P 8 0 R /Pg 3 0 R /K 0 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 500] >>',
    '<< /Type /Annot /Subtype /Square /Rect [200 100 250 150] /F 4 /AP << /N 12 0 R >> >>',
    looks('1 0 0 rg 0 0 50 50 re f'),
    '<< /Type /Metadata /Subtype /XML /Length 9 >>\nstream\n<xmpmeta>\nendstream',
    '<< /Title (Mietvertrag) /Author (Hausverwaltung) /Producer (Old Office) /Custom (kept) >>',
  ],
  '/Root 1 0 R /Info 14 0 R',
)

const pack = '0190a3c0-0000-7000-8000-00000000cafe'
let converted: Uint8Array
let sealed: PDFDocument
let bytes: Uint8Array
beforeAll(async () => {
  const answer = await createIntake(testPool()).convert({ bytes: RICH })
  if (!answer.ok) throw new Error(answer.words)
  converted = answer.bytes
  bytes = (await stamped()).bytes
  sealed = await PDFDocument.load(bytes, { updateMetadata: false })
})
const stamped = (value = 'Unterschrieben') =>
  stampFile(converted, [fieldAt(0, 50, 200, 'text', value), fieldAt(1, 50, 200, 'text', '契約')], {}, { pack })

const info = () => sealed.context.lookup(sealed.context.trailerInfo.Info, PDFDict)
const said = (key: string) => {
  const value = info().lookup(name(key))
  return value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : undefined
}

test('a link on a turned page leads where it says, over its field, and the links of the original stay', async () => {
  const file = await PDFDocument.load(converted, { updateMetadata: false })
  file.getPage(0).setRotation(degrees(90))
  const turned = await file.save()
  const { bytes: made } = await stampFile(turned, [fieldAt(0, 50, 100, 'link', 'https://example.org/(terms)', 150, 20)], {})
  const page = (await PDFDocument.load(made)).getPage(0)
  const links = page.node
    .Annots()!
    .asArray()
    .map((one) => page.doc.context.lookup(one, PDFDict))
  expect(links.filter((link) => link.has(name('Dest')))).toHaveLength(1)
  const own = links.filter((link) => link.has(name('A')))
  expect(own).toHaveLength(1)
  const uri = own[0]!.lookup(name('A'), PDFDict).lookup(name('URI'))
  expect(uri instanceof PDFHexString && uri.asString()).toBe(Buffer.from('https://example.org/(terms)').toString('hex'))
  // 400 by 500 turned clockwise: its top left is the page's bottom left, and down is to the right.
  const rect = own[0]!.lookup(name('Rect'), PDFArray).asArray().map(Number)
  expect(rect).toEqual([100, 50, 120, 200])
})

test('what lies below a highlight is seen through it', async () => {
  const { bytes: made } = await stampFile(converted, [fieldAt(0, 10, 20, 'highlight', '', 60, 40)], {})
  const seen = await picture(made, 0)
  // Over the original's blue square, and next to it over white.
  const apart = (x: number, y: number, color: readonly number[]) =>
    Math.max(...seen.at(x, y).map((part, at) => Math.abs(part - color[at]!)))
  expect(apart(30, 40, [70, 57, 189])).toBeLessThanOrEqual(3)
  expect(apart(60, 40, [254, 241, 189])).toBeLessThanOrEqual(3)
})

test('what the original says of itself is said by the sealed file too, which adds the product and the pack', () => {
  expect(['Title', 'Author', 'Custom'].map(said)).toEqual(['Mietvertrag', 'Hausverwaltung', 'kept'])
  expect(said('Producer')).toBe('Old Office; sealed by Paraph')
  expect(said('ParaphPack')).toBe(pack)
})

test('language, bookmarks, tags and display settings for readers survive, and lead to the same pages', () => {
  const { catalog } = sealed
  expect(catalog.lookup(name('Lang'), PDFString).decodeText()).toBe('de-CH')
  expect(catalog.lookup(name('ViewerPreferences'), PDFDict).has(name('DisplayDocTitle'))).toBe(true)
  expect(catalog.lookup(name('Metadata'))).toBeInstanceOf(PDFStream)
  const bookmark = catalog.lookup(name('Outlines'), PDFDict).lookup(name('First'), PDFDict)
  expect(bookmark.lookup(name('Title'), PDFString).decodeText()).toBe('Second chapter')
  expect(bookmark.lookup(name('Dest'), PDFArray).get(0)).toBe(sealed.getPage(1).ref)
  expect(catalog.lookup(name('MarkInfo'), PDFDict).has(name('Marked'))).toBe(true)
  const paragraph = catalog.lookup(name('StructTreeRoot'), PDFDict).lookup(name('K'), PDFDict)
  expect(paragraph.get(name('Pg'))).toBe(sealed.getPage(0).ref)
})

test('links still lead where they led, and annotations look as they looked', async () => {
  const annotations = sealed.getPage(0).node.Annots()
  const links = annotations
    ?.asArray()
    .map((_, i) => annotations.lookup(i, PDFDict))
    .filter((one) => one.lookup(name('Subtype')) === name('Link'))
  expect(links?.map((link) => link.lookup(name('Dest'), PDFArray).get(0))).toEqual([sealed.getPage(1).ref])
  const [before, after] = [boundsOf(await picture(RICH), isRed), boundsOf(await picture(bytes), isRed)]
  expect(after).toEqual(before)
  expect(after.right - after.left).toBe(50)
})

test('the same fields on the same file make the same bytes, and another value changes its own page alone', async () => {
  const again = await stamped()
  expect(Buffer.compare(again.bytes, bytes)).toBe(0)
  const other = await stamped('Etwas anderes')
  expect(other.pages.map((digest, page) => digest === again.pages[page])).toEqual([false, true])
})

test('a comb’s characters are in their cells and several lines begin at the top, in another reader’s eyes too', async () => {
  const stamps = [
    laidOutAt(1, 40, 100, { as: 'comb', cells: 8 }, '1 2', 160, 24),
    laidOutAt(1, 40, 200, { as: 'multi-line' }, 'HHH\nHHH', 160, 80),
  ]
  const { bytes: printed } = await stampFile(converted, stamps, {}, { pack })
  const SCALE = 4
  const page = await picture(printed, 1, SCALE)
  const within = (left: number, top: number, width: number, height: number) => {
    const part: Picture = { width: width * SCALE, height: height * SCALE, at: (x, y) => page.at(x + left * SCALE, y + top * SCALE) }
    const { left: l, top: t, right: r, bottom: b } = boundsOf(part, isDark)
    return [l, t, r, b].map((at) => at / SCALE)
  }
  for (const [cell, isFilled] of [true, false, true, false, false, false, false, false].entries()) {
    const [left, top, right, bottom] = within(40 + cell * 20, 100, 20, 24)
    expect([cell, right! > 0]).toEqual([cell, isFilled])
    if (!isFilled) continue
    expect(Math.abs((left! + right!) / 2 - 10)).toBeLessThan(1)
    expect(Math.abs((top! + bottom!) / 2 - 12)).toBeLessThan(1)
  }
  const [left, top, , bottom] = within(40, 200, 160, 80)
  expect(left).toBeLessThan(4)
  expect(top).toBeLessThan(6)
  expect(bottom).toBeGreaterThan(22)
  expect(bottom).toBeLessThan(28)
})

test('text of a chosen size and alignment is sealed at that size and place, in either direction, and smaller where it has no room', async () => {
  const metrics = await loadMetrics()
  const at = { page: 1, x: 40_000, width: 200_000, height: 40_000 } as const
  const fields = [
    { y: 20_000, value: 'usual' },
    { y: 70_000, value: 'large', textSize: 24 },
    { y: 120_000, value: 'centred', textSize: 18, align: 'centre' },
    { y: 170_000, value: 'right', align: 'right' },
    { y: 220_000, value: 'שלום', align: 'left' },
    { y: 270_000, value: 'no room at all for such large letters', textSize: 72 },
    { y: 320_000, value: '42', textSize: 20, layout: { as: 'comb', cells: 4 } },
  ] as const
  const { state } = fields.reduce(
    (world, { value, ...one }) => having(world, place(value, 'text', 'self', { ...at, ...one }), fill(value, 'self', value)),
    packInSetup(),
  )
  const typed = liveFields(state).filter(({ page }) => page === at.page)
  const { bytes: made } = await stampFile(converted, stampsOf(typed, metrics), {})
  const { items } = await (await (await getDocument({ data: made.slice(), verbosity: 0 }).promise).getPage(2)).getTextContent()
  const set = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : []))
  const found = (text: string) => {
    const { transform, width } = set.find(({ str }) => str === text)!
    return { size: Math.round(transform[0] * 100) / 100, left: transform[4] as number, right: transform[4] + width }
  }
  expect(found('usual')).toMatchObject({ size: 11, left: expect.closeTo(42) })
  expect(found('large')).toMatchObject({ size: 24, left: expect.closeTo(42) })
  const centred = found('centred')
  expect([centred.size, (centred.left + centred.right) / 2]).toEqual([18, expect.closeTo(140, 1)])
  expect(found('right').right).toBeCloseTo(238, 1)
  expect(found('שלום').left).toBeCloseTo(42, 1)
  const shrunk = set.filter(({ transform }) => transform[5] < 500 - 270 && transform[5] > 500 - 310)
  expect(shrunk.map(({ str }) => str).join(' ')).toBe('no room at all for such large letters')
  for (const { transform } of shrunk) expect(transform[0]).toBeLessThan(20)
  expect(found('4').size).toBe(20)
})
