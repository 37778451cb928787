import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { PDFHexString, PDFName, PDFString } from 'pdf-lib'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { makeSelfSignedCertificate } from '#pdf/signature'
import { type Report, verifyFile } from '#pdf/verification'
import { explain } from '../../cli/explain.ts'
import { verify } from '../../cli/verify.ts'
import { anchored } from './support/anchored.ts'
import { plainBytes, plainFile } from './support/files.ts'
import { rewritten, writtenByNewer } from './support/mutator.ts'
import { asFile, testWith } from './support/programs.ts'
import { type SealedPack, sealedPack } from './support/sealed-pack.ts'

const YEAR = 365 * 86_400_000
const AT = Date.UTC(2026, 2, 2, 10)
const made = (commonName: string) =>
  makeSelfSignedCertificate({ commonName, from: AT - YEAR, until: AT + 10 * YEAR, serial: randomBytes(16) })
const office = made('Office')
const stranger = made('Stranger')
const folder = mkdtempSync(join(tmpdir(), 'paraph-verification-'))

let sealed: SealedPack
/** Rewritten by somebody who has the installation's key, and sealed by it. */
let forged: SealedPack
let file: string
beforeAll(async () => {
  sealed = await sealedPack({ seed: 'verified', credential: office, at: AT })
  forged = await sealedPack({ seed: 'verified', credential: office, at: AT, forged: rewritten })
  file = join(folder, 'Lease.pdf')
  writeFileSync(file, sealed.bytes)
  writeFileSync(join(folder, 'office.pem'), office.certificate)
  writeFileSync(join(folder, 'stranger.pem'), stranger.certificate)
}, 60_000)

const kinds = ({ problems }: Report) => problems.map(({ code }) => code)

/** What the command prints, and with what it ends. */
async function command(...argv: string[]) {
  const lines: string[] = []
  const spies = (['log', 'error'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((line: string) => void lines.push(line)),
  )
  try {
    return { code: await verify(argv), out: lines.join('\n') }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

test('what an original brought attached is as it was sealed, even where it never had the digest that it names, or is a name only', async () => {
  const original = await plainFile(2, [595, 842])
  const { context, catalog } = original
  const content = context.register(
    context.stream('Terms', { Type: 'EmbeddedFile', Params: { CheckSum: PDFHexString.of('00'.repeat(16)) } }),
  )
  const names = [
    [PDFString.of('gone.docx'), { Type: 'Filespec', F: PDFString.of('gone.docx') }],
    [PDFString.of('terms.txt'), { Type: 'Filespec', F: PDFString.of('terms.txt'), EF: { F: content } }],
  ]
  catalog.set(PDFName.of('Names'), context.obj({ EmbeddedFiles: { Names: names.flat() } }))
  const { bytes } = await sealedPack({ credential: office, at: AT, original: await original.save() })
  expect(await verifyFile(bytes)).toMatchObject({ intact: true, problems: [] })
  const changed = Buffer.from(bytes)
  changed[changed.indexOf('Terms')] = 0x74
  expect(kinds(await verifyFile(changed))).toContain('attachment')
})

describe('paraph verify', () => {
  test('says of an untouched file in words who signed it; by a key that nobody named, it says so first', async () => {
    const plain = await command(file)
    expect(plain.code).toBe(0)
    expect(plain.out).toContain('Sealed by an unknown key, “Office”. Nothing has changed since.')
    expect(plain.out).toMatch(/Signed by first signer, 2026-03-02 09:\d\d UTC, by signing link/)
    expect(await command(file, '--trust', join(folder, 'office.pem'))).toMatchObject({
      code: 0,
      out: expect.stringContaining('This file is intact.'),
    })
  })

  test('a named file that cannot be taken is reported: nothing is checked with less than was asked', async () => {
    const path = (name: string) => join(folder, name)
    writeFileSync(path('cut.json'), '{"format":')
    writeFileSync(path('broken.pem'), '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n')
    const asked: readonly [readonly string[], string][] = [
      [[path('gone.pdf')], `There is no file ${path('gone.pdf')}.`],
      [[folder], `${folder} cannot be read: it is a folder.`],
      [[file, path('cut.json')], `${path('cut.json')} holds neither disclosures nor the proof of an anchor.`],
      [[file, '--trust', path('gone.pem')], `There is no file ${path('gone.pem')}.`],
      [[file, '--trust', file], `${file} holds no certificates as PEM.`],
      [[file, '--authorities', path('broken.pem')], `${path('broken.pem')} holds no certificates as PEM.`],
      [[file, '--anchors', path('office.pem')], `${path('office.pem')} holds no anchors.`],
    ]
    for (const [words, says] of asked) expect([words, await command(...words).catch(explain)]).toEqual([words, says])
  })

  test('ends with 1 where the seal is by nobody on the trust list, where a file was changed, and where nothing was asked', async () => {
    const untrusted = await command(file, '--trust', join(folder, 'stranger.pem'), '--json')
    expect(untrusted.code).toBe(1)
    expect(JSON.parse(untrusted.out)).toMatchObject({ intact: true, trusted: false, problems: [{ code: 'unknown-key' }] })
    const changed = join(folder, 'changed.pdf')
    writeFileSync(changed, Buffer.concat([sealed.bytes, Buffer.from('\n%more')]))
    expect((await command(file, changed)).code).toBe(1)
    expect((await command()).code).toBe(1)
    expect((await command(file, '--unheard')).code).toBe(1)
    // Whose timestamps are believed seals nothing by that.
    const list = (name: string) => join(folder, name)
    const apart = await command(file, '--trust', list('stranger.pem'), '--authorities', list('office.pem'), '--json')
    expect(JSON.parse(apart.out)).toMatchObject({ intact: true, trusted: false, problems: [{ code: 'unknown-key' }] })
    expect((await command(file, '--trust', list('office.pem'), '--authorities', list('stranger.pem'))).code).toBe(0)
  })

  test('takes proofs of anchors and the list of anchors from elsewhere with the file', async () => {
    const { file: proof, line } = anchored(sealed.events)
    writeFileSync(join(folder, 'anchor.json'), JSON.stringify({ success: true, proof }))
    writeFileSync(join(folder, 'anchors.jsonl'), `\n${JSON.stringify(line)}\n{"cut`)
    writeFileSync(join(folder, 'others.jsonl'), `${JSON.stringify({ ...line, root: 'x'.repeat(43) })}\n`)
    expect(await command(file, join(folder, 'anchor.json'), '--anchors', join(folder, 'anchors.jsonl'))).toMatchObject({
      code: 0,
      out: expect.stringContaining(`Held by anchor 1 of 2026-03-02 11:00 UTC up to event ${sealed.events.length}`),
    })
    const unknown = await command(file, join(folder, 'anchor.json'), '--anchors', join(folder, 'others.jsonl'))
    expect(unknown).toMatchObject({ code: 1, out: expect.stringContaining('not among the anchors that are known') })
  })
})

test('a history that was rewritten and sealed again with the stolen key looks intact, and is found by the anchors', async () => {
  const options = { trust: office.certificate }
  expect(await verifyFile(forged.bytes, options)).toMatchObject({ intact: true, trusted: true })
  const { file: proof } = anchored(sealed.events)
  expect((await verifyFile(sealed.bytes, { ...options, anchors: [proof] })).anchors).toMatchObject([{ right: true }])
  const report = await verifyFile(forged.bytes, { ...options, anchors: [proof] })
  expect(kinds(report)).toEqual(['anchor'])
  expect(report.verdict).toContain('was changed after sealing')
})

test('a file that a newer version sealed was not changed, and is not vouched for: what it tells is for a newer version to check', async () => {
  const newer = await sealedPack({ seed: 'verified', credential: office, at: AT, forged: writtenByNewer })
  const options = { trust: office.certificate }
  const report = await verifyFile(newer.bytes, options)
  expect(report).toMatchObject({
    intact: false,
    trusted: false,
    verdict: expect.stringContaining('A newer version of Paraph sealed this file'),
  })
  expect(report.problems).toMatchObject([{ code: 'newer-version', where: expect.stringMatching(/^event \d+$/) }])
  expect(kinds(await verifyFile(newer.bytes, { trust: stranger.certificate }))).toEqual(['newer-version', 'unknown-key'])
  writeFileSync(join(folder, 'newer.pdf'), newer.bytes)
  expect(await command(join(folder, 'newer.pdf'), '--trust', join(folder, 'office.pem'))).toMatchObject({ code: 1 })
  // Later changes are found all the same, and named first.
  const longer = Buffer.concat([newer.bytes, Buffer.from('\n% something else\n')])
  const other = Buffer.from(newer.bytes)
  other[other.indexOf('/ByteRange') - 400]! ^= 1
  for (const changed of [longer, other]) {
    const found = await verifyFile(new Uint8Array(changed), options)
    expect(kinds(found)).not.toContain('newer-version')
    expect(found.verdict).toContain('was changed after sealing')
  }
})

test('a proof by a later event holds where the events between lead there, and not where one of them is another', async () => {
  const last = sealed.events.at(-1)!
  const plain = { ...last, id: '0195c6f2-0000-7000-8000-000000000001', revision: last.revision + 1, prev: last.hash }
  const { hashOfEvent } = await import('#domain/kernel')
  const later = { ...plain, hash: hashOfEvent(plain) }
  const { file: proof } = anchored([...sealed.events, later], sealed.events.length)
  expect(await verifyFile(sealed.bytes, { anchors: [proof] })).toMatchObject({
    intact: true,
    anchors: [{ right: true, event: later.revision + 1 }],
  })
  const other = { ...proof, tail: proof.tail!.map((event) => ({ ...event, data: { ...event.data, more: 1 } })) }
  expect(kinds(await verifyFile(sealed.bytes, { anchors: [other] }))).toEqual(['anchor'])
})

test('nothing that anybody may send makes the check throw', async () => {
  const random = (seed: number, length: number) => {
    const parts: Buffer[] = []
    for (let at = 0; at * 32 < length; at++) parts.push(createHash('sha256').update(`${seed} ${at}`).digest())
    return Buffer.concat(parts).subarray(0, length)
  }
  const pieces = [
    '%PDF-1.7\n',
    '1 0 obj\n<< /ByteRange [0 10 20 30] /Contents <41> >>\nendobj\n',
    'stream\n',
    '%%EOF',
    '/ByteRange [0 1 2 3]',
  ]
  const garbage = [
    new Uint8Array(),
    Buffer.from('%PDF-'),
    ...Array.from({ length: 40 }, (_, seed) => random(seed, seed * 50)),
    ...Array.from({ length: 40 }, (_, seed) =>
      Buffer.concat([Buffer.from(pieces[seed % pieces.length]!), random(seed, 300), Buffer.from(pieces[(seed * 3) % pieces.length]!)]),
    ),
    ...Array.from({ length: 20 }, (_, at) => sealed.bytes.slice(0, Math.floor((sealed.bytes.length * at) / 20))),
    ...Array.from({ length: 20 }, (_, at) => sealed.bytes.slice(Math.floor((sealed.bytes.length * (at + 1)) / 21))),
  ]
  // Names that lead back to themselves in many ways, and one seal claimed again and again.
  const catalogue = '1 0 obj\n<< /Type /Catalog /Pages 3 0 R /Names << /EmbeddedFiles 2 0 R >> >>\nendobj\n'
  const tree = `2 0 obj\n<< /Kids [${'2 0 R '.repeat(9)}] >>\nendobj\n3 0 obj\n<< /Type /Pages /Count 0 /Kids [3 0 R 3 0 R] >>\nendobj\n`
  const [range] = /\/ByteRange \[[^\]]*\]/.exec(Buffer.from(sealed.bytes).toString('latin1'))!
  garbage.push(
    Buffer.from(`%PDF-1.7\n${catalogue}${tree}trailer\n<< /Root 1 0 R >>\n`),
    Buffer.concat([sealed.bytes, Buffer.from(`\n${range}`.repeat(20_000))]),
  )
  for (const bytes of garbage) expect((await verifyFile(new Uint8Array(bytes))).intact).toBe(false)
  expect(kinds(await verifyFile(await plainBytes(1)))).toEqual(['not-sealed'])
}, 60_000)

testWith(
  'python3',
  'the checker in Python, written from the description alone, finds the attached history right, and a forged one that is not what the seal names',
  () => {
    const python = (path: string, ...more: string[]) => {
      const { status, stdout, stderr } = spawnSync('python3', ['docs/check-sealed.py', path, ...more], { encoding: 'utf8' })
      return { code: status, out: stdout + stderr }
    }
    expect(python(file)).toMatchObject({
      code: 0,
      out: expect.stringContaining(`${sealed.events.length} events, the last ${sealed.events.at(-1)!.hash}`),
    })
    // It has not looked at the pages: nobody may read of it that the file is right.
    expect(python(file).out).toContain('The history is all right. Whether the file is what was sealed, its signature says.')
    const cut = Buffer.from(sealed.bytes)
    const text = cut.toString('latin1')
    cut.write('X', text.indexOf('events, the last ') + 'events, the last '.length, 'latin1')
    expect(python(asFile('stated.pdf', cut))).toMatchObject({ code: 1, out: expect.stringContaining('the seal names another history') })
  },
)

const HAND_TOOLS = ['pdfsig', 'qpdf', 'openssl', 'python3'] as const
const missing = HAND_TOOLS.filter((program) => spawnSync(program, ['--version']).error !== undefined)
test.skipIf(missing.length > 0)(
  `what the page says to do by hand does what it says${missing.length > 0 ? ` (skipped: no ${missing.join(', ')})` : ''}`,
  () => {
    const part = readFileSync('docs/evidence.md', 'utf8')
      .split('\n## ')
      .find((each) => each.startsWith('Checking by hand'))!
    const blocks = [...part.matchAll(/(?<=\n\n)(?: {4}.*\n)+/g)].map(([block]) => block.replaceAll(/^ {4}/gm, ''))
    writeFileSync(join(folder, 'lease.signed.pdf'), sealed.bytes)
    const said = blocks.map((block) => {
      const script = block.replace('docs/check-sealed.py', resolve('docs/check-sealed.py')).replace(' lease.disclosures.json', '')
      const { status, stdout, stderr } = spawnSync('bash', ['-ec', script], { cwd: folder, encoding: 'utf8' })
      expect(status, block + stderr).toBe(0)
      return stdout + stderr
    })
    expect(said).toHaveLength(5)
    const [signature, whose, whole, chain, one] = said as [string, string, string, string, string]
    expect(signature).toContain('ETSI.CAdES.detached')
    expect(signature).toContain('Signature is Valid.')
    expect(signature).toContain('Total document signed')
    expect(whose).toMatch(/subject=CN ?= ?Office/)
    expect(whole).toContain('paraph-history.jsonl')
    expect(readFileSync(join(folder, 'history.jsonl'), 'utf8').trimEnd().split('\n')).toHaveLength(sealed.events.length)
    expect(chain).toContain(`${sealed.events.length} events, the last ${sealed.events.at(-1)!.hash}`)
    expect(one.trim().split(' ')).toEqual([sealed.events[2]!.hash, sealed.events[2]!.hash])
  },
)
