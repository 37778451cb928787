import { inflateSync } from 'node:zlib'
import { degrees, PDFDocument, PDFRawStream, StandardFonts } from 'pdf-lib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { liveFields } from '#domain/pack'
import { createIntake } from '#pdf/intake'
import { type Stamp, stampFile } from '#pdf/stamp'
import { loadMetrics } from '#pdf/text-layout'
import { stampsOf } from '#processes/sealing'
import { having, packInSetup, place } from '#tests/pack'
import { stream, written } from './support/files.ts'
import { picture } from './support/pixels.ts'
import { fieldAt } from './support/sealed.ts'
import { testPool } from './support/threads.ts'

const intake = createIntake(testPool())
const metrics = await loadMetrics()
const helvetica = await (await PDFDocument.create()).embedFont(StandardFonts.Helvetica)
const wide = (text: string, size: number) => helvetica.widthOfTextAtSize(text, size)

/** A cover as the sealing process stamps it: points from the visible page's top left. */
function coverAt(x: number, y: number, width: number, height: number): Stamp {
  const milli = (points: number) => Math.round(points * 1000)
  const box = { page: 1, x: milli(x), y: milli(y), width: milli(width), height: milli(height) }
  const { state } = having(packInSetup(), place('cover', 'block', null, box))
  return { ...stampsOf(liveFields(state), metrics).find(({ covers }) => covers)!, page: 0 }
}

const FONTS = '/Font << /F1 5 0 R >>'
/** A page of 400 by 500 with this content, and what else it needs from object 6 on. */
function page(content: string, resources = '', objects: readonly string[] = [], entries = ''): Uint8Array {
  return written([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 500] /Contents 4 0 R /Resources << ${FONTS} ${resources} >> ${entries} >>`,
    stream(content),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...objects,
  ])
}
const form = (content: string, entries = '') =>
  `<< /Type /XObject /Subtype /Form /BBox [0 0 400 500] ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`

async function textOf(pdf: Uint8Array) {
  const { items } = await (await (await getDocument({ data: pdf.slice(), verbosity: 0 }).promise).getPage(1)).getTextContent()
  return items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : []))
}
const words = async (pdf: Uint8Array) => (await textOf(pdf)).map(({ str }) => str).join(' ')

/** Everything that any stream of a file holds. */
async function held(pdf: Uint8Array): Promise<string> {
  const { context } = await PDFDocument.load(pdf, { updateMetadata: false })
  const streams = context.enumerateIndirectObjects().flatMap(([, object]) => (object instanceof PDFRawStream ? [object.contents] : []))
  const open = (bytes: Uint8Array) => {
    try {
      return inflateSync(bytes)
    } catch {
      return bytes
    }
  }
  return streams.map((bytes) => Buffer.from(open(bytes)).toString('latin1')).join('\n')
}

async function converted(original: Uint8Array): Promise<Uint8Array> {
  const answer = await intake.convert({ bytes: original })
  if (!answer.ok) throw new Error(answer.words)
  return answer.bytes
}
/** Sealed under covers that take the text out, and under the same that only paint it over. */
async function both(original: Uint8Array, ...covers: readonly Stamp[]) {
  const bytes = await converted(original)
  const painted = covers.map(({ covers: _, ...stamp }) => stamp)
  return { covered: (await stampFile(bytes, covers, {})).bytes, painted: (await stampFile(bytes, painted, {})).bytes }
}
/** Nothing that is seen may change by it. */
async function looksTheSame({ covered, painted }: { readonly covered: Uint8Array; readonly painted: Uint8Array }) {
  const [one, other] = [await picture(covered, 0), await picture(painted, 0)]
  expect([one.width, one.height]).toEqual([other.width, other.height])
  let different = 0
  for (let y = 0; y < one.height; y++) {
    for (let x = 0; x < one.width; x++) if (one.at(x, y).some((part, at) => Math.abs(part - other.at(x, y)[at]!) > 8)) different++
  }
  expect(different).toBe(0)
}

/** Over one line of text that begins there, from the page's bottom left; `under` is what it covers. */
function over(before: string, under: string, [x, y]: readonly [number, number], size: number): Stamp {
  const left = x + wide(before, size)
  return coverAt(left - 1, 500 - y - size, wide(under, size) + 2, 1.3 * size)
}

const hidden: Readonly<Record<string, () => readonly [Uint8Array, Stamp]>> = {
  'a string': () => [page(`BT /F1 12 Tf 40 400 Td (Paid: 90210 a year) Tj ET`), over('Paid: ', '90210', [40, 400], 12)],
  'a list with gaps, between other letters': () => [
    page(`BT /F1 12 Tf 40 400 Td [(Paid: ) -500 (90) 0 (210) 250 ( a year)] TJ ET`),
    coverAt(40 + wide('Paid: ', 12) + 5, 500 - 412, wide('90210', 12) + 2, 16),
  ],
  'a line of spread and stretched letters': () => [
    page(`BT /F1 12 Tf 2 Tc 3 Tw 150 Tz 40 400 Td (Paid: 90210 a year) Tj ET`),
    coverAt(39 + 1.5 * (wide('Paid: ', 12) + 6 * 2 + 3), 500 - 412, 1.5 * (wide('90210', 12) + 5 * 2), 16),
  ],
  'the next line, by an apostrophe': () => [
    page(`BT /F1 12 Tf 20 TL 40 420 Td (Above) Tj (Paid: 90210 a year) ' ET`),
    over('Paid: ', '90210', [40, 400], 12),
  ],
  'the next line, with its spacing': () => [
    page(`BT /F1 12 Tf 20 TL 40 420 Td (Above) Tj 0 0 (Paid: 90210 a year) " ET`),
    over('Paid: ', '90210', [40, 400], 12),
  ],
  'text that is printed in no ink over a scan': () => [
    page(`BT 3 Tr /F1 12 Tf 40 400 Td (Paid: 90210 a year) Tj ET`),
    over('Paid: ', '90210', [40, 400], 12),
  ],
  'a page that is turned': () => [
    page(`BT /F1 12 Tf 40 400 Td (Paid: 90210 a year) Tj ET`, '', [], '/Rotate 90'),
    coverAt(396, 39 + wide('Paid: ', 12), 18, wide('90210', 12) + 2),
  ],
  'hexadecimal and escaped letters': () => [
    page(`BT /F1 12 Tf 40 400 Td [<506169643A20> (9\\0602\\061\\\n0) ( a year)] TJ ET`),
    over('Paid: ', '90210', [40, 400], 12),
  ],
  'a form in a form': () => [
    page('q 2 0 0 2 20 100 cm /Outer Do Q', '/XObject << /Outer 6 0 R >>', [
      form('q 1 0 0 1 10 50 cm /Inner Do Q', '/Resources << /XObject << /Inner 7 0 R >> >>'),
      form('BT /F1 6 Tf 0 100 Td (Paid: 90210 a year) Tj ET', `/Resources << ${FONTS} >>`),
    ]),
    over('Paid: ', '90210', [40, 400], 12),
  ],
  'what is marked with what it says': () => [
    page(`/Span << /ActualText (90210) >> BDC BT /F1 12 Tf 40 400 Td (Paid: 90210 a year) Tj ET EMC`),
    over('Paid: ', '90210', [40, 400], 12),
  ],
  'a note that becomes part of the page': () => [
    page(
      '',
      '',
      [
        form('BT /F1 12 Tf 40 400 Td (Paid: 90210 a year) Tj ET', `/Resources << ${FONTS} >>`),
        '<< /Type /Annot /Subtype /FreeText /Rect [0 0 400 500] /F 4 /AP << /N 6 0 R >> >>',
      ],
      '/Annots [7 0 R]',
    ),
    over('Paid: ', '90210', [40, 400], 12),
  ],
}

test.each(Object.entries(hidden))('under a cover, %s is out of the sealed file, and all else is where it was', async (_, given) => {
  const [original, cover] = given()
  const made = await both(original, cover)
  expect((await words(made.painted)).replaceAll(' ', '')).toContain('Paid:90210ayear')
  const left = (await words(made.covered)).replaceAll(' ', '')
  expect(left).toContain('Paid:')
  expect(left).toContain('ayear')
  expect(left).not.toMatch(/[0-9]/)
  expect(await held(made.covered)).not.toMatch(/90210|9\\0602|3930323130/)
  await looksTheSame(made)
})

test('a form that is drawn twice loses its text only where it is covered', async () => {
  const original = page('q 1 0 0 1 40 400 cm /Form Do Q q 1 0 0 1 40 200 cm /Form Do Q', '/XObject << /Form 6 0 R >>', [
    form('BT /F1 12 Tf 0 0 Td (Paid: 90210 a year) Tj ET', `/Resources << ${FONTS} >>`),
  ])
  const made = await both(original, over('Paid: ', '90210', [40, 400], 12))
  expect((await words(made.covered)).match(/90210/g)).toHaveLength(1)
  await looksTheSame(made)
})

test('letters of two bytes go too, as this product and most programs write them', async () => {
  const original = (await stampFile(await converted(page('')), [fieldAt(0, 40, 100, 'text', 'Sağlık 90210', 200, 24)], {})).bytes
  const [{ transform, width } = { transform: [], width: 0 }] = (await textOf(original)).filter(({ str }) => str.includes('90210'))
  expect(transform[4]).toBeCloseTo(42)
  const made = await both(original, coverAt(40, 100, width + 4, 24))
  expect(await words(made.painted)).toContain('90210')
  expect(await words(made.covered)).toBe('')
  await looksTheSame(made)
})

test('letters that are covered by less than half stay', async () => {
  const made = await both(page('BT /F1 12 Tf 40 400 Td (Paid: 90210 a year) Tj ET'), coverAt(40, 500 - 402, 200, 10))
  expect(await words(made.covered)).toBe('Paid: 90210 a year')
})

test('what the structure of the document says of a page with a cover goes with it, of others it stays', async () => {
  const elements = [
    '<< /Type /StructTreeRoot /K [7 0 R 8 0 R] >>',
    '<< /Type /StructElem /S /Span /P 6 0 R /Pg 3 0 R /K 0 /ActualText (90210) >>',
    '<< /Type /StructElem /S /Span /P 6 0 R /ActualText (elsewhere) >>',
  ]
  const original = written([
    '<< /Type /Catalog /Pages 2 0 R /StructTreeRoot 6 0 R /MarkInfo << /Marked true >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 500] /Contents 4 0 R /Resources << ${FONTS} >> /StructParents 0 >>`,
    stream('/Span << /MCID 0 >> BDC BT /F1 12 Tf 40 400 Td (90210) Tj ET EMC'),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...elements,
  ])
  const { covered } = await both(original, over('', '90210', [40, 400], 12))
  const { context } = await PDFDocument.load(covered, { updateMetadata: false })
  const all = context.enumerateIndirectObjects().map(([, object]) => String(object))
  expect(all.join('\n')).not.toContain('90210')
  expect(all.join('\n')).toContain('elsewhere')
})

test('text that is set downwards stays, and so does what follows it until its place is said again', async () => {
  const original = page('BT /V 12 Tf 40 400 Td <00410042> Tj /F1 12 Tf (with it) Tj 1 0 0 1 40 300 Tm (90210) Tj ET', '', [
    '<< /Type /Font /Subtype /Type0 /BaseFont /Some /Encoding /Identity-V /DescendantFonts [7 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Some /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>',
  ])
  const text = Buffer.from(original).toString('latin1').replace('/F1 5 0 R', '/F1 5 0 R /V 6 0 R')
  const { covered } = await both(Buffer.from(text, 'latin1'), coverAt(0, 0, 400, 500))
  expect(await held(covered)).toContain('with it')
  expect(await words(covered)).not.toContain('90210')
})

test('a page of hundreds of forms that draw each other is given up in time, and sealed as it is', async () => {
  const last = form('BT /F1 12 Tf 40 400 Td (90210) Tj ET', `/Resources << ${FONTS} >>`)
  const nested = Array.from({ length: 12 }, (_, at) => form('/X Do '.repeat(10), `/Resources << /XObject << /X ${7 + at} 0 R >> >>`))
  const original = page('/X Do', '/XObject << /X 6 0 R >>', [...nested, last])
  const document = await PDFDocument.load(original)
  document.getPage(0).setRotation(degrees(0))
  const { bytes } = await stampFile(await document.save(), [coverAt(0, 0, 400, 500)], {})
  expect((await PDFDocument.load(bytes)).getPageCount()).toBe(1)
})
