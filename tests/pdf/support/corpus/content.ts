import { deflateSync } from 'node:zlib'
import { PDFDocument } from 'pdf-lib'
import sharp from 'sharp'
import { fontBytes } from '#pdf/font-files'
import { makeSelfSignedCertificate, signFile } from '#pdf/signature'
import { INK, packedStream, rawFile, simple, streamOf } from '../raw.ts'
import type { Entry } from './entry.ts'

const converted = (name: string, bytes: Entry['bytes'], more: Partial<Entry> = {}): Entry => ({
  name,
  bytes,
  outcome: 'converted',
  ...more,
})

/** A page that shows object 5, an image with these entries and data. */
export function image(entries: string, data: Buffer | string): Buffer {
  return simple({
    page: '/Resources << /XObject << /Im 5 0 R >> >>',
    content: 'q 200 0 0 200 50 50 cm /Im Do Q',
    more: [streamOf(data, `/Type /XObject /Subtype /Image ${entries}`)],
  })
}
const annotated = (annotation: string, more: (string | Buffer)[] = []) =>
  simple({ page: `/Annots [<< /Type /Annot /Rect [50 50 150 90] ${annotation} >>]`, more })
const LOOK = streamOf('1 0 0 rg 0 0 100 40 re f', '/Type /XObject /Subtype /Form /BBox [0 0 100 40]')

export async function signed(): Promise<Uint8Array> {
  const credential = makeSelfSignedCertificate({ commonName: 'Another signer', from: 0, until: 4e12, serial: new Uint8Array(16).fill(7) })
  return signFile(simple(), { credential, at: 1e12 })
}

/** What stands on pages, and hangs on files. */
export const CONTENT: readonly Entry[] = [
  converted('a JPEG image', async () =>
    image(
      '/Width 8 /Height 8 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /DCTDecode',
      await sharp({ create: { width: 8, height: 8, channels: 3, background: '#c33' } })
        .jpeg()
        .toBuffer(),
    ),
  ),
  converted('a JPEG 2000 image', () =>
    image('/Width 8 /Height 8 /Filter /JPXDecode', Buffer.from('0000000c6a5020200d0a870a00000014667479706a703220000000006a703220', 'hex')),
  ),
  converted('a JBIG2 image', () =>
    image(
      '/Width 8 /Height 8 /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /JBIG2Decode',
      Buffer.from('000000003000010000001300000008000000080000000000000000000000', 'hex'),
    ),
  ),
  converted('a fax', () =>
    image(
      '/Width 8 /Height 8 /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 8 >>',
      Buffer.from('001001', 'hex'),
    ),
  ),
  converted('an image with a mask', () =>
    simple({
      page: '/Resources << /XObject << /Im 5 0 R >> >>',
      content: '/Im Do',
      more: [
        streamOf('\xff'.repeat(12), '/Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace /DeviceRGB /SMask 6 0 R'),
        streamOf('\x80'.repeat(4), '/Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace /DeviceGray'),
      ],
    }),
  ),
  converted('an image of a filter that nobody knows', () => image('/Width 8 /Height 8 /Filter /AcmeDecode', 'xyz')),
  converted('content written in hexadecimal', () =>
    simple({ content: streamOf(`${Buffer.from(INK).toString('hex')}>`, '/Filter [/AHx]') }),
  ),
  converted('content packed twice', () =>
    simple({ content: streamOf(deflateSync(deflateSync(INK)), '/Filter [/FlateDecode /FlateDecode]') }),
  ),
  converted('content packed with a predictor', () =>
    simple({ content: packedStream(predicted('Q q 0 g 10 10 50 50 re f '), '/DecodeParms << /Predictor 12 /Columns 25 >>') }),
  ),
  converted('content by LZW that is nonsense', () => simple({ content: streamOf('\x80\x0b\x60\x50', '/Filter /LZWDecode') })),
  converted('content of a filter that nobody knows', () => simple({ content: streamOf(INK, '/Filter /AcmeDecode') })),
  converted('content that stands in another file', () => simple({ content: streamOf('', '/F (other.dat)') })),
  converted('a font drawn by content (Type 3)', () =>
    simple({
      page: '/Resources << /Font << /F1 5 0 R >> >>',
      content: 'BT /F1 20 Tf 30 400 Td (a) Tj ET',
      more: [
        '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 97 /Widths [1] /Encoding << /Differences [97 /sq] >> /CharProcs << /sq 6 0 R >> >>',
        streamOf('1 0 0 0 1 1 d1 0 0 1 1 re f'),
      ],
    }),
  ),
  converted('Japanese without its font', () =>
    simple({
      page: '/Resources << /Font << /F1 5 0 R >> >>',
      content: 'BT /F1 20 Tf 30 400 Td <82A0> Tj ET',
      more: [
        '<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiMin-W3 /Encoding /90ms-RKSJ-H /DescendantFonts [6 0 R] >>',
        '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiMin-W3 /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> >>',
      ],
    }),
  ),
  converted('a font that came along', async () => {
    const document = await PDFDocument.create({ updateMetadata: false })
    document.registerFontkit((await import('@cantoo/fontkit')).default)
    const font = await document.embedFont(fontBytes('sans'), { subset: true, customName: 'AAAAAA+Own' })
    document.addPage([400, 500]).drawText('Ångström', { x: 30, y: 400, font })
    return document.save()
  }),
  converted('a shading and a pattern', () =>
    simple({
      page: '/Resources << /Shading << /S 5 0 R >> /Pattern << /P 6 0 R >> >>',
      content: '/Pattern cs /P scn 0 0 90 90 re f /S sh',
      more: [
        '<< /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 9 9] /Function << /FunctionType 2 /Domain [0 1] /N 1 >> >>',
        streamOf('0 0 1 1 re f', '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 2 2] /XStep 2 /YStep 2 /Resources << >>'),
      ],
    }),
  ),
  converted('a drawing that draws itself', () =>
    simple({
      page: '/Resources << /XObject << /X 5 0 R >> >>',
      content: '/X Do',
      more: [streamOf('/X Do', '/Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 5 0 R >> >>')],
    }),
  ),
  converted('a layer that is switched off', () =>
    simple({
      catalog: '/OCProperties << /OCGs [5 0 R] /D << /OFF [5 0 R] /Order [5 0 R] >> >>',
      page: '/Resources << /Properties << /L 5 0 R >> >>',
      content: '/OC /L BDC 0 g 0 0 99 99 re f EMC',
      more: ['<< /Type /OCG /Name (Hidden) >>'],
    }),
  ),
  converted('a page in transparency', () => simple({ page: '/Group << /S /Transparency /CS /DeviceRGB /I true /K true >>' })),
  converted('tags, bookmarks, labels and a language', () =>
    simple({
      catalog:
        '/Lang (fr) /MarkInfo << /Marked true >> /StructTreeRoot 5 0 R /Outlines 6 0 R /PageLabels << /Nums [0 << /S /r >>] >> /Metadata 8 0 R /ViewerPreferences << /DisplayDocTitle true >>',
      page: '/StructParents 0',
      content: '/P << /MCID 0 >> BDC BT ET EMC',
      more: [
        '<< /Type /StructTreeRoot /K [<< /Type /StructElem /S /P /P 5 0 R /Pg 3 0 R /K 0 >>] /ParentTree << /Nums [0 [null]] >> >>',
        '<< /Type /Outlines /First 7 0 R /Last 7 0 R /Count 1 >>',
        '<< /Title (One) /Parent 6 0 R /Dest [3 0 R /Fit] >>',
        streamOf('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>', '/Type /Metadata /Subtype /XML'),
      ],
    }),
  ),
  converted('bookmarks that go in circles', () =>
    simple({
      catalog: '/Outlines 5 0 R',
      more: ['<< /First 6 0 R /Last 6 0 R >>', '<< /Title (One) /Parent 5 0 R /Next 6 0 R /First 6 0 R >>'],
    }),
  ),
  converted('a link to a page and one abroad', () =>
    simple({
      page: '/Annots [<< /Subtype /Link /Rect [0 0 9 9] /Dest [3 0 R /Fit] >> << /Subtype /Link /Rect [9 9 19 19] /A << /S /URI /URI (https://example.org) >> >>]',
    }),
  ),
  converted('a note with its looks', () => annotated('/Subtype /Stamp /F 4 /AP << /N 5 0 R >>', [LOOK])),
  converted('a note without looks', () => annotated('/Subtype /Highlight /QuadPoints [50 90 150 90 50 50 150 50] /C [1 1 0]')),
  converted('a note that hides', () => annotated('/Subtype /FreeText /F 2 /DA (/Helv 9 Tf) /Contents (x)')),
  converted('a note that is not there', () => simple({ page: '/Annots [99 0 R null 7 (x)]' })),
  converted('a film and a sound', () => annotated('/Subtype /Screen /A << /S /Rendition /JS (x) /OP 0 >> /AA << /PO << /S /Movie >> >>')),
  converted('a file that hangs on a note', () =>
    annotated('/Subtype /FileAttachment /FS << /Type /Filespec /F (a.exe) /EF << /F 5 0 R >> >>', [streamOf('MZ', '/Type /EmbeddedFile')]),
  ),
  converted('a portfolio', () =>
    simple({
      catalog:
        '/Collection << /View /D >> /Names << /EmbeddedFiles << /Names [(a) << /Type /Filespec /F (a.pdf) /EF << /F 5 0 R >> >>] >> >>',
      more: [streamOf('%PDF-1.4', '/Type /EmbeddedFile')],
    }),
  ),
  converted('scripts at every door', () =>
    simple({
      catalog:
        '/OpenAction << /S /JavaScript /JS (x) >> /AA << /WC << /S /JavaScript /JS (x) >> >> /Names << /JavaScript << /Names [(a) << /S /JavaScript /JS (x) >>] >> >>',
      page: '/AA << /O << /S /Launch /F (x) >> >>',
    }),
  ),
  converted('a signature of somebody else', signed),
  converted('a certified file', () =>
    simple({
      catalog: '/Perms << /DocMDP 5 0 R >> /AcroForm << /SigFlags 3 /Fields [6 0 R] >>',
      page: '/Annots [6 0 R]',
      more: [
        `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /ByteRange [0 10 20 10] /Contents <${'00'.repeat(64)}> /Reference [<< /TransformMethod /DocMDP >>] >>`,
        '<< /Type /Annot /Subtype /Widget /FT /Sig /T (s) /V 5 0 R /Rect [0 0 0 0] /F 132 /P 3 0 R >>',
      ],
    }),
  ),
  converted('a thumbnail, notes of a tool, and threads', () =>
    simple({
      catalog: '/Threads [<< /F << /P 3 0 R >> >>] /PieceInfo << /Acme << /Private 5 0 R >> >>',
      page: '/Thumb 5 0 R /B [1 2]',
      more: [streamOf('\0', '/Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray')],
    }),
  ),
  converted('output intents and extensions', () =>
    simple({
      catalog:
        '/OutputIntents [<< /S /GTS_PDFA1 /OutputConditionIdentifier (x) /DestOutputProfile 5 0 R >>] /Extensions << /ADBE << /BaseVersion /1.7 /ExtensionLevel 8 >> >> /Version /2.0',
      more: [streamOf('x', '/N 3')],
    }),
  ),
  converted(
    'forty pages',
    () =>
      rawFile([
        '<< /Type /Catalog /Pages 2 0 R >>',
        `<< /Type /Pages /Kids [${Array.from({ length: 40 }, (_, i) => `${i + 3} 0 R`).join(' ')}] /Count 40 >>`,
        ...Array.from({ length: 40 }, () => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 500] >>'),
      ]),
    { pages: Array.from({ length: 40 }, () => [400, 500] as const) },
  ),
]

/** Rows of 25 bytes, each the difference from the one above. */
function predicted(text: string): Buffer {
  const rows = [text.padEnd(25).slice(0, 25), 'Q '.padEnd(25)].map((row) => Buffer.from(row, 'latin1'))
  return Buffer.concat(rows.map((row, at) => Buffer.from([2, ...row.map((byte, x) => (byte - (rows[at - 1]?.[x] ?? 0)) & 0xff)])))
}
