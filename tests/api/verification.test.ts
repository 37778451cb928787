import { readdir } from 'node:fs/promises'
import { type ClientRequest, request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnchorFile, DisclosureFile, Report } from '#pdf/verification'
import { refusalOf, type TestServer, testServer } from '#tests/server'
import { type SealedPackFile, sealedPackOf } from '../support/sealed-file.ts'

let server: TestServer
let lease: SealedPackFile
let other: SealedPackFile
const CHECKS = 60
beforeAll(async () => {
  server = await testServer({ limits: { checking: CHECKS }, environment: { PARAPH_MAX_UPLOAD_MB: '1', PARAPH_TRUST_PROXY: 'true' } })
  lease = await sealedPackOf(server.url, server.owner, 'A lease that is checked')
  other = await sealedPackOf(server.url, server.owner, 'Another that is checked')
}, 120_000)
afterAll(() => server.close())

/** As anybody may: no session, no cross-site header. */
async function verified(body: Uint8Array | object, status = 200): Promise<Report> {
  const isFile = body instanceof Uint8Array
  const answer = await server.raw('/app/verify', {
    method: 'POST',
    headers: { 'content-type': isFile ? 'application/pdf' : 'application/json' },
    body: isFile ? Buffer.from(body) : JSON.stringify(body),
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(status)
  return (answer.body.report ?? answer.body) as Report
}
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const disclosuresOf = async (of: { bytes(path: string): Promise<Uint8Array> }, key: string, query = '') =>
  JSON.parse(Buffer.from(await of.bytes(`/app/evidence/${key}/disclosures${query}`)).toString('utf8')) as DisclosureFile
const values = ({ events }: DisclosureFile) => events.flatMap(({ disclosed }) => disclosed.map(([, , value]) => value))
const kinds = ({ problems }: Report) => [...new Set(problems.map(({ code }) => code))]

test('anybody sends a sealed file and reads what the page and the command line say of it, this installation’s seals being known', async () => {
  const report = await verified(lease.bytes)
  expect(report).toMatchObject({ intact: true, sealed: true, trusted: true, problems: [], document: { name: 'A lease that is checked' } })
  expect(report.signers.map(({ name }) => name)).toEqual(['Nadia Brandt', 'Tomas Rivera'])
  const same = await verified({ file: base64(lease.bytes) })
  expect(same).toEqual(report)

  const changed = Buffer.from(lease.bytes)
  changed[changed.indexOf('/MediaBox') + 1] = 'm'.charCodeAt(0)
  expect(await verified(changed)).toMatchObject({ intact: false, trusted: false })
  expect(kinds(await verified(Buffer.from('no paper at all')))).toEqual(['not-a-pdf'])
})

test('what is too large, not understood or no trust list is refused in words', async () => {
  expect(await verified(Buffer.alloc(1_100_000), 413)).toMatchObject({ code: 'too-large' })
  expect(await verified({ file: base64(lease.bytes), trust: 'nobody' }, 400)).toMatchObject({
    message: 'The trust list holds no certificate.',
  })
  expect(await verified({ file: base64(lease.bytes), disclosures: [{ format: 'of mine' }] }, 400)).toMatchObject({
    code: 'invalid-request',
  })
  expect(await verified({ file: 5 }, 400)).toMatchObject({ code: 'invalid-request', message: expect.stringContaining('file') })
  expect(await verified({ file: base64(Buffer.alloc(1_100_000)) }, 413)).toMatchObject({ code: 'too-large' })
  const broken = await server.raw('/app/verify', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"file": "' })
  expect([broken.status, broken.body.message]).toEqual([400, 'The body is not JSON.'])
})

test('what is sent waits on the disk for its turn, and no more than there are places for: of one address, and of all', async () => {
  const folder = join(server.application.foundation.dataDir, 'temporary')
  const waiting = async () => (await readdir(folder).catch(() => [])).length
  const open: ClientRequest[] = []
  /** Says that a file comes, sends its beginning, and hears what the server says to that. */
  function begin(from: string) {
    const request = httpRequest(`${server.url}/app/verify`, {
      method: 'POST',
      headers: { 'content-type': 'application/pdf', 'content-length': 900_000, 'x-forwarded-for': from },
    })
    open.push(request)
    const answered = new Promise<{ status: number; message: string }>((resolve, reject) => {
      request.on('response', async (response) => resolve({ status: response.statusCode ?? 0, ...JSON.parse(await text(response)) }))
      request.on('error', reject)
    })
    answered.catch(() => undefined)
    request.write('%PDF-1.7')
    return { request, answered }
  }
  expect(await waiting()).toBe(0)
  const [first, ...others] = [1, 2, 3, 4].map(() => begin('192.0.2.1'))
  await expect.poll(waiting).toBe(4)
  const refused = { status: 429, message: 'Other files are being checked. Please wait a moment.' }
  expect(await begin('192.0.2.1').answered).toMatchObject(refused)
  for (const _ of [1, 2, 3, 4]) begin('192.0.2.2')
  await expect.poll(waiting).toBe(8)
  expect(await begin('192.0.2.3').answered).toMatchObject(refused)
  // One that is sent to its end is checked, and one that breaks off leaves its place too.
  first!.request.end(Buffer.alloc(900_000 - '%PDF-1.7'.length))
  expect(await first!.answered).toMatchObject({ status: 200 })
  others[0]!.request.destroy()
  await expect.poll(waiting).toBe(6)
  expect(await verified(lease.bytes)).toMatchObject({ intact: true })
  for (const request of open) request.destroy()
  await expect.poll(waiting).toBe(0)
})

test('the team discloses what the file only digests; the check says of each value whether it is the one that was recorded', async () => {
  const given = await disclosuresOf(server.owner, lease.pack)
  expect(values(given)).toContain('nadia@example.com')
  const report = await verified({ file: base64(lease.bytes), disclosures: [given] })
  expect(report.intact).toBe(true)
  expect(report.disclosures.given).toBeGreaterThan(5)
  expect(report.disclosures.right).toBe(report.disclosures.given)

  const forged = JSON.parse(JSON.stringify(given).replaceAll('nadia@example.com', 'nadja@example.com')) as DisclosureFile
  const found = await verified({ file: base64(lease.bytes), disclosures: [forged] })
  expect(found.intact).toBe(false)
  expect(kinds(found)).toEqual(['disclosure'])
  expect(kinds(await verified({ file: base64(other.bytes), disclosures: [given] }))).toEqual(['disclosure'])

  const number = given.events[0]!.revision + 1
  expect((await disclosuresOf(server.owner, lease.pack, `?events=${number}`)).events.map(({ revision }) => revision + 1)).toEqual([number])
  const ofOne = values(await disclosuresOf(server.owner, lease.pack, `?signatory=${lease.signers[1]!.uuid}`))
  expect(ofOne).toContain('tomas@example.com')
  expect(ofOne).not.toContain('nadia@example.com')
})

test('a signer discloses what concerns them and no address of anybody else; strangers learn nothing', async () => {
  const [nadia] = lease.signers
  const own = await disclosuresOf(nadia!.client, lease.pack)
  expect(values(own)).toEqual(expect.arrayContaining(['nadia@example.com', 'Nadia Brandt', 'Tomas Rivera']))
  expect(values(own)).not.toContain('tomas@example.com')
  expect((await verified({ file: base64(lease.bytes), disclosures: [own] })).disclosures).toMatchObject({ right: values(own).length })
  const stranger = await server.stranger('Ottilie')
  expect(await refusalOf(stranger.bytes(`/app/evidence/${lease.pack}/disclosures`))).toMatchObject({ status: 404 })
  expect((await server.raw(`/app/evidence/${lease.pack}/disclosures`)).status).toBe(401)
})

test('a proof leads from the file to the anchor without a network; another document’s, or one that was changed, does not', async () => {
  await server.application.watch!.anchoring.now()
  const proofOf = async (key: string) => (await server.owner.get<{ proof: AnchorFile }>(`/app/evidence/${key}/anchor`)).proof
  const proof = await proofOf(lease.pack)
  const file = base64(lease.bytes)
  const report = await verified({ file, anchors: [proof] })
  expect(report.anchors).toMatchObject([{ right: true, event: proof.leaf.revision + 1 }])
  expect(report.intact).toBe(true)
  expect(proof.leaf.revision).toBeGreaterThanOrEqual(report.events.length)

  expect(kinds(await verified({ file, anchors: [await proofOf(other.pack)] }))).toEqual(['anchor'])
  const changed = { ...proof, root: proof.root.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A')) }
  expect(kinds(await verified({ file, anchors: [changed] }))).toEqual(['anchor'])
  const cut = { ...proof, tail: proof.tail!.slice(1) }
  expect(kinds(await verified({ file, anchors: [cut] }))).toEqual(['anchor'])
})

test('[S-284 S-285 S-286] a file is held against a document: whether it is its final file, and untouched; it is not kept', async () => {
  const held = async (bytes: Uint8Array) => {
    const { url, file_key } = await server.owner.get<{ url: string; file_key: string }>(
      `/app/get_verification_upload_url?document_key=${lease.pack}`,
    )
    await server.owner.put(url, bytes)
    const asked = { file_key, document_key: lease.pack }
    type Held = { verification_key: string; is_final_file: boolean; report: Report }
    const answer = await server.owner.post<Held>('/app/document_verification_upload_success', asked)
    expect((await refusalOf(server.owner.post('/app/document_verification_upload_success', asked))).status).toBe(404)
    return answer
  }
  expect(await held(lease.bytes)).toMatchObject({ verification_key: expect.any(String), is_final_file: true, report: { intact: true } })
  expect(await held(other.bytes)).toMatchObject({ is_final_file: false, report: { intact: true } })
  expect(await held(Buffer.concat([lease.bytes, Buffer.from('x')]))).toMatchObject({ is_final_file: false, report: { intact: false } })
  const final = { file_key: lease.file, document_key: lease.pack }
  expect((await refusalOf(server.owner.post('/app/document_verification_upload_success', final))).status).toBe(404)
})

test('nobody discloses an erased value any more, and the rest still is', async () => {
  const [, tomas] = other.signers
  const before = await disclosuresOf(server.owner, other.pack)
  await server.application.services.subjectKeys.destroy(`pack-${other.pack}`, tomas!.uuid)
  const after = await disclosuresOf(server.owner, other.pack)
  expect(values(before)).toContain('tomas@example.com')
  expect(values(after)).not.toContain('tomas@example.com')
  expect(values(after)).toContain('nadia@example.com')
  const { disclosures, intact } = await verified({ file: base64(other.bytes), disclosures: [after] })
  expect(intact).toBe(true)
  expect(disclosures.right).toBe(disclosures.given)
})

test('a client that asks without end is asked to wait', async () => {
  const asked = async () =>
    (await server.raw('/app/verify', { method: 'POST', headers: { 'content-type': 'application/pdf' }, body: 'x' })).status
  let last = 200
  for (let at = 0; at <= CHECKS && last !== 429; at++) last = await asked()
  expect(last).toBe(429)
})

test('pictures of the sealed pages come where asked for, to the team and to signers who have finished', async () => {
  // Where the first signature stands, in pixels of a picture 780 wide of a page 595 points wide.
  const scale = 780 / 595.276
  const box = { left: Math.round(60 * scale), top: Math.round(300 * scale), width: Math.round(200 * scale), height: Math.round(48 * scale) }
  const ink = async (of: { bytes(path: string): Promise<Uint8Array> }, query: string) => {
    const picture = await of.bytes(`/documents/${lease.document}/get_blob_as_image?index_of_page=0&width=780&format=png${query}`)
    const pixels = await sharp(picture).extract(box).greyscale().raw().toBuffer()
    return pixels.filter((light) => light < 128).length
  }
  const [asUploaded, sealed] = [await ink(server.owner, ''), await ink(server.owner, '&final=true')]
  expect(sealed).toBeGreaterThan(asUploaded + 100)
  expect(await ink(lease.signers[0]!.client, '&final=true')).toBe(sealed)
  expect(await ink(lease.signers[0]!.client, '')).toBe(asUploaded)
})
