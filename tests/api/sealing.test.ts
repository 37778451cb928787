import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ANCHORS_STREAM } from '#domain/anchors'
import { hashOfEvent } from '#domain/kernel'
import { timestampsFrom } from '#pdf/signature'
import { verifyFile } from '#pdf/verification'
import { testOnEventTable } from '#tests/event-table'
import { refusalOf, type TestServer, testServer } from '#tests/server'
import { type CertificateAuthority, startCertificateAuthority } from '../pdf/support/certificate-authority.ts'
import { hasOpenssl, startTimeAuthority, type TimeAuthority } from '../pdf/support/time-authority.ts'
import { eventually, prepared, viewOf } from '../support/prepared.ts'
import { type SealedPackFile, sealedPackOf, signedPackOf } from '../support/sealed-file.ts'

const TITLE = `an installation with a certificate and a time authority${hasOpenssl ? '' : ' (skipped: openssl is not on the PATH)'}`

const CHOSEN = { use_certificates_for_signed_pdf: true }

describe.skipIf(!hasOpenssl)(TITLE, () => {
  let server: TestServer
  let authority: TimeAuthority
  let office: CertificateAuthority
  let root: string
  let chosen: SealedPackFile
  beforeAll(async () => {
    ;[authority, office] = await Promise.all([startTimeAuthority({ key: 'ec' }), startCertificateAuthority()])
    const folder = mkdtempSync(join(tmpdir(), 'paraph-sealing-'))
    root = `${office.root}\n${authority.root}`
    writeFileSync(join(folder, 'own.p12'), office.pkcs12)
    writeFileSync(join(folder, 'authority.pem'), authority.root)
    server = await testServer({
      environment: {
        PARAPH_SEALING_PKCS12: join(folder, 'own.p12'),
        PARAPH_SEALING_PASSWORD: 'secret',
        PARAPH_SEALING_LEVEL: 'B-LTA',
        PARAPH_TIMESTAMP_URL: authority.url,
        PARAPH_TIMESTAMP_CERTIFICATE: join(folder, 'authority.pem'),
      },
    })
    chosen = await sealedPackOf(server.url, server.owner, 'A lease with a visible seal', {
      use_certificates_for_signed_pdf: true,
      include_audit_trail_in_signed_documents: true,
    })
  }, 120_000)
  afterAll(async () => {
    await server.close()
    await Promise.all([authority.close(), office.close()])
  })

  /** How the sealing of a document failed. */
  async function failureOf(name: string) {
    const rows = () => server.owner.get<{ documents: readonly { document_name: string; key: string }[] }>('/app/documents')
    const { documents } = await eventually(rows, (answer) => answer.documents.some(({ document_name }) => document_name === name))
    const { key } = documents.find(({ document_name }) => document_name === name)!
    const { view } = await eventually(
      () => viewOf(server.owner, key),
      (now) => now.view.documents[0]?.sealing.state === 'failed',
    )
    return view.documents[0]?.sealing
  }

  test('[D-160 D-161] seals with it, and visibly, where the sender chose so; the history follows on pages where they chose that', async () => {
    const report = await verifyFile(chosen.bytes, { trust: root })
    expect(report).toMatchObject({ intact: true, trusted: true, seal: { name: 'Office under test', level: 'B-LTA' } })
    expect(report.document?.added.seal).toBe(1)
    expect(report.document?.added.audit).toBeGreaterThan(0)
    expect(report.timestamps).toMatchObject([
      { of: 'seal', trusted: true },
      { of: 'file', trusted: true },
    ])
  })

  test('seals everything else with its own, invisibly', async () => {
    const plain = await sealedPackOf(server.url, server.owner, 'A lease without more')
    const report = await verifyFile(plain.bytes)
    expect(report).toMatchObject({ intact: true, document: { added: { seal: 0, audit: 0 } } })
    expect(report.seal?.name).toContain('self-signed')
  })

  test('[D-158] keeps the output options of a document', async () => {
    const { pack } = await prepared(server.owner, 'With options', ['Ada'], [])
    const options = {
      exclude_created_by_from_final_mail: true,
      include_audit_trail_in_signed_documents: true,
      use_certificates_for_signed_pdf: true,
      in_app_signing_page_url: 'https://app.example.org/sign',
    }
    await server.owner.post(`/app/documents/${pack}/update_document`, { data: options })
    const { document } = await server.owner.get<{ document: object }>(`/app/documents/${pack}`)
    expect(document).toMatchObject(options)
  })

  test('waits visibly while the authority is down, and seals at the level that was configured once it is back', async () => {
    authority.mood = 'down'
    const waiting = sealedPackOf(server.url, server.owner, 'A lease that waits for the time')
    expect(await failureOf('A lease that waits for the time')).toMatchObject({ reason: 'timestamp-authority', final: false })
    authority.mood = 'fine'
    const { bytes } = await waiting
    expect(await verifyFile(bytes, { trust: authority.root })).toMatchObject({
      intact: true,
      seal: { level: 'B-LTA' },
      timestamps: [{ trusted: true }, { trusted: true }],
    })
  }, 120_000)

  test('waits while nobody says whether its certificate was revoked, names who does not answer, and seals once they do', async () => {
    Object.assign(office.moods, { ocsp: 'down', crl: 'garbage' })
    const waiting = sealedPackOf(server.url, server.owner, 'A lease that waits for a list', CHOSEN)
    expect(await failureOf('A lease that waits for a list')).toMatchObject({
      reason: 'revocation-service',
      final: false,
      details: `Whether the certificate “Office under test” was revoked could not be found out. The OCSP responder at ${office.host} answered 503. The list of revoked certificates at ${office.host} gave an answer that cannot be read.`,
    })
    Object.assign(office.moods, { ocsp: 'fine', crl: 'fine' })
    expect(await verifyFile((await waiting).bytes, { trust: root })).toMatchObject({
      intact: true,
      trusted: true,
      seal: { level: 'B-LTA' },
    })
  }, 120_000)

  test('seals a document again when an administrator asks for it; the file before is kept and still served', async () => {
    const member = await server.member('Ordinary')
    expect(await refusalOf(member.post(`/app/documents/${chosen.pack}/renew_seal`, {}))).toMatchObject({ status: 403 })
    await server.owner.post(`/app/documents/${chosen.pack}/renew_seal`, {})
    const { view } = await eventually(
      () => viewOf(server.owner, chosen.pack),
      (now) => now.view.documents[0]!.earlierFinals.length === 1,
    )
    const { sealing, earlierFinals } = view.documents[0]!
    if (sealing.state !== 'sealed') throw new Error('not sealed')
    expect(earlierFinals[0]!.file).toBe(chosen.file)
    const again = await server.owner.bytes(`/app/serve/${sealing.file}`)
    expect(await verifyFile(again, { trust: root })).toMatchObject({ intact: true, trusted: true })
    expect(Buffer.from(await server.owner.bytes(`/app/serve/${chosen.file}`)).equals(Buffer.from(chosen.bytes))).toBe(true)
  })

  test('seals nothing with a certificate that was revoked, and says so without trying again', async () => {
    office.revoke()
    await signedPackOf(server.url, server.owner, 'A lease under a revoked certificate', CHOSEN)
    expect(await failureOf('A lease under a revoked certificate')).toMatchObject({
      reason: 'revoked',
      final: true,
      details: expect.stringMatching(/^The certificate “Office under test” was revoked on \d{4}-\d\d-\d\d by its issuer\.$/),
    })
  }, 120_000)

  testOnEventTable(
    'anchors are timestamped too, and a timestamp that was put in the place of another is found, chain and all',
    async () => {
      const { watch, foundation, services } = server.application
      const { anchoring, guard } = watch!
      const wrong = async () => (await guard.checkNow()).findings.filter(({ kind }) => kind === 'anchors').map(({ words }) => words)
      await anchoring.now()
      await prepared(server.owner, 'Lease that goes on', ['Ada'], [])
      await anchoring.now()
      const history = await services.eventLog.read(ANCHORS_STREAM, 0n, 100)
      const last = history.at(-1)!
      expect(history.map(({ type }) => type).slice(-4)).toEqual(Array(2).fill(['HeadsAnchored', 'AnchorTimestamped']).flat())
      expect(await wrong()).toEqual([])
      /** As an attacker with the database's password would: rewrites the last event, with its new hash. */
      const exchange = async (token: string) => {
        const event = { ...last, data: { ...last.data, token } }
        const set = 'UPDATE event_log SET data = $3, hash = $4 WHERE stream = $1 AND revision = $2'
        await foundation.pool.query(set, [last.stream, last.revision, JSON.stringify(event.data), hashOfEvent(event)])
      }
      const named = `anchor ${last.data.number}: its timestamp`
      await exchange(String(history.at(-3)!.data.token))
      expect(await wrong()).toEqual([`${named} is invalid: it is over something else`])
      const rogue = await startTimeAuthority({ key: 'ec' })
      const root = Buffer.from(String(history.at(-2)!.data.root), 'base64url')
      const asked = timestampsFrom({ source: { url: rogue.url, certificates: rogue.root }, now: Date.now(), seed: new Uint8Array(16) })
      await exchange(Buffer.from(await asked.timestamp(root, 'SHA-256')).toString('base64'))
      expect(await wrong()).toEqual([`${named} is by an authority that is not known here`])
      await rogue.close()
      await exchange(String(last.data.token))
      expect(await wrong()).toEqual([])
    },
  )
})
