import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createPageImages } from '#pdf/page-image'
import { stream, written } from './support/files.ts'
import { testPool } from './support/threads.ts'

const images = createPageImages(testPool())

/** A page whose font is named but not in the file, as office suites of those countries still write them. */
function unembedded(font: string, ordering: string, cmap: string, text: string): Uint8Array {
  const content = `BT /F 40 Tf 30 400 Td <${text}> Tj ET`
  return written([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 500] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    stream(content),
    `<< /Type /Font /Subtype /Type0 /BaseFont /${font} /Encoding /${cmap} /DescendantFonts [6 0 R] >>`,
    `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /${font} /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 0 >> /FontDescriptor 7 0 R >>`,
    `<< /Type /FontDescriptor /FontName /${font} /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 >>`,
  ])
}

async function inkOf(pdf: Uint8Array): Promise<number> {
  const picture = await images.render({ pdf, page: 0, width: 400, format: 'png' })
  if (!picture.ok) throw new Error(picture.words)
  const { data } = await sharp(picture.bytes).greyscale().raw().toBuffer({ resolveWithObject: true })
  return data.reduce((count, value) => count + (value < 128 ? 1 : 0), 0)
}

test.each([
  ['Japanese', 'HeiseiKakuGo-W5', 'Japan1', 'UniJIS-UCS2-H', '5951 7d04 66f8 306e'],
  ['Korean', 'HYGoThic-Medium', 'Korea1', 'UniKS-UCS2-H', 'acc4 c57d c11c'],
  ['simplified Chinese', 'STSong-Light', 'GB1', 'UniGB-UCS2-H', '5408 540c 53cc'],
  ['traditional Chinese', 'MSung-Light', 'CNS1', 'UniCNS-UCS2-H', '5408 7d04 96d9'],
])('a page in %s whose font is not in the file is pictured with its text', async (_, font, ordering, cmap, text) => {
  const codes = text.replaceAll(' ', '')
  const blank = await inkOf(unembedded(font, ordering, cmap, '00200020'))
  expect(blank).toBe(0)
  // So many characters of 40 points, each with at least a few strokes.
  expect(await inkOf(unembedded(font, ordering, cmap, codes))).toBeGreaterThan((codes.length / 4) * 150)
})
