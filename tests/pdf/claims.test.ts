import { randomBytes } from 'node:crypto'
import { decodePDFRawStream, PDFDict, PDFDocument, PDFName, PDFRawStream, type PDFRef } from 'pdf-lib'
import { expect, test } from 'vitest'
import { claimsIn, withdrawClaims } from '#pdf/document'
import { makeSelfSignedCertificate } from '#pdf/signature'
import { verifyFile } from '#pdf/verification'
// One upload through the job itself: a pool of threads would take longer than all that is asked here.
import convertJob from '../../shared/pdf/intake/convert.job.ts'
import { INTAKE_LIMITS } from '../../shared/pdf/intake/intake.ts'
import { HELVETICA, INK, packedStream, rawFile, streamOf, updated } from './support/raw.ts'
import { sealedPack } from './support/sealed-pack.ts'

const YEAR = 365 * 86_400_000
const PDFA = 'http://www.aiim.org/pdfa/ns/id/'
const TITLE = '<dc:title>Mietvertrag Grün</dc:title>'

const packet = (claims: string, more = '') =>
  `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${claims}<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"${more}>${TITLE}</rdf:Description></rdf:RDF></x:xmpmeta>`
const asElements = (part: number, prefix = 'pdfaid') =>
  `<rdf:Description rdf:about="" xmlns:${prefix}="${PDFA}"><${prefix}:part>${part}</${prefix}:part>\n<${prefix}:conformance>B</${prefix}:conformance></rdf:Description>`

/** Two pages, metadata, and the information dictionary. */
function archival(metadata: Buffer | string): Buffer {
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources ${HELVETICA} >>`
  return rawFile(
    [
      '<< /Type /Catalog /Pages 2 0 R /Metadata 5 0 R >>',
      '<< /Type /Pages /Kids [3 0 R 6 0 R] /Count 2 >>',
      page,
      streamOf(INK),
      packedStream(Buffer.isBuffer(metadata) ? metadata : Buffer.from(metadata), '/Type /Metadata /Subtype /XML'),
      page,
      '<< /GTS_PDFXVersion (PDF/X-4) /Title (Lease) >>',
    ],
    { trailer: '/Info 7 0 R', header: '%PDF-1.4' },
  )
}

const load = (bytes: Uint8Array) => PDFDocument.load(bytes, { updateMetadata: false })
function metadataOf({ catalog }: PDFDocument): string | null {
  const stream = catalog.lookup(PDFName.of('Metadata'))
  return stream instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(stream).decode()).toString('utf8') : null
}

test.each([1, 2, 3])(
  'a PDF/A-%i file is sealed without its claim, verifies, and is found changed where somebody puts the claim back',
  async (part) => {
    const upload = archival(packet(asElements(part)))
    expect(metadataOf(await load(upload))).toContain('pdfaid:part')
    const { value } = await convertJob({ upload: { bytes: upload }, limits: INTAKE_LIMITS }, () => {})
    if (!value.ok) throw new Error(value.words)
    expect(value.found?.claims).toEqual(['PDF/A', 'PDF/X'])
    const at = Date.UTC(2026, 2, 2, 10)
    const credential = makeSelfSignedCertificate({ commonName: 'Office', from: at - YEAR, until: at + YEAR, serial: randomBytes(16) })
    const { bytes } = await sealedPack({ seed: 'archival', credential, at, original: value.bytes })
    const sealed = await load(bytes)
    expect(metadataOf(sealed)).toBe(packet('<rdf:Description rdf:about="">\n</rdf:Description>'))
    expect(sealed.context.lookup(sealed.context.trailerInfo.Info, PDFDict).keys()).toEqual([PDFName.of('Title')])
    expect(await verifyFile(bytes, { trust: credential.certificate })).toMatchObject({ intact: true, trusted: true, problems: [] })

    const { objectNumber } = sealed.context.trailerInfo.Root as PDFRef
    const next = sealed.context.largestObjectNumber + 1
    const catalog = sealed.catalog.toString().replace(/\/Metadata \d+ 0 R/, `/Metadata ${next} 0 R`)
    const claimed = updated(
      Buffer.from(bytes),
      { [objectNumber]: catalog, [next]: streamOf(Buffer.from(packet(asElements(part)))) },
      `/Root ${objectNumber} 0 R`,
    )
    expect(metadataOf(await load(claimed))).toContain('pdfaid:part')
    expect(await verifyFile(claimed, { trust: credential.certificate })).toMatchObject({ intact: false })
  },
)

const claims = (words: string) => /pdfaid|pdfuaid|pdfxid|GTS_PDF|aiim\.org|npes\.org|declarations/.test(words)
const withdrawnFrom = async (metadata: string | Buffer) => {
  const document = await load(archival(metadata))
  const of = claimsIn(document)
  withdrawClaims(document)
  expect(claimsIn(document)).toEqual([])
  return { words: metadataOf(document), file: document, of }
}

test('a claim goes however it is written, and the title stays', async () => {
  const written = {
    'as attributes': packet('', ` xmlns:pdfaid='${PDFA}' pdfaid:part='2' pdfaid:conformance="U" dc:format="application/pdf"`),
    'under another prefix': packet(asElements(1, 'a.b')),
    'under nobody’s prefix': packet('<pdfaid:part>1</pdfaid:part>'),
    'as an empty element': packet(`<rdf:Description xmlns:pdfaid="${PDFA}"><pdfaid:part rdf:value="1"/></rdf:Description>`),
    'as PDF/UA': packet('<pdfuaid:part>1</pdfuaid:part>', ' xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"'),
    'as PDF/X': packet('', ' xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/" pdfxid:GTS_PDFXVersion="PDF/X-4"'),
    'as PDF/X of old': packet(
      '<pdfx:GTS_PDFXConformance>PDF/X-1a:2001</pdfx:GTS_PDFXConformance>',
      ' xmlns:pdfx="http://ns.adobe.com/pdfx/1.3/"',
    ),
    'as a declaration': packet(
      '<pdfd:declarations><rdf:Bag><rdf:li pdfd:conformsTo="http://pdfa.org/declarations/wtpdf#accessibility1.0"/></rdf:Bag></pdfd:declarations>',
      ' xmlns:pdfd="http://pdfa.org/declarations/"',
    ),
    'in sixteen bits': Buffer.from(`\ufeff${packet(asElements(1))}`, 'utf16le'),
    'in sixteen bits, the other way round': Buffer.from(`\ufeff${packet(asElements(1))}`, 'utf16le').swap16(),
  }
  for (const [how, metadata] of Object.entries(written)) {
    const { words } = await withdrawnFrom(metadata)
    expect(words, how).toContain(TITLE)
    expect(claims(words!), how).toBe(false)
  }
  expect((await withdrawnFrom(written['as PDF/UA'])).of).toEqual(['PDF/UA', 'PDF/X'])
  expect((await withdrawnFrom(written['as attributes'])).words).toContain(' dc:format="application/pdf"')
})

test('where a claim cannot be separated from the rest, all of the metadata goes', async () => {
  const unclear = {
    'no prefix at all': packet(`<part xmlns="${PDFA}">1</part>`),
    'a name in pieces': packet('<a:part>1</a:part>', ` xmlns:a="${PDFA.replace('id', '&#105;d')}"`),
    'a declaration of its own': `<!DOCTYPE x [<!ENTITY a "<pdfaid:part>1</pdfaid:part>">]>${packet('&a;')}`,
    'an element without end': packet('<pdfaid:part>1'),
    'a hundred thousand beginnings': packet('<pdfaid:part>'.repeat(100_000)),
  }
  for (const [how, metadata] of Object.entries(unclear)) {
    const { words, file } = await withdrawnFrom(metadata)
    expect(words, how).toBeNull()
    expect(claims(Buffer.from(await file.save({ useObjectStreams: false })).toString('latin1')), how).toBe(false)
  }
})

test('metadata that claims nothing stays as it is, to the byte', async () => {
  const plain = packet('', ' xmlns:pdf="http://ns.adobe.com/pdf/1.3/" pdf:Producer="pdfaid"')
  expect((await withdrawnFrom(plain)).words).toBe(plain)
})
