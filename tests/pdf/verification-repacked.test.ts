import { randomBytes } from 'node:crypto'
import { deflateSync, inflateSync } from 'node:zlib'
import { PDFDocument, PDFName, PDFRawStream } from 'pdf-lib'
import { beforeAll, expect, test } from 'vitest'
import { makeSelfSignedCertificate } from '#pdf/signature'
import { verifyFile } from '#pdf/verification'
import { historyLines } from './support/mutator.ts'
import { resealed } from './support/resealed.ts'
import { sealedPack } from './support/sealed-pack.ts'

const AT = Date.UTC(2026, 2, 2, 10)
const YEAR = 365 * 86_400_000
const made = () => makeSelfSignedCertificate({ commonName: 'Office', from: AT - YEAR, until: AT + YEAR, serial: randomBytes(16) })
const office = made()

let sealed: Uint8Array
beforeAll(async () => {
  sealed = (await sealedPack({ seed: 'packed', credential: office, at: AT })).bytes
})

/** The whole file written again by a program that packs every stream its own way. */
async function repacked(file: Uint8Array, edit: (plain: Buffer) => Buffer = (plain) => plain): Promise<Uint8Array> {
  const document = await PDFDocument.load(file, { updateMetadata: false })
  for (const [ref, object] of document.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream) || object.dict.has(PDFName.of('Type'))) continue
    const isPacked = object.dict.get(PDFName.of('Filter')) === PDFName.of('FlateDecode')
    const plain = edit(isPacked ? inflateSync(object.contents) : Buffer.from(object.contents))
    object.dict.set(PDFName.of('Filter'), PDFName.of('FlateDecode'))
    document.context.assign(ref, PDFRawStream.of(object.dict, new Uint8Array(deflateSync(plain, { level: 1 }))))
  }
  return document.save({ useObjectStreams: false, updateFieldAppearances: false })
}

test('a file whose streams were merely packed again is called so, and no page of it is called another', async () => {
  const report = await verifyFile(await repacked(sealed), { trust: office.certificate })
  expect(report).toMatchObject({ intact: false, trusted: false })
  expect(report.problems.map(({ code, where }) => `${code} ${where}`)).toEqual(['signature seal', 'bytes streams'])
  expect(report.verdict).toContain('packed its streams differently. Unpacked, its pages are the signed ones')
})

test('nobody but who sealed a file can have it called so: another page, or a seal under another key, is what it is', async () => {
  const changed = await repacked(sealed, (plain) => Buffer.from(plain.toString('latin1').replace(/ re\n| Tj|BT/, ' 9 w$&'), 'latin1'))
  expect((await verifyFile(changed, { trust: office.certificate })).problems.map(({ code }) => code)).toContain('page')
  // Sealed by somebody who states nothing of the pages, as files of before are: nothing is known of their streams.
  const lines = `${historyLines(Buffer.from(sealed)).join('\n')}\n`
  const before = await resealed(Buffer.from(sealed), { credential: made(), at: AT }, lines, [])
  expect((await verifyFile(before)).intact).toBe(true)
  expect((await verifyFile(await repacked(before))).problems.map(({ code }) => code)).toContain('page')
})
