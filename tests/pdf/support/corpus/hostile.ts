import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import { CATALOG, ONE_PAGE, objectStream, rawFile, simple, streamOf } from '../raw.ts'
import type { Entry } from './entry.ts'

const MB = 1024 * 1024
const PAGE_3 = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 500] /Contents 4 0 R >>'
/** Very much of nothing, packed into very little: the same packed megabyte again and again. */
function packed(megabytes: number): Buffer {
  const one = deflateRawSync(Buffer.alloc(MB, ' '), { finishFlush: constants.Z_FULL_FLUSH })
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array.from({ length: megabytes }, () => one), Buffer.from([3, 0])])
}

/** Files meant to break their readers. */
export const HOSTILE: readonly Entry[] = [
  { name: 'five bytes', bytes: () => Buffer.from('hello'), outcome: 'not-a-pdf' },
  { name: 'five bytes that begin like a PDF', bytes: () => Buffer.from('%PDF-'), outcome: 'damaged' },
  { name: 'nothing', bytes: () => new Uint8Array(), outcome: 'empty' },
  { name: 'a header and no more', bytes: () => Buffer.from('%PDF-1.7\n%%EOF'), outcome: 'damaged' },
  {
    name: 'a picture called a PDF',
    bytes: () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(2000)]),
    outcome: 'not-a-pdf',
  },
  { name: 'zeros after a header', bytes: () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(100_000)]), outcome: 'damaged' },
  { name: 'noise after a header', bytes: () => Buffer.concat([Buffer.from('%PDF-1.7\n'), noise(100_000)]), outcome: 'damaged' },
  { name: 'a file cut in its content', bytes: () => cut(0.5), outcome: 'damaged' },
  { name: 'a file cut after a few bytes', bytes: () => cut(0.02), outcome: 'damaged' },
  {
    name: 'content that unpacks to a gigabyte',
    bytes: () => simple({ content: streamOf(packed(1024), '/Filter /FlateDecode') }),
    outcome: 'took-too-much-memory',
    heavy: true,
  },
  {
    name: 'content that unpacks to a gigabyte in two steps',
    bytes: () => simple({ content: streamOf(deflateSync(packed(1024)), '/Filter [/FlateDecode /FlateDecode]') }),
    outcome: 'took-too-much-memory',
    heavy: true,
  },
  {
    name: 'an object stream that unpacks to half a gigabyte',
    bytes: () =>
      rawFile([CATALOG, ONE_PAGE, PAGE_3, streamOf(''), streamOf(packed(512), '/Type /ObjStm /N 1 /First 10 /Filter /FlateDecode')]),
    outcome: 'took-too-much-memory',
    heavy: true,
  },
  {
    name: 'an image of four thousand million points',
    bytes: () =>
      simple({
        page: '/Resources << /XObject << /Im 5 0 R >> >>',
        content: '/Im Do',
        more: [
          streamOf(
            packed(64),
            '/Subtype /Image /Width 65535 /Height 65535 /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /FlateDecode',
          ),
        ],
      }),
    outcome: 'converted',
    heavy: true,
  },
  {
    name: 'lists within lists, a hundred thousand deep',
    bytes: () => simple({ page: `/A ${'['.repeat(100_000)}${']'.repeat(100_000)}` }),
    outcome: 'converted',
  },
  {
    name: 'dictionaries within dictionaries, as deep',
    bytes: () => simple({ page: `/A ${'<< /A '.repeat(50_000)}1${' >>'.repeat(50_000)}` }),
    outcome: 'converted',
  },
  {
    name: 'an object stream that counts to two billion',
    bytes: () => rawFile([CATALOG, ONE_PAGE, PAGE_3, streamOf(''), streamOf('6 0 1', '/Type /ObjStm /N 2000000000 /First 4')]),
    outcome: 'converted',
  },
  {
    name: 'an object stream in an object stream',
    bytes: () => rawFile([CATALOG, ONE_PAGE, PAGE_3, streamOf(''), objectStream([[6, '<< /A 1 >>']])], { xref: 'stream' }),
    outcome: 'converted',
  },
  {
    name: 'an object number beyond all bounds',
    bytes: () => Buffer.concat([simple(), Buffer.from('99999999999 0 obj\n<< >>\nendobj\n')]),
    outcome: 'converted',
  },
  {
    name: 'an object that is a reference to itself',
    bytes: () => simple({ page: '/Rotate 5 0 R', more: ['5 0 R'] }),
    outcome: 'converted',
  },
  { name: 'content that is a reference to itself', bytes: () => rawFile([CATALOG, ONE_PAGE, PAGE_3, '4 0 R']), outcome: 'damaged' },
  {
    name: 'a length that is its own stream',
    bytes: () => rawFile([CATALOG, ONE_PAGE, PAGE_3, streamOf('q Q', '', '4 0 R')]),
    outcome: 'converted',
  },
  {
    name: 'a page of a hundred thousand contents',
    bytes: () => rawFile([CATALOG, ONE_PAGE, PAGE_3.replace('4 0 R', `[${'4 0 R '.repeat(100_000)}]`), streamOf('q Q')]),
    outcome: 'converted',
  },
  {
    name: 'a content of two hundred kilobytes, shared by a thousand pages',
    bytes: () =>
      rawFile([
        CATALOG,
        `<< /Type /Pages /Kids [${Array.from({ length: 1000 }, (_, i) => `${i + 4} 0 R`).join(' ')}] /Count 1000 >>`,
        streamOf(deflateSync('0 0 m 1 1 l S\n'.repeat(15_000)), '/Filter /FlateDecode'),
        ...Array.from({ length: 1000 }, () => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 500] /Contents 3 0 R >>'),
      ]),
    outcome: 'converted',
    pages: null,
    heavy: true,
  },
  {
    name: 'three thousand pages',
    bytes: () => rawFile([CATALOG, `<< /Type /Pages /Kids [${'3 0 R '.repeat(3000)}] /Count 3000 >>`, PAGE_3, streamOf('')]),
    outcome: 'too-many-pages',
  },
  {
    name: 'a tree whose branches are one another, ten to the tenth pages',
    bytes: () => {
      const levels = Array.from({ length: 10 }, (_, i) => `<< /Type /Pages /Kids [${`${i < 9 ? i + 6 : 3} 0 R `.repeat(10)}] >>`)
      return rawFile([CATALOG, '<< /Type /Pages /Kids [5 0 R] >>', PAGE_3, streamOf(''), ...levels])
    },
    outcome: 'too-many-pages',
  },
  {
    name: 'a tree whose empty branches are one another',
    bytes: () => {
      const levels = Array.from({ length: 30 }, (_, i) => `<< /Type /Pages /Kids [${i < 29 ? `${i + 6} 0 R `.repeat(10) : ''}] >>`)
      return rawFile([CATALOG, '<< /Type /Pages /Kids [3 0 R 5 0 R] >>', PAGE_3, streamOf(''), ...levels])
    },
    outcome: 'damaged',
  },
]

function cut(share: number): Uint8Array {
  const whole = simple({ content: streamOf('0 g 10 10 50 50 re f\n'.repeat(400)) })
  return whole.subarray(0, Math.floor(whole.length * share))
}

/** The same noise each time. */
function noise(length: number): Buffer {
  let state = 12_345
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    return (state >> 16) & 0xff
  }
  return Buffer.from(Array.from({ length }, next))
}
