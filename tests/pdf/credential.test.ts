import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Credential, inspectCredential, type SealLevel, signFile } from '#pdf/signature'
import { certificatesOf, verifyFile } from '#pdf/verification'
import type { KnownCertificates } from '#platform/secrets'
import { isLasting, openSeal, sealHealth } from '../../cli/seal.ts'
import { plainBytes } from './support/files.ts'
import { asFile, testWith } from './support/programs.ts'
import { issuedCredential, sealedPack } from './support/sealed-pack.ts'
import { hasOpenssl } from './support/time-authority.ts'

function memoryCertificates(): KnownCertificates {
  const held = { seal: new Map<string, string>(), timestamp: new Map<string, string>() }
  return {
    add: async (use, { fingerprint, pem }) => void (held[use].has(fingerprint) || held[use].set(fingerprint, pem)),
    all: async (use) => [...held[use].values()],
  }
}

const AT = Date.UTC(2026, 10, 21, 12)
const here = describe.skipIf(!hasOpenssl)
const opensslIn =
  (folder: string) =>
  (...args: string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })

here(`a credential${hasOpenssl ? '' : ' (skipped: openssl is not on the PATH)'}`, () => {
  for (const kind of ['rsa', 'ec', 'p384'] as const) {
    for (const form of ['pem', 'pkcs12'] as const) {
      test(`${kind} as ${form === 'pem' ? 'PEM' : 'PKCS#12'} seals, and a reader who trusts its issuer trusts its seal`, async () => {
        const { credential, root } = issuedCredential(kind, form)
        expect(await inspectCredential(credential)).toMatchObject({ selfSigned: false, chainMissing: false })
        const { bytes } = await sealedPack({ seed: `${kind} ${form}`, credential, at: Date.now() })
        const report = await verifyFile(bytes, { trust: root })
        // The story of these packs takes place before these certificates were issued; the seal itself is what is asked of here.
        expect(report.problems.filter(({ code }) => code !== 'certificate')).toEqual([])
        expect(report.seal?.name).toBe('Office under test')
      })
    }
  }

  const { credential: rsa } = issuedCredential('rsa', 'pem')
  const { credential: other } = issuedCredential('ec', 'pem')
  const { credential: packed } = issuedCredential('rsa', 'pkcs12')
  const said = async (credential: Credential) =>
    inspectCredential(credential).then(
      () => 'nothing',
      (error: Error) => error.message,
    )

  test('with a wrong password, an unreadable file or another certificate’s key is refused in a sentence of its own', async () => {
    if (rsa.kind !== 'pem' || other.kind !== 'pem' || packed.kind !== 'pkcs12') throw new Error('other kinds')
    expect(await said({ ...packed, password: 'wrong' })).toBe('The password of the PKCS#12 file with the sealing certificate is wrong.')
    expect(await said({ ...packed, bytes: Buffer.from('no such thing') })).toBe(
      'The PKCS#12 file with the sealing certificate cannot be read.',
    )
    expect(await said({ ...rsa, privateKey: other.privateKey })).toBe(
      'The private key of the sealing certificate belongs to another certificate.',
    )
    expect(await said({ ...rsa, privateKey: 'no key' })).toContain('both must be PEM')
  })

  test('without a key in its PKCS#12 file is refused', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'paraph-p12-'))
    const openssl = opensslIn(folder)
    for (const name of ['a'])
      openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', `${name}.key`, '-out', `${name}.pem`, '-subj', `/CN=${name}`)
    openssl('pkcs12', '-export', '-nokeys', '-in', 'a.pem', '-out', 'nokey.p12', '-passout', 'pass:x')
    expect(await said({ kind: 'pkcs12', bytes: readFileSync(join(folder, 'nokey.p12')), password: 'x' })).toBe(
      'The PKCS#12 file with the sealing certificate holds no private key.',
    )
  })

  test('that has expired, is not valid yet, ends soon, comes without its issuer or names nobody who answers for it says so in health and to the doctor', async () => {
    if (rsa.kind !== 'pem') throw new Error('other kinds')
    const [own = ''] = rsa.certificate.match(/-----BEGIN[\s\S]+?-----END CERTIFICATE-----/g) ?? []
    const health = (certificate: string, now: number, selfSigned = false, level: SealLevel = 'B-B') => {
      const identity = { certificate, key: rsa.privateKey }
      const seal = { level, timestamps: null, every: false, pkcs12: null } as const
      return sealHealth({ seal }, { own: identity, configured: selfSigned ? null : identity }, now)
    }
    const { from, until } = await inspectCredential(rsa)
    const day = 86_400_000
    expect(await health(rsa.certificate, from + day)).toMatchObject({ ok: true })
    expect(await health(rsa.certificate, until + 1)).toMatchObject({
      ok: false,
      words: expect.stringContaining('it has expired: nothing can be sealed with it'),
    })
    expect(await health(rsa.certificate, from - day)).toMatchObject({ ok: false, words: expect.stringContaining('not valid yet') })
    // Made by this installation on a day when its clock was wrong.
    for (const now of [from - day, until + 1, until - 3 * day]) {
      expect(isLasting(own, now)).toBe(false)
      expect((await health(rsa.certificate, now, true)).words).toContain('restart Paraph, which makes another')
    }
    expect(isLasting(own, from + day)).toBe(true)
    expect(await health(rsa.certificate, until - 3 * day)).toMatchObject({ ok: false, words: expect.stringContaining('renew it') })
    expect(await health(rsa.certificate, from + day, false, 'B-LT')).toMatchObject({
      ok: false,
      words: expect.stringContaining('it names nobody who says whether it was revoked: nothing can be sealed with it at B-LT'),
    })
    expect(await health(own, from + day)).toMatchObject({
      ok: false,
      words: expect.stringContaining('the certificate that issued it is not in the file'),
    })
  })

  test('that has expired seals nothing: neither documents meant for it nor those without another; former certificates and time authorities stay known', async () => {
    if (rsa.kind !== 'pem' || other.kind !== 'pem') throw new Error('other kinds')
    const folder = mkdtempSync(join(tmpdir(), 'paraph-seal-'))
    mkdirSync(join(folder, 'secrets'))
    const configured = { certificate: rsa.certificate, key: rsa.privateKey }
    const own = { certificate: other.certificate, key: other.privateKey }
    const known = memoryCertificates()
    const authority = join(folder, 'authority.pem')
    writeFileSync(authority, issuedCredential('ec', 'pem').root)
    const plain = { level: 'B-B', timestamps: null, every: false, pkcs12: null } as const
    const opened = (timestamps: { url: string; certificate: string } | null, every = false) =>
      openSeal({ seal: { ...plain, timestamps, every } }, { own, configured }, known, folder)
    const seal = await opened({ url: 'http://127.0.0.1:1', certificate: authority })
    const { from, until } = await inspectCredential(rsa)
    expect(seal.credential(true, until)).toMatchObject({ privateKey: rsa.privateKey })
    for (const now of [until + 1, from - 1]) expect(() => seal.credential(true, now)).toThrow('the sealing certificate is not valid now')
    const forAll = await opened(null, true)
    expect(() => forAll.credential(false, until + 1)).toThrow('not valid now')
    expect(forAll.credential(false, until)).toMatchObject({ privateKey: rsa.privateKey })
    expect(seal.credential(false, until)).toMatchObject({ privateKey: other.privateKey })
    // Nor is the certificate: what it sealed is this installation's for ever.
    const without = await openSeal({ seal: plain }, { own, configured: null }, known, folder)
    expect(await without.anchors()).toEqual(await seal.anchors())
    expect(without.credential(true, until)).toMatchObject({ privateKey: other.privateKey })
    // The authority is configured no longer; what it timestamped is checked against it for ever.
    const taken = await seal.authorities()
    expect(taken).toHaveLength(1)
    expect(await (await opened(null)).authorities()).toEqual(taken)
    // A folder of before, and another process with a folder of its own: what either knew, all know.
    const elsewhere = mkdtempSync(join(tmpdir(), 'paraph-seal-'))
    mkdirSync(join(elsewhere, 'secrets'))
    const before = issuedCredential('p384', 'pem').credential
    if (before.kind !== 'pem') throw new Error('other kinds')
    writeFileSync(join(elsewhere, 'secrets', 'seals.pem'), before.certificate)
    await openSeal({ seal: plain }, { own, configured: null }, known, elsewhere)
    expect((await seal.anchors()).map(({ fingerprint }) => fingerprint)).toContain(certificatesOf(before.certificate)[0]!.fingerprint)
    expect(certificatesOf(readFileSync(join(elsewhere, 'secrets', 'seals.pem'), 'utf8')).map(({ fingerprint }) => fingerprint)).toEqual(
      expect.arrayContaining(
        certificatesOf(rsa.certificate)
          .slice(0, 1)
          .map(({ fingerprint }) => fingerprint),
      ),
    )
  })
})

testWith('pdfsig', 'pdfsig believes a seal of every kind of key', async (run) => {
  const pdf = await plainBytes(1)
  for (const kind of ['rsa', 'ec'] as const) {
    const bytes = await signFile(pdf, { credential: issuedCredential(kind, 'pkcs12').credential, at: AT })
    expect(run('-nocert', asFile(`${kind}.pdf`, bytes)).out, kind).toContain('Signature is Valid')
  }
})
