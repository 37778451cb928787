import { PDFArray, PDFDict, PDFDocument, PDFName } from 'pdf-lib'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { NoRevocationData, type SealLevel, signFile } from '#pdf/signature'
import { verifyFile } from '#pdf/verification'
import { verify } from '../../cli/verify.ts'
import { type CertificateAuthority, type ServiceMood, startCertificateAuthority } from './support/certificate-authority.ts'
import { plainBytes } from './support/files.ts'
import { increment } from './support/increments.ts'
import { catalogueOf, NEW, rootOf } from './support/mutator.ts'
import { asFile } from './support/programs.ts'
import { issuedCredential, sealedPack } from './support/sealed-pack.ts'
import { hasOpenssl, startTimeAuthority, type TimeAuthority } from './support/time-authority.ts'

const TITLE = `services that say whether certificates are revoked${hasOpenssl ? '' : ' (skipped: openssl is not on the PATH)'}`
const MINUTE = 60_000
const derOf = (pem: Uint8Array) =>
  Buffer.from(
    Buffer.from(pem)
      .toString('latin1')
      .replace(/-----[^-]+-----|\s/g, ''),
    'base64',
  )

describe.skipIf(!hasOpenssl)(TITLE, () => {
  let office: CertificateAuthority
  let time: TimeAuthority
  let pdf: Uint8Array
  beforeAll(async () => {
    ;[office, time, pdf] = await Promise.all([startCertificateAuthority(), startTimeAuthority({ key: 'ec' }), plainBytes(1)])
  }, 60_000)
  beforeEach(() => {
    office.moods.ocsp = 'fine'
    office.moods.crl = 'fine'
  })
  afterAll(async () => {
    await Promise.all([office.close(), time.close()])
  })

  interface Wanted {
    readonly level?: SealLevel
    readonly from?: Pick<CertificateAuthority, 'credential'>
    readonly at?: number
    readonly patience?: number
  }
  const sealed = ({ level = 'B-LTA', from = office, at = Date.now(), patience = 5_000 }: Wanted = {}) =>
    signFile(pdf, {
      credential: from.credential,
      at,
      level,
      revocationPatienceMs: patience,
      timestamps: { source: { url: time.url, certificates: time.root }, seed: new Uint8Array(16) },
    })
  const said = (wanted: Wanted = {}) =>
    sealed(wanted).then(
      () => 'sealed',
      (error: unknown) => (error instanceof NoRevocationData ? error.message : String(error)),
    )

  test('are asked for every certificate of a long-term seal, and what they say stands in the file', async () => {
    for (const level of ['B-LT', 'B-LTA'] as const) {
      const store = (await PDFDocument.load(await sealed({ level }), { updateMetadata: false })).catalog.lookup(PDFName.of('DSS'), PDFDict)
      const size = (list: string) => store.lookup(PDFName.of(list), PDFArray).size()
      // The office's answer by OCSP, the time authority's by its list; both with their issuers, and the responder.
      expect({ ocsps: size('OCSPs'), crls: size('CRLs'), certificates: size('Certs') }).toEqual({ ocsps: 1, crls: 1, certificates: 5 })
    }
  })

  test('may each be replaced by the other kind', async () => {
    office.moods.ocsp = 'down'
    expect(await said()).toBe('sealed')
    Object.assign(office.moods, { ocsp: 'fine', crl: 'down' })
    expect(await said()).toBe('sealed')
  })

  const WORDS: Readonly<Record<Exclude<ServiceMood, 'fine'>, readonly [ocsp: string | null, crl: string | null]>> = {
    down: ['answered 503', 'answered 503'],
    hangs: ['did not answer within 0.3 s', 'did not answer within 0.3 s'],
    garbage: ['gave an answer that cannot be read', 'gave an answer that cannot be read'],
    'other-certificate': ['gave an answer that is about another certificate', null],
    expired: ['gave an answer that has expired', 'gave an answer that has expired'],
    'another-signer': [
      "gave an answer that has a signature that is not the issuer's, and",
      "gave an answer that has a signature that is not the issuer's",
    ],
    unknown: ['gave an answer that says that the certificate is not known', null],
  }
  for (const [mood, [byOcsp, byList]] of Object.entries(WORDS) as [ServiceMood, (typeof WORDS)['down']][]) {
    test(`hold up a long-term seal where they are “${mood}”, and the reason names each of them`, async () => {
      // An answer that is valid for a minute has expired some minutes later.
      const late = mood === 'expired' ? { at: Date.now() + 8 * MINUTE } : {}
      office.moods.ocsp = byOcsp === null ? 'down' : mood
      office.moods.crl = byList === null ? 'down' : mood
      const words = await said({ ...late, patience: mood === 'hangs' ? 300 : 5_000 })
      expect(words).toContain('Whether the certificate “Office under test” was revoked could not be found out.')
      expect(words).toContain(`The OCSP responder at ${office.host} ${byOcsp ?? 'answered 503'}`)
      expect(words).toContain(`The list of revoked certificates at ${office.host} ${byList ?? 'answered 503'}`)
    })
  }

  test('hold up a long-term seal where the time authority’s certificate is the one that nobody answers for', async () => {
    time.lists = false
    const words = await said()
    time.lists = true
    expect(words).toContain('Whether the certificate “Time authority under test” was revoked could not be found out.')
  })

  test('are named by a certificate that is to seal at a long-term level, or it seals nothing at that level', async () => {
    const { credential } = issuedCredential('ec')
    if (credential.kind !== 'pem') throw new Error('another kind')
    expect(await said({ from: { credential } })).toContain('names nobody who says whether it was revoked')
    expect(await said({ from: { credential }, level: 'B-T' })).toBe('sealed')
  })

  test('hold up no seal of a level that needs no answer', async () => {
    Object.assign(office.moods, { ocsp: 'down', crl: 'garbage' })
    for (const level of ['B-B', 'B-T'] as const) expect(await said({ level })).toBe('sealed')
  })

  test('are believed where they say that the certificate was revoked: it seals nothing, at no level, whichever of them says so', async () => {
    const gone = await startCertificateAuthority()
    gone.revoke()
    for (const level of ['B-B', 'B-T', 'B-LT', 'B-LTA'] as const) {
      for (const [ocsp, crl] of [
        ['fine', 'down'],
        ['down', 'fine'],
      ] as const) {
        Object.assign(gone.moods, { ocsp, crl })
        expect(await said({ level, from: gone }), `${level} ${ocsp}`).toMatch(
          /The certificate “Office under test” was revoked on \d{4}-\d\d-\d\d/,
        )
      }
    }
    await gone.close()
  })

  describe('in a file', () => {
    const made = async (from: CertificateAuthority, level: SealLevel, by: TimeAuthority = time) =>
      Buffer.from(
        (
          await sealedPack({
            seed: level,
            level,
            credential: from.credential,
            at: Date.now(),
            timestamps: { url: by.url, certificates: by.root },
          })
        ).bytes,
      )
    /** As another program adds it later. */
    function withLists(file: Buffer, lists: readonly Uint8Array[]): Uint8Array {
      const objects = Object.fromEntries(
        lists.map((list, at) => [NEW + 1 + at, `<< /Length ${list.length} >>\nstream\n${Buffer.from(list).toString('latin1')}\nendstream`]),
      )
      const refs = lists.map((_, at) => `${NEW + 1 + at} 0 R`).join(' ')
      const catalogue = catalogueOf(file).replace(/>>\s*$/, `/DSS ${NEW} 0 R\n>>`)
      return new Uint8Array(increment(file, { [rootOf(file)]: catalogue, [NEW]: `<< /Type /DSS /CRLs [${refs}] >>`, ...objects }))
    }
    const check = (file: Uint8Array, ...roots: string[]) => verifyFile(new Uint8Array(file), { trust: roots.join('\n') })
    const SEAL = { of: 'seal', certificate: 'Office under test' }

    test('are read: what they prove, for which certificate, by whom, and at which time', async () => {
      const report = await check(await made(office, 'B-LTA'), office.root, time.root)
      expect(report).toMatchObject({ intact: true, trusted: true })
      expect(report.revocations).toMatchObject([
        { of: 'timestamp', certificate: 'Time authority under test', status: 'good', by: 'crl', authority: 'Time root under test' },
        { ...SEAL, status: 'good', by: 'ocsp', authority: 'Responder under test', revoked: null, reason: null },
      ])
      for (const { time: said, until } of report.revocations) {
        expect(Math.abs(Date.parse(said!) - Date.now())).toBeLessThan(10 * MINUTE)
        expect(Date.parse(until!)).toBeGreaterThan(Date.now())
      }
      expect((await check(await made(office, 'B-T'), office.root, time.root)).revocations).toMatchObject([
        { of: 'timestamp', status: 'unknown', by: null, time: null },
        { ...SEAL, status: 'unknown', by: null, time: null },
      ])
    })

    test('take nothing from a seal that was timestamped before its certificate was revoked, and everything from any other', async () => {
      const gone = await startCertificateAuthority()
      const [before, untimed] = [await made(gone, 'B-T'), await made(gone, 'B-B')]
      Object.assign(gone.moods, { ocsp: 'down', crl: 'down' })
      gone.revoke('superseded', Date.now() + 60 * MINUTE)
      const fine = await check(withLists(before, [gone.list()]), gone.root, time.root)
      expect(fine).toMatchObject({ intact: true, trusted: true })
      expect(fine.revocations.at(-1)).toMatchObject({
        ...SEAL,
        status: 'revoked',
        by: 'crl',
        reason: 'superseded',
        revoked: expect.any(String),
      })
      gone.revoke('superseded', Date.now() - 60 * MINUTE)
      for (const file of [untimed, before]) {
        const report = await check(withLists(file, [gone.list()]), gone.root, time.root)
        expect(report).toMatchObject({ intact: false, trusted: false, problems: [{ code: 'revoked', where: 'seal' }] })
        expect(report.verdict).toContain('was revoked, and nothing proves that it was sealed before. No change was found')
      }
      await gone.close()
    })

    test('take the word of a time authority whose key was lost', async () => {
      const lost = await startTimeAuthority({ key: 'ec' })
      const file = await made(office, 'B-T', lost)
      lost.revoke()
      const report = await check(withLists(file, [derOf(lost.list())]), office.root, lost.root)
      expect(report).toMatchObject({ intact: false, problems: [{ code: 'revoked', where: 'timestamp' }] })
      await lost.close()
    })

    test('count for nothing where they are by somebody else', async () => {
      const file = await made(office, 'B-T')
      const gone = await startCertificateAuthority()
      gone.revoke()
      const report = await check(
        withLists(file, [gone.list(), Buffer.from('no list'), Buffer.from(office.list().subarray(0, 90))]),
        office.root,
        time.root,
      )
      expect(report).toMatchObject({ intact: true, trusted: true })
      expect(report.revocations.at(-1)).toMatchObject({ ...SEAL, status: 'unknown' })
      await gone.close()
    })

    test('are named by the command, line by line', async () => {
      const said = vi.spyOn(console, 'log').mockImplementation(() => {})
      const trust = asFile('roots.pem', Buffer.from(office.root + time.root))
      const code = await verify([asFile('lease.pdf', await made(office, 'B-LTA')), '--trust', trust])
      const lines = String(said.mock.calls[0]?.[0])
      said.mockRestore()
      expect(code).toBe(0)
      expect(lines).toMatch(
        /The certificate “Office under test” was not revoked, by the OCSP answer of [-\d]+ [:\d]+ UTC from “Responder under test”/,
      )
      expect(lines).toMatch(
        /The certificate “Time authority under test” was not revoked, by the list of [-\d]+ [:\d]+ UTC from “Time root under test”/,
      )
    })
  })
})
