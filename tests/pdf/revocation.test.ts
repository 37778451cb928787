import { PDFArray, PDFDict, PDFDocument, PDFName } from 'pdf-lib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NoRevocationData, type SealLevel, signFile } from '#pdf/signature'
import { type CertificateAuthority, type ServiceMood, startCertificateAuthority } from './support/certificate-authority.ts'
import { plainBytes } from './support/files.ts'
import { issuedCredential } from './support/sealed-pack.ts'
import { hasOpenssl, startTimeAuthority, type TimeAuthority } from './support/time-authority.ts'

const TITLE = `whoever says whether certificates are revoked${hasOpenssl ? '' : ' (skipped: openssl is not on the PATH)'}`
const MINUTE = 60_000

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
      // The office's answer by OCSP, the time authority's by its list; both with whoever issued them, and the responder.
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
      // What was answered for a minute has expired some minutes later.
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
})
