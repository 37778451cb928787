import { CATALOG, HELVETICA, INK, ONE_PAGE, onePageObjects, packedStream, rawFile, simple, streamOf, updated } from '../raw.ts'
import type { Entry } from './entry.ts'

const PAGE_3 = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 500] /Contents 4 0 R >>'
const converted = (name: string, bytes: Entry['bytes'], more: Partial<Entry> = {}): Entry => ({
  name,
  bytes,
  outcome: 'converted',
  ...more,
})
const content = (name: string, text: string): Entry => converted(`content that ${name}`, () => simple({ content: text }))
const tree = (kids: string, nodes: readonly string[], count = '1') =>
  rawFile([CATALOG, `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`, PAGE_3, streamOf(INK), ...nodes])

/** How files are put together, well and badly. */
export const STRUCTURE: readonly Entry[] = [
  converted('a plain file', () => simple()),
  converted('a page that is named without a list', () =>
    rawFile([CATALOG, '<< /Type /Pages /Kids 3 0 R /Count 1 >>', PAGE_3, streamOf(INK)]),
  ),
  converted('a page with kids that are none', () =>
    rawFile([CATALOG, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', `${PAGE_3.slice(0, -2)} /Kids 7 >>`, streamOf(INK)]),
  ),
  converted('a cross-reference stream', () => simple({}, { xref: 'stream', header: '%PDF-1.5' })),
  converted('objects in object streams', () => simple({}, { xref: 'stream', packed: [1, 2, 3] })),
  converted('a hybrid cross-reference', () => simple({ more: ['<< /A /Hidden >>'] }, { xref: 'hybrid', packed: [5] })),
  converted('an update that turns the page', () => updated(simple(), { 3: `${PAGE_3.slice(0, -2)} /Rotate 90 >>` }), {
    pages: [[500, 400]],
  }),
  converted('five updates', () => {
    let file = simple()
    for (let i = 0; i < 5; i++) file = updated(file, { 3: PAGE_3, [10 + i]: `<< /Update ${i} >>` })
    return file
  }),
  converted('no cross-reference at all', () => simple({}, { xref: 'none', tail: 'trailer\n<< /Root 1 0 R >>\n' })),
  converted('no trailer either', () => simple({}, { xref: 'none' })),
  converted('a cross-reference that is off by seven', () => simple({}, { wrongBy: 7 })),
  converted('a startxref that points nowhere', () => simple({}, { startxref: 99_999_999 })),
  converted('objects that do not end', () => simple({}, { endobj: '' })),
  converted('a stream that claims to be shorter', () => simple({ content: streamOf(INK, '', 5) })),
  converted('a stream that claims to be longer', () => simple({ content: streamOf(INK, '', 5_000) })),
  converted('a stream whose length is an object further on', () =>
    simple({ content: streamOf(INK, '', '5 0 R'), more: [String(INK.length)] }),
  ),
  converted('a stream whose length is nobody’s', () => simple({ content: streamOf(INK, '', '77 0 R') })),
  converted('lines that end with carriage returns', () => simple({}, { eol: '\r' })),
  converted('lines that end with both', () => simple({}, { eol: '\r\n' })),
  converted('bytes before the header', () => Buffer.concat([Buffer.from('\0\r\nContent-Type: application/pdf\r\n\r\n'), simple()])),
  converted('bytes after the end', () => Buffer.concat([simple(), Buffer.from('</html>\n'.repeat(300))])),
  converted('a header of PDF 2.0', () => simple({}, { header: '%PDF-2.0' })),
  converted('a header of a version that never was', () => simple({}, { header: '%PDF-9.7' })),
  converted('a header without a version', () => simple({}, { header: '%PDF-' })),
  converted('a stray endobj here and there', () => simple({}, { endobj: 'endobj\nendobj' })),
  converted('comments everywhere', () => simple({ page: '% /Rotate 90\n/A % (\n1 % <<\n' })),
  converted('names written with hashes', () => simple({ page: '/Rot#61te 90' }), { pages: [[500, 400]] }),
  converted('a number too large for anything', () => simple({ page: '/A 99999999999999999999999999999 /B -0.00000000000000001' })),
  converted('numbers that are none', () => simple({ page: '/A 1.2.3 /B --5 /C 1e9 /D +-3' })),
  converted('strings full of escapes', () => simple({ page: '/A (\\(\\)\\\\\\777 ( nested ) \\\n) /B <4> /C <>' })),
  ...['<pdfaid:part>1</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>', 'pdfaid:part="1" pdfaid:conformance="B"'].map((says) =>
    converted(`a file for archives that says ${says.slice(0, 13)}`, () =>
      simple({ catalog: '/Metadata 5 0 R', more: [streamOf(`<x:xmpmeta ${says}/>`, '/Type /Metadata /Subtype /XML')] }),
    ),
  ),
  converted('no header', () => simple({}, { header: '%' })),
  converted('a trailer that is cut off in its identifier', () =>
    simple({}, { xref: 'none', tail: 'trailer\n<< /Root 1 0 R /Size 5 /ID [<904e5a162f03815b' }),
  ),
  converted('no resources', () => rawFile([CATALOG, ONE_PAGE, PAGE_3, streamOf('0 g 10 10 50 50 re f')])),
  converted(
    'resources that are shared',
    () => rawFile([CATALOG, `<< /Type /Pages /Kids [3 0 R 5 0 R] /Count 2 /Resources ${HELVETICA} >>`, PAGE_3, streamOf(INK), PAGE_3]),
    {
      pages: [
        [400, 500],
        [400, 500],
      ],
    },
  ),
  converted('a page without content', () => rawFile([CATALOG, ONE_PAGE, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 500] >>'])),
  converted('content that is null', () => rawFile([CATALOG, ONE_PAGE, PAGE_3.replace('4 0 R', 'null')])),
  converted('content in three streams', () =>
    rawFile([
      CATALOG,
      ONE_PAGE,
      PAGE_3.replace('4 0 R', '[4 0 R 5 0 R 6 0 R]'),
      streamOf('q'),
      packedStream('1 0 0 1 5 5 cm'),
      streamOf('Q'),
    ]),
  ),
  converted('content in a list that is an object', () =>
    rawFile([CATALOG, ONE_PAGE, PAGE_3.replace('4 0 R', '5 0 R'), streamOf(INK), '[4 0 R]']),
  ),
  content('closes what it never opened', 'Q Q 2 0 0 2 30 30 cm 0.9 g 0 0 10 10 re f'),
  content('leaves states open', 'q q q 0.5 0 0 0.5 200 200 cm'),
  content('leaves a clip', 'q 0 0 5 5 re W n'),
  content('leaves text open', 'BT (Q Q Q) pop 30 30 Td'),
  content('leaves a marked part open', '/OC /None BDC q'),
  content('holds an inline image', 'q BI /W 2 /H 2 /BPC 8 /CS /G ID Q Q\nEI Q'),
  content('is nonsense', '\x00\xff\x9c )) >> ]] } Q q BT EI endstream obj <<<< ((('),
  converted('a tree that counts wrong', () => tree('3 0 R', [], '17')),
  converted('a tree that claims 200 million pages', () => tree('3 0 R', [], '200000000')),
  converted('a tree without types', () =>
    rawFile([CATALOG, '<< /Kids [3 0 R] /Count 1 >>', PAGE_3.replace('/Type /Page', ''), streamOf(INK)]),
  ),
  converted('a page named twice', () => tree('3 0 R 3 0 R', [], '2'), {
    pages: [
      [400, 500],
      [400, 500],
    ],
  }),
  converted('a tree of thirty levels', () =>
    tree(
      '5 0 R',
      Array.from({ length: 30 }, (_, i) => `<< /Type /Pages /Kids [${i < 29 ? i + 6 : 3} 0 R] /Count 1 >>`),
    ),
  ),
  converted('a catalog found by its type alone', () => simple({}, { xref: 'none', tail: 'trailer\n<< /Root 99 0 R >>\n' })),
  { name: 'a tree that goes in circles', bytes: () => tree('3 0 R 2 0 R', [], '2'), outcome: 'damaged' },
  {
    name: 'a page that is its own parent’s child’s child',
    bytes: () => tree('5 0 R', ['<< /Type /Pages /Kids [6 0 R] >>', '<< /Type /Pages /Kids [5 0 R] >>']),
    outcome: 'damaged',
  },
  { name: 'a tree without leaves', bytes: () => tree('', [], '0'), outcome: 'empty' },
  {
    name: 'a tree of two thousand levels',
    bytes: () =>
      tree(
        '5 0 R',
        Array.from({ length: 2000 }, (_, i) => `<< /Kids [${i < 1999 ? i + 6 : 3} 0 R] >>`),
      ),
    outcome: 'damaged',
  },
  { name: 'a page that is not there', bytes: () => tree('99 0 R', []), outcome: 'damaged' },
  { name: 'a page among those that are not there', bytes: () => tree('3 0 R null 99 0 R', [], '3'), outcome: 'damaged' },
  converted('an Info and an ID that are nonsense', () => simple({}, { trailer: '/Info (no) /ID 5' })),
  converted('a Length in the trailer and a lost root', () => rawFile(onePageObjects(), { trailer: '/Prev 12345678 /XRefStm 5' })),
]
