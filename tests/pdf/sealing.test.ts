import { createHash, randomBytes, X509Certificate } from 'node:crypto'
import { PDFDocument } from 'pdf-lib'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { createIntake } from '#pdf/intake'
import { createSealer } from '#pdf/sealing'
import { type Attachment, makeSelfSignedCertificate } from '#pdf/signature'
import { normaliseSignatureImage } from '#pdf/signature-image'
import { pageDigests } from '#pdf/stamp'
import { plainBytes } from './support/files.ts'
import { boundsOf, isRed, picture } from './support/pixels.ts'
import { asFile, testWith } from './support/programs.ts'
import { AT, credential, fieldAt } from './support/sealed.ts'
import { testPool } from './support/threads.ts'

const pool = testPool()
const sealer = createSealer(pool)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

let clean: Uint8Array
let stamped: Uint8Array
let digests: readonly string[]
let sealed: Uint8Array

beforeAll(async () => {
  const converted = await createIntake(pool).convert({ bytes: await plainBytes(3) })
  if (!converted.ok) throw new Error(converted.words)
  clean = converted.bytes
  const answer = await stamp()
  stamped = answer.bytes
  digests = answer.pages
  sealed = await sign()
})

async function stamp(text = 'Signed by hand') {
  const stamps = [
    fieldAt(0, 40, 100, 'text', text),
    fieldAt(1, 40, 100, 'signature', { method: 'typed', text: 'Anna' }),
    fieldAt(1, 40, 200, 'check', 'checked'),
  ]
  const answer = await sealer.stamp({ pdf: clean, stamps, images: {} })
  if (!answer.ok) throw new Error(answer.words)
  return answer
}

async function sign(more: { attachments?: Attachment[] } = {}) {
  const answer = await sealer.sign({ pdf: stamped, credential, at: AT, reason: 'Sealed by Paraph', ...more })
  if (!answer.ok) throw new Error(answer.words)
  return answer.bytes
}

test('the stamped file is the beginning of the sealed one, byte for byte', () => {
  expect(Buffer.compare(sealed.subarray(0, stamped.length), stamped)).toBe(0)
  expect(sealed.length).toBeGreaterThan(stamped.length)
})

test('stamping the same fields again gives the same bytes, so that a second attempt after a crash changes nothing', async () => {
  expect(Buffer.compare((await stamp()).bytes, stamped)).toBe(0)
})

test('page digests are the same in the sealed file, and another value changes its own page alone', async () => {
  expect(digests).toHaveLength(3)
  expect(pageDigests(await PDFDocument.load(sealed, { updateMetadata: false }), sha256)).toEqual(digests)
  const other = await stamp('Signed by nobody')
  expect(other.pages[0]).not.toBe(digests[0])
  expect(other.pages.slice(1)).toEqual(digests.slice(1))
})

/** The CMS structure of the signature, cut to its own length: the place for it is filled up with zeros. */
function cmsOf(pdf: Uint8Array): Buffer {
  const hex = /\/Contents\s*<([0-9a-fA-F]+)>/.exec(Buffer.from(pdf.subarray(stamped.length)).toString('latin1'))![1]!
  const bytes = Buffer.from(hex, 'hex')
  const count = bytes[1]! & 0x7f
  return bytes.subarray(0, 2 + count + bytes.readUIntBE(2, count))
}

function signedBytesOf(pdf: Uint8Array): Buffer {
  const [a, b, c, d] = /\/ByteRange\s*\[(\d+)\s+(\d+)\s+(\d+)\s+(\d+)/
    .exec(Buffer.from(pdf.subarray(stamped.length)).toString('latin1'))!
    .slice(1)
    .map(Number)
  return Buffer.concat([pdf.subarray(a!, a! + b!), pdf.subarray(c!, c! + d!)])
}

/** 1.2.840.113549.1.9.5 */
const SIGNING_TIME = Buffer.from('06092a864886f70d010905', 'hex')
/** 1.2.840.113549.1.9.16.2.47 */
const SIGNING_CERTIFICATE_V2 = Buffer.from('060b2a864886f70d010910022f', 'hex')

test('the signature names its certificate and claims no time within itself, as ETSI EN 319 142-1 has it', () => {
  const cms = cmsOf(sealed)
  expect(cms.includes(SIGNING_CERTIFICATE_V2)).toBe(true)
  expect(cms.includes(SIGNING_TIME)).toBe(false)
  expect(Buffer.from(sealed).toString('latin1')).toContain('(D:20261121140300')
})

test('the signature covers everything but itself', () => {
  const cms = /\/Contents\s*<([0-9a-fA-F]+)>/.exec(Buffer.from(sealed.subarray(stamped.length)).toString('latin1'))![1]!
  expect(signedBytesOf(sealed).length).toBe(sealed.length - cms.length - 2)
})

testWith('pdfsig', '[D-161] pdfsig finds the signature valid and the whole file signed', (run) => {
  const { out } = run('-nocert', asFile('sealed.pdf', sealed))
  expect(out).toContain('Signature is Valid')
  expect(out).toContain('Total document signed')
  expect(out).toContain('ETSI.CAdES.detached')
})

testWith('pdfsig', 'pdfsig sees one changed letter', (run) => {
  const changed = Buffer.from(sealed)
  changed[changed.indexOf('/MediaBox') + 1] = 'm'.charCodeAt(0)
  expect(run('-nocert', asFile('changed.pdf', changed)).out).not.toContain('Signature is Valid')
})

testWith('qpdf', 'qpdf finds nothing to say about the sealed file', (run) => {
  expect(run('--check', asFile('sealed.pdf', sealed))).toMatchObject({ code: 0 })
})

testWith('openssl', 'openssl verifies the signature over the signed bytes', (run) => {
  const cms = asFile('signature.der', cmsOf(sealed))
  const content = asFile('content.bin', signedBytesOf(sealed))
  const trusted = asFile('certificate.pem', Buffer.from(credential.certificate))
  const ask = (path: string) =>
    run(
      'cms',
      '-verify',
      '-binary',
      '-inform',
      'DER',
      '-in',
      cms,
      '-content',
      path,
      '-CAfile',
      trusted,
      '-purpose',
      'any',
      '-no_check_time',
      '-out',
      '/dev/null',
    )
  expect(ask(content)).toMatchObject({ code: 0 })
  expect(ask(asFile('other.bin', Buffer.concat([signedBytesOf(sealed), Buffer.from('.')])))).not.toMatchObject({ code: 0 })
})

testWith('pdfdetach', 'attached files are under the signature too', async (run) => {
  const history = Buffer.from('{"events":[]}')
  const bytes = await sign({
    attachments: [
      { name: 'history.json', bytes: history, mimeType: 'application/json', description: 'Event history', relationship: 'Data' },
    ],
  })
  expect(run('-list', asFile('attached.pdf', bytes)).out).toContain('history.json')
  expect(pageDigests(await PDFDocument.load(bytes, { updateMetadata: false }), sha256)).toEqual(digests)
  expect(Buffer.compare(bytes.subarray(0, stamped.length), stamped)).toBe(0)
})

test('a certificate made here says what it is for', () => {
  const certificate = new X509Certificate(credential.certificate)
  expect(certificate.subject).toContain('CN=Paraph under test (self-signed)')
  expect(certificate.ca).toBe(false)
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.36'])
  expect(new Date(certificate.validFrom).getTime()).toBe(AT - 86_400_000)
})

test('a key that belongs to another certificate seals nothing', async () => {
  const other = makeSelfSignedCertificate({ commonName: 'Other', from: 0, until: AT, serial: randomBytes(16) })
  const mixed = { ...credential, privateKey: other.privateKey }
  expect(await sealer.sign({ pdf: stamped, credential: mixed, at: AT })).toMatchObject({ ok: false, reason: 'certificate' })
  const nonsense = { kind: 'pkcs12', bytes: Buffer.from('no'), password: '' } as const
  expect(await sealer.sign({ pdf: stamped, credential: nonsense, at: AT })).toMatchObject({ ok: false, reason: 'certificate' })
})

test('an image that many fields show is in the file once', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"><rect x="20" y="20" width="260" height="60" fill="#f00"/></svg>'
  const image = await normaliseSignatureImage(await sharp(Buffer.from(svg)).png().toBuffer())
  if (!image.ok) throw new Error(image.reason)
  const value = {
    method: 'uploaded',
    file: '0190a3c0-0000-7000-8000-000000000001',
    digest: 'd',
    width: image.width,
    height: image.height,
  } as const
  const stamps = [0, 1, 2].map((page) => fieldAt(page, 50, 100, 'signature', value, 150, 50))
  const answer = await sealer.stamp({ pdf: clean, stamps, images: { d: image.bytes } })
  if (!answer.ok) throw new Error(answer.words)
  const text = Buffer.from(await (await PDFDocument.load(answer.bytes)).save({ useObjectStreams: false })).toString('latin1')
  expect(text.match(/\/Subtype \/Image/g)).toHaveLength(2)
  const found = boundsOf(await picture(answer.bytes, 2), isRed)
  expect(found).toEqual({ left: 60, top: 110, right: 190, bottom: 140 })
})

test('a field is never left out: one on a page that is not there, or without its image, fails the seal', async () => {
  const image = { method: 'uploaded', file: '0190a3c0-0000-7000-8000-000000000001', digest: 'missing', width: 10, height: 10 } as const
  for (const stamps of [[fieldAt(3, 0, 0, 'text', 'Lost')], [fieldAt(0, 0, 0, 'signature', image)]]) {
    expect(await sealer.stamp({ pdf: clean, stamps, images: {} })).toMatchObject({ ok: false, reason: 'internal' })
  }
})

test('a file that is none fails without harm', async () => {
  expect(await sealer.stamp({ pdf: Buffer.from('no'), stamps: [], images: {} })).toMatchObject({ ok: false, reason: 'internal' })
  expect(Buffer.compare((await stamp()).bytes, stamped)).toBe(0)
})

test('a pool that was warmed seals as one that was not', async () => {
  await sealer.warm()
  expect(Buffer.compare((await stamp()).bytes, stamped)).toBe(0)
})
