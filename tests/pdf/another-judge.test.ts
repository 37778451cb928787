import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSelfSignedCertificate, SEAL_LEVELS, type SealLevel } from '#pdf/signature'
import { verifyFile } from '#pdf/verification'
import { type CertificateAuthority, startCertificateAuthority } from './support/certificate-authority.ts'
import { increment } from './support/increments.ts'
import { NEW, overPage, pageOf } from './support/mutator.ts'
import { asFile } from './support/programs.ts'
import { pyHanko, whyNoPyHanko } from './support/pyhanko/python.ts'
import { sealedPack } from './support/sealed-pack.ts'
import { startTimeAuthority, type TimeAuthority } from './support/time-authority.ts'

// A judge who knows nothing of Paraph takes seconds for each file: LONG_TESTS.
const why = process.env.LONG_TESTS ? whyNoPyHanko() : 'in the long lane'
const YEAR = 365 * 86_400_000

describe.skipIf(why !== null)(`pyHanko${why === null ? '' : ` (skipped: ${why})`}`, () => {
  let office: CertificateAuthority
  let time: TimeAuthority
  let trust: string
  let certificates: string
  const files = new Map<SealLevel, string>()
  beforeAll(async () => {
    ;[office, time] = await Promise.all([startCertificateAuthority(), startTimeAuthority({ key: 'ec' })])
    trust = office.root + time.root
    certificates = asFile('roots.pem', Buffer.from(trust))
    const timestamps = { url: time.url, certificates: time.root }
    for (const level of SEAL_LEVELS) {
      const { bytes } = await sealedPack({ seed: level, level, credential: office.credential, at: Date.now(), timestamps })
      files.set(level, asFile(`${level}.pdf`, bytes))
    }
  }, 120_000)
  afterAll(async () => {
    await Promise.all([office?.close(), time?.close()])
  })

  test('calls a seal of every level valid and certified, the long-term ones by what the file holds alone', async () => {
    for (const level of SEAL_LEVELS) {
      const said = await pyHanko({ do: 'judge', file: files.get(level)!, level, certificates })
      const changes = level === 'B-B' || level === 'B-T' ? 'NONE' : 'LTA_UPDATES'
      expect({ level, ...said }).toEqual({ level, valid: true, timestamped: level !== 'B-B', changes, certified: 2 })
    }
  }, 300_000)

  test('adds a timestamp, validation data and an invisible signature, and both call the file what it was', async () => {
    const director = makeSelfSignedCertificate({
      commonName: 'The director',
      from: Date.now() - YEAR,
      until: Date.now() + YEAR,
      serial: randomBytes(16),
    })
    const signer = {
      key: asFile('key.pem', Buffer.from(director.privateKey)),
      certificate: asFile('own.pem', Buffer.from(director.certificate)),
    }
    for (const level of SEAL_LEVELS) {
      for (const kind of ['timestamp', 'signature', 'validation-data'] as const) {
        const out = asFile(`${level}-${kind}.pdf`, Buffer.alloc(0))
        await pyHanko({ do: kind, file: files.get(level)!, out, authority: time.url, certificates, ...signer })
        const report = await verifyFile(new Uint8Array(readFileSync(out)), { trust })
        expect({ level, kind, problems: report.problems, last: report.updates.at(-1) }).toMatchObject({
          problems: [],
          last: { kind, allowed: true },
        })
        expect(report.trusted).toBe(true)
        expect(await pyHanko({ do: 'judge', file: out, level, certificates })).toMatchObject({ valid: true, certified: 2 })
      }
    }
  }, 600_000)

  test('and Paraph call what shows something, or is drawn over a page, a change', async () => {
    const file = readFileSync(files.get('B-T')!)
    const out = asFile('visible.pdf', Buffer.alloc(0))
    const signer = {
      key: asFile('key.pem', Buffer.from(office.credential.privateKey)),
      certificate: asFile(
        'own.pem',
        Buffer.from(`${office.credential.certificate.split('-----END CERTIFICATE-----')[0]!}-----END CERTIFICATE-----\n`),
      ),
    }
    await pyHanko({ do: 'signature', file: files.get('B-T')!, out, visible: true, ...signer })
    expect((await verifyFile(new Uint8Array(readFileSync(out)), { trust })).intact).toBe(false)
    const drawing = '0 0 300 300 re f'
    const drawn = increment(file, {
      [pageOf(file)]: overPage(file),
      [NEW]: `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    })
    expect((await verifyFile(new Uint8Array(drawn), { trust })).intact).toBe(false)
    expect(await pyHanko({ do: 'judge', file: asFile('drawn.pdf', drawn), level: 'B-T', certificates })).toMatchObject({ valid: false })
  }, 120_000)
})
