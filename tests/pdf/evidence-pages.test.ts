import { randomBytes } from 'node:crypto'
import { decodePDFRawStream, PDFDict, PDFDocument, PDFName, PDFRawStream } from 'pdf-lib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { makeSelfSignedCertificate } from '#pdf/signature'
import { type ReportedEvent, verifyFile } from '#pdf/verification'
import { rowsOf } from '#processes/sealing'
import { asFile, testWith } from './support/programs.ts'
import { sealedPack } from './support/sealed-pack.ts'

const YEAR = 365 * 86_400_000
const AT = Date.UTC(2026, 2, 2, 10)
const credential = makeSelfSignedCertificate({
  commonName: 'Office of copies',
  from: AT - YEAR,
  until: AT + 10 * YEAR,
  serial: randomBytes(16),
})
const names = ['ليلى حدّاد', '山田 太郎'] as const
const make = (added: { seal: boolean; audit: boolean }, drafts = 1) =>
  sealedPack({ seed: `added ${added.seal} ${added.audit} ${drafts}`, credential, at: AT, pages: 2, names, added, drafts })

test('[D-160 D-161] pages with the seal and with the history follow the document’s own, are sealed with them, and the check distinguishes them from the signed pages', async () => {
  const { bytes } = await make({ seal: true, audit: true })
  const report = await verifyFile(bytes, { trust: credential.certificate })
  expect(report.problems).toEqual([])
  expect(report.document).toMatchObject({ pages: 5, added: { seal: 1, audit: 2 } })
  const plain = await verifyFile((await make({ seal: false, audit: false })).bytes)
  expect(plain.document).toMatchObject({ pages: 2, added: { seal: 0, audit: 0 } })
})

test('a name in letters that no font has is spelled out on the pages: nothing in the sealed file is drawn as an empty box', async () => {
  const at = { credential, at: AT, added: { seal: true, audit: true }, title: '𐌰𐌱𐌲 lease', names: ['𐌳 Gothic', 'Anna'] as const }
  const { bytes } = await sealedPack({ seed: 'spelled out', ...at })
  expect((await verifyFile(bytes, { trust: credential.certificate })).problems).toEqual([])
  const file = await PDFDocument.load(bytes)
  const maps = file.context.enumerateIndirectObjects().flatMap(([, object]) => {
    const map = object instanceof PDFDict && object.lookup(PDFName.of('CIDToGIDMap'))
    return map instanceof PDFRawStream ? [Buffer.from(decodePDFRawStream(map).decode())] : []
  })
  expect(maps.length).toBeGreaterThan(0)
  // Glyph 0 is the box. Codes begin at 1.
  for (const map of maps) for (let code = 1; code < map.length / 2; code++) expect(map.readUInt16BE(2 * code)).toBeGreaterThan(0)
  const pages = await textOf(bytes)
  expect(pages).toContain('[U+10330 U+10331 U+10332] lease')
  expect(pages).toContain('[U+10333] Gothic')
})

/** As a reader of another make reads it. */
async function textOf(bytes: Uint8Array): Promise<string> {
  const file = await getDocument({ data: bytes.slice(), verbosity: 0 }).promise
  const pages = Array.from({ length: file.numPages }, async (_, at) => (await (await file.getPage(at + 1)).getTextContent()).items)
  return (await Promise.all(pages))
    .flat()
    .map((item) => ('str' in item ? item.str : ''))
    .join(' ')
}

testWith(
  'pdftotext',
  'the pages say who signed, in whatever script, when, how they showed who they are, and every event in its place',
  async (run) => {
    const { bytes, events } = await make({ seal: true, audit: true })
    const { out } = run('-enc', 'UTF-8', '-layout', '-f', '3', asFile('added.pdf', bytes), '-')
    expect(out).toContain('Sealed document')
    expect(out).toContain('Office of copies')
    expect(out).toContain('山田 太郎')
    expect(out.normalize('NFKC')).toMatch(/ليلى|ىليل|لﻴﻠﻰ/)
    expect(out).toContain('opened with a personal link')
    expect(out).toContain('Pages 1 to 2. The 3 pages after them were added by Paraph')
    const { events: attached } = await verifyFile(bytes)
    // What follows the pages cannot stand on them: that they were added, and the stamping.
    expect(events.length).toBe(attached.length)
    for (const { number } of attached.slice(0, -2)) expect(out).toMatch(new RegExp(`^ *${number} +20\\d\\d-`, 'm'))
    expect(out).toContain(`Up to event ${attached.length - 2}, whose hash is ${attached.at(-3)!.hash}`)
    expect(out).not.toContain('192.0.2.7')
    expect(out).not.toContain('draft 0')
  },
)

test('a history of 10,000 events is shown on some pages: what repeats in one line, then its beginning and its end', () => {
  const event = (number: number, type: string): ReportedEvent => {
    return { number, type, time: '2026-03-02T10:00:00.000Z', who: 'Somebody', words: `did ${type}`, hash: '' }
  }
  const repeated = Array.from({ length: 10_000 }, (_, at) => event(at + 1, at < 9_000 ? 'FieldMoved' : `Kind${at % 2}`))
  const rows = rowsOf(repeated)
  expect(rows.length).toBeLessThanOrEqual(600)
  expect(rows[0]).toMatchObject({ number: '1–9000', what: 'did FieldMoved; and 8999 more of the same kind' })
  expect(rows.at(-1)).toMatchObject({ number: '10000' })
  expect(rows.filter(({ number }) => number === '')).toHaveLength(1)
  expect(rowsOf(repeated.slice(0, 10)).map(({ number }) => number)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
})

test('a field that a condition kept off the pages is listed with its condition in words, in the file, on its pages and to those who check it; what asks for more than the pages show stays untold', async () => {
  const { bytes } = await sealedPack({
    seed: 'left out',
    ...{ credential, at: AT, names, added: { seal: true, audit: true }, conditions: true },
  })
  const report = await verifyFile(bytes, { trust: credential.certificate })
  expect(report.problems).toEqual([])
  const words = 'shown only when text field 1 of 4 on page 1 contains “another number” (there: “Twelve copies for left out”)'
  expect(report.leftOut).toEqual([
    { type: 'text', page: 1, field: 'text field 3 of 4 on page 1', words },
    {
      ...{ type: 'text', page: 1, field: 'text field 4 of 4 on page 1' },
      words: 'shown only when a condition is met that asks for what these pages do not show',
    },
  ])
  const pages = (await textOf(bytes)).replace(/\s+/g, ' ')
  expect(pages.split('another number')).toHaveLength(3)
  expect(pages).toContain('Not on the pages, by a condition')
  const file = await getDocument({ data: bytes.slice(), verbosity: 0 }).promise
  const attached = (await file.getAttachments()) as Record<string, { readonly content: Uint8Array }>
  const history = Buffer.from(attached['paraph-history.jsonl']!.content).toString()
  expect(history).toContain('another number')
  for (const secret of ['54321', 'Reason of the sender']) expect(history).not.toContain(secret)
})
