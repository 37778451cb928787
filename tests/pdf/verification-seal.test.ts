import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { PDF } from '@libpdf/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSelfSignedCertificate } from '#pdf/signature'
import { certificatesOf, type Report, trustOf, type VerifyOptions, verifyFile } from '#pdf/verification'
import { timestampsFrom } from '../../shared/pdf/signature/timestamp-source.ts'
import { anchored } from './support/anchored.ts'
import { underIntermediate } from './support/chained.ts'
import { plainBytes } from './support/files.ts'
import { asFile, testWith } from './support/programs.ts'
import { resealed } from './support/resealed.ts'
import { der, type Node, nodesIn, reshaped, valueAt, withCertificates } from './support/seal-surgery.ts'
import { type SealedPack, sealedPack } from './support/sealed-pack.ts'
import { hasOpenssl, startTimeAuthority, type TimeAuthority } from './support/time-authority.ts'

const YEAR = 365 * 86_400_000
const AT = Date.now()
const office = makeSelfSignedCertificate({ commonName: 'Office', from: AT - 10 * YEAR, until: AT + 10 * YEAR, serial: randomBytes(16) })
const kinds = ({ problems }: Report) => problems.map(({ code }) => code)
const check = (file: Uint8Array | null, options: VerifyOptions = {}) => {
  if (!file) throw new Error('there is no room for that')
  return verifyFile(new Uint8Array(file), options)
}

let authority: TimeAuthority | null = null
let other: TimeAuthority | null = null
let sealed: SealedPack
let file: Buffer
beforeAll(async () => {
  sealed = await sealedPack({ seed: 'taken apart', credential: office, at: AT })
  file = Buffer.from(sealed.bytes)
  if (hasOpenssl) [authority, other] = await Promise.all([startTimeAuthority({ key: 'ec' }), startTimeAuthority({ key: 'ec' })])
}, 60_000)
afterAll(async () => {
  await Promise.all([authority?.close(), other?.close()])
})

const sequence = (...parts: Node[]): Node => ({ tag: 0x30, body: der(parts) })
const NOTHING: Node = { tag: 0x05, body: Buffer.alloc(0) }
const withNothing = ({ body }: Node): Node => sequence(...nodesIn(body), NOTHING)

test('what stands in a seal and nobody signs can be written in one way only', async () => {
  const ORDER = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551')
  const number = (value: bigint): Node => {
    const hex = value.toString(16)
    const body = Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')
    return { tag: 0x02, body: body[0]! & 0x80 ? Buffer.concat([Buffer.from([0]), body]) : body }
  }
  const otherHalf = (signature: Node): Node => {
    const [r, s] = nodesIn(nodesIn(signature.body)[0]!.body) as [Node, Node]
    return { tag: signature.tag, body: der([sequence(r, number(ORDER - BigInt(`0x${s.body.toString('hex')}`)))]) }
  }
  const changes: Record<string, Buffer | null> = {
    'another version': reshaped(file, ([version, ...parts], signer) => [[{ ...version!, body: Buffer.from([3]) }, ...parts], signer]),
    'the other number that makes it right': reshaped(file, (parts, signer) => [
      parts,
      signer.map((part) => (part.tag === 0x04 ? otherHalf(part) : part)),
    ]),
    'a digest with parameters': reshaped(file, ([version, digests, ...parts], signer) => [
      [version!, { tag: digests!.tag, body: der(nodesIn(digests!.body).map(withNothing)) }, ...parts],
      signer.map((part, at) => (at === 2 ? withNothing(part) : part)),
    ]),
    'an algorithm with parameters': reshaped(file, (parts, signer) => [
      parts,
      signer.map((part, at) => (at === 4 ? withNothing(part) : part)),
    ]),
    'a certificate twice': withCertificates(file, (all) => [...all, ...all]),
  }
  for (const [name, changed] of Object.entries(changes)) {
    expect(changed?.equals(file), name).toBe(false)
    const report = await check(changed, { trust: office.certificate })
    expect({ name, kinds: kinds(report) }).toEqual({ name, kinds: ['signature'] })
  }
})

testWith(
  'openssl',
  'a certificate above one that is known by its fingerprint alone can’t be changed, changed places, taken away or added to',
  async () => {
    const { credential, leaf, intermediate, root } = underIntermediate()
    const bytes = Buffer.from((await sealedPack({ seed: 'chained', credential, at: AT })).bytes)
    const fingerprints = [certificatesOf(leaf)[0]!.fingerprint]
    for (const options of [{ fingerprints }, { trust: leaf }, { trust: intermediate }, { trust: root }])
      expect(await check(bytes, options)).toMatchObject({ intact: true, trusted: true, seal: { unvouched: [] } })
    // A judge of its own, who wants every certificate that the seal names on the way up.
    const { from, to } = valueAt(bytes)
    const seal = asFile('seal.der', Buffer.from(bytes.toString('latin1', from, to), 'hex'))
    const signed = asFile('signed.bin', Buffer.concat([bytes.subarray(0, from - 1), bytes.subarray(to + 1)]))
    const judge = ['cms', '-verify', '-cades', '-binary', '-inform', 'DER', '-in', seal, '-content', signed, '-purpose', 'any']
    const judged = spawnSync('openssl', [...judge, '-CAfile', asFile('root.pem', Buffer.from(root)), '-out', '/dev/null'], {
      encoding: 'utf8',
    })
    expect(judged).toMatchObject({ status: 0, stderr: expect.stringContaining('CAdES Verification successful') })
    // The last byte of a certificate belongs to the signature of its issuer, who is not in the file.
    const changed = withCertificates(bytes, ([own, above]) => {
      const body = Buffer.from(above!.body)
      body[body.length - 1]! ^= 1
      return [own!, { ...above!, body }]
    })
    const stranger = nodesIn(Buffer.from(office.certificate.replace(/-----[^-]+-----|\s/g, ''), 'base64'))
    for (const [name, one] of Object.entries({
      changed,
      swapped: withCertificates(bytes, ([own, above]) => [above!, own!]),
      'taken away': withCertificates(bytes, ([own]) => [own!]),
      added: withCertificates(bytes, (all) => [...all, ...stranger]),
    })) {
      for (const options of [{}, { fingerprints }, { trust: leaf }]) {
        const found = kinds(await check(one, options))
        expect({ name, found }).toEqual({ name, found: [name === 'swapped' ? 'signature' : 'certificate'] })
      }
    }
  },
)

testWith(
  'openssl',
  'a seal names its own certificate once by the standard attribute, and certifies that only signatures may follow',
  async () => {
    const { credential } = underIntermediate()
    const bytes = Buffer.from((await sealedPack({ seed: 'named', credential, at: AT })).bytes)
    const text = bytes.toString('latin1')
    expect(text).toMatch(/\/TransformMethod \/DocMDP\n\/TransformParams <<\n\/Type \/TransformParams\n\/P 2\n/)
    const [, certified] = /\/Perms <<\n\/DocMDP (\d+) 0 R/.exec(text)!
    expect(text).toContain(`/V ${certified} 0 R`)
    expect(text.slice(text.lastIndexOf('/Fields'))).not.toContain('NeedAppearances')
    const { from, to } = valueAt(bytes)
    const [, explicit] = nodesIn(nodesIn(Buffer.from(text.slice(from, to), 'hex'))[0]!.body)
    const data = nodesIn(nodesIn(explicit!.body)[0]!.body)
    const attributes = nodesIn(nodesIn(nodesIn(data.at(-1)!.body)[0]!.body).find(({ tag }) => tag === 0xa0)!.body)
    const attributeValue = (id: string) => nodesIn(attributes.find(({ body }) => body.toString('hex').startsWith(id))!.body)[1]!.body
    // id-aa-signingCertificateV2 (RFC 5035): one certificate in its list.
    expect(nodesIn(nodesIn(nodesIn(attributeValue('060b2a864886f70d010910022f'))[0]!.body)[0]!.body)).toHaveLength(1)
    // A set in its one encoding: other programs write it again before they check its signature.
    const written = attributes.map((one) => der([one]))
    expect(written).toEqual(written.toSorted(Buffer.compare))
  },
)

testWith('openssl', 'whoever is under the same issuer as a time authority seals nothing that an installation calls its own', async () => {
  const { credential, intermediate } = underIntermediate()
  const [issuer] = certificatesOf(intermediate)
  const bytes = Buffer.from((await sealedPack({ seed: 'under', credential, at: AT })).bytes)
  const own = { fingerprint: certificatesOf(office.certificate)[0]!.fingerprint, name: 'Office' }
  const options = trustOf([own, { fingerprint: issuer!.fingerprint, name: issuer!.name, authority: intermediate }])
  expect(kinds(await check(bytes, options))).toEqual(['unknown-key'])
  expect(kinds(await check(bytes, { trust: office.certificate, authorities: intermediate }))).toEqual(['unknown-key'])
})

testWith(
  'openssl',
  'a timestamp over the file by somebody else, or without the data to validate by, does not take the place of the one that was there',
  async () => {
    const mine = { url: authority!.url, certificates: authority!.root }
    const bytes = Buffer.from((await sealedPack({ seed: 'stamped', level: 'B-LTA', credential: office, at: AT, timestamps: mine })).bytes)
    const ends = [...bytes.toString('latin1').matchAll(/%%EOF\n?/g)].map(({ index, 0: end }) => index + end.length)
    expect(ends).toHaveLength(4)
    const stampedBy = async (cut: number, { url, root }: TimeAuthority) => {
      const document = await PDF.load(new Uint8Array(bytes.subarray(0, ends[cut]!)))
      const source = timestampsFrom({ source: { url, certificates: root }, seed: randomBytes(16), now: AT })
      return (await document.addTimestamp({ timestampAuthority: source, fieldName: `Archive${cut}`, estimatedSize: 24_576 })).bytes
    }
    const trust = `${office.certificate}\n${authority!.root}`
    expect(await check(bytes, { trust })).toMatchObject({ intact: true, trusted: true, timestamps: [{ trusted: true }, { trusted: true }] })
    expect(kinds(await check(await stampedBy(2, other!), { trust }))).toEqual(['timestamp'])
    expect(kinds(await check(await stampedBy(1, authority!), { trust }))).toEqual(['timestamp'])
    // Renewed years later by anybody: earlier data is still there.
    expect(await check(await stampedBy(3, other!), { trust })).toMatchObject({
      intact: true,
      trusted: true,
      updates: [{}, {}, { by: expect.any(String), allowed: true }],
    })
  },
)

testWith('openssl', 'a certificate above a known time authority’s, for which nobody at hand vouches, is said to be that', async () => {
  const mine = { url: authority!.url, certificates: authority!.root }
  const { bytes } = await sealedPack({ seed: 'unvouched', level: 'B-T', credential: office, at: AT, timestamps: mine })
  const under = async (authorities: string) => (await check(bytes, { trust: office.certificate, authorities })).timestamps
  expect(await under(authority!.own)).toMatchObject([{ trusted: true, unvouched: ['Time root under test'] }])
  expect(await under(authority!.root)).toMatchObject([{ trusted: true, unvouched: [] }])
})

testWith('openssl', 'nothing can be put beside what a time authority signed', async () => {
  const mine = { url: authority!.url, certificates: authority!.root }
  const bytes = Buffer.from((await sealedPack({ seed: 'beside', level: 'B-T', credential: office, at: AT, timestamps: mine })).bytes)
  const changed = reshaped(bytes, (parts, signer) => [
    parts,
    signer.map((part) => {
      if (part.tag !== 0xa1) return part
      const [attribute] = nodesIn(part.body)
      const [type, values] = nodesIn(attribute!.body)
      const [token] = nodesIn(values!.body)
      const [kind, explicit] = nodesIn(token!.body)
      const data = nodesIn(nodesIn(explicit!.body)[0]!.body)
      const [info] = nodesIn(data.at(-1)!.body)
      const more = { tag: 0xa1, body: der([sequence(type!, { tag: 0x31, body: der([sequence()]) })]) }
      const signers = { tag: 0x31, body: der([{ tag: 0x30, body: Buffer.concat([info!.body, der([more])]) }]) }
      const inner = sequence(...data.slice(0, -1), signers)
      const whole = sequence(kind!, { tag: 0xa0, body: der([inner]) })
      return { tag: part.tag, body: der([sequence(type!, { tag: 0x31, body: der([whole]) })]) }
    }),
  ])
  expect(kinds(await check(changed, { trust: `${office.certificate}\n${authority!.root}` }))).toEqual(['timestamp'])
})

test('the right key over another document’s history is found by its pages, and what belongs to another document proves nothing of this one', async () => {
  const another = await sealedPack({ seed: 'another', credential: office, at: AT })
  const lines = (pack: SealedPack) => pack.events.map(({ sealed: _, ...event }) => event)
  const attached = (await PDF.load(another.bytes)).getAttachment('paraph-history.jsonl')!
  const swapped = await resealed(file, { credential: office, at: AT }, Buffer.from(attached).toString('utf8'), [])
  expect(kinds(await check(swapped, { trust: office.certificate }))).toEqual(expect.arrayContaining(['page']))
  const { file: proof, line } = anchored(another.events)
  expect(kinds(await check(file, { anchors: [proof] }))).toEqual(['anchor'])
  const own = anchored(sealed.events)
  const tampered = {
    root: { ...own.file, root: 'x'.repeat(43) },
    path: { ...own.file, path: own.file.path.toReversed() },
    'a shorter path': { ...own.file, path: own.file.path.slice(1) },
    index: { ...own.file, index: 3 },
    'a place beyond the tree': { ...own.file, index: 9 },
    size: { ...own.file, size: 3 },
    leaf: { ...own.file, leaf: { ...own.file.leaf, revision: 3 } },
    anchor: { ...own.file, anchor: { ...own.file.anchor, data: { ...own.file.anchor.data, number: 2 } } },
    timestamp: { ...own.file, timestamp: 'MAA=' },
  }
  for (const [name, one] of Object.entries(tampered)) {
    const found = kinds(await check(file, { anchors: [one] }))
    expect({ name, found }).toEqual({ name, found: [name === 'timestamp' ? 'timestamp' : 'anchor'] })
  }
  // A proof that holds by itself, of an installation that is not this one.
  expect(kinds(await check(file, { anchors: [own.file], knownAnchors: [{ ...line, hash: 'x'.repeat(43) }] }))).toEqual(['anchor'])

  const [first] = lines(another)
  const disclosures = { format: 'paraph-disclosures-1', stream: first!.stream, events: [] } as const
  const wrong = (events: unknown[], stream = sealed.events[0]!.stream) => [{ ...disclosures, stream, events } as never]
  const disclosure = { revision: 0, hash: sealed.events[0]!.hash, disclosed: [[['data', 'name'], 'c2FsdHNhbHRzYWx0c2FsdA', 'Another']] }
  for (const given of [
    wrong([disclosure]),
    wrong([{ ...disclosure, revision: 9_999 }]),
    wrong([disclosure], 'pack-x'),
    wrong([{ ...disclosure, disclosed: [[['__proto__'], 'x', 1]] }]),
  ])
    expect(kinds(await check(file, { disclosures: given }))).toEqual(['disclosure'])
})

test('a mismatching attachment says nothing of the file, and hides nothing of it', async () => {
  const own = anchored(sealed.events).file
  const { stream } = sealed.events[0]!
  const disclosed = { revision: 0, hash: sealed.events[0]!.hash, disclosed: [[['data', 'name'], 'c2FsdHNhbHRzYWx0c2FsdA', 'Another']] }
  const attachments: VerifyOptions[] = [
    { disclosures: [{ format: 'paraph-disclosures-1', stream, events: [disclosed] } as never] },
    { anchors: [{ ...own, index: 3 }] },
    { anchors: [{ ...own, timestamp: 'MAA=' }] },
  ]
  const flipped = Buffer.from(file)
  flipped[flipped.indexOf('/ByteRange') - 400]! ^= 1
  const unsealed = await plainBytes(1)
  for (const given of attachments) {
    const report = await check(file, { trust: office.certificate, ...given })
    expect(report).toMatchObject({ intact: false, problems: [{ beside: true }] })
    expect(report.verdict).toContain('No change was found in this file')
    const changed = await check(flipped, given)
    expect(changed.verdict).toContain('was changed after sealing')
    // All that is found without it is found with it too.
    expect(changed.problems.filter((one) => !one.beside)).toEqual((await check(flipped)).problems)
    expect(await check(unsealed, given)).toMatchObject({ verdict: 'This file was not sealed by Paraph.' })
  }
})
