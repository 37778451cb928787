import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSelfSignedCertificate, SEAL_LEVELS, type SealLevel } from '#pdf/signature'
import { type Report, verifyFile } from '#pdf/verification'
import { MUTATIONS } from './support/mutator.ts'
import { sealedPack } from './support/sealed-pack.ts'
import { hasOpenssl, startTimeAuthority, type TimeAuthority } from './support/time-authority.ts'

const CHANGES = process.env.LONG_TESTS ? 1_000 : 100
const UNTOUCHED = process.env.LONG_TESTS ? 200 : 20
const YEAR = 365 * 86_400_000
const AT = Date.UTC(2026, 2, 2, 10)
const levels: readonly SealLevel[] = hasOpenssl ? SEAL_LEVELS : ['B-B']
const terms = {
  name: 'terms.txt',
  bytes: Buffer.from('The terms.'),
  mimeType: 'text/plain',
  description: 'Terms',
  relationship: 'Supplement',
} as const

let authority: TimeAuthority | null = null
let trust: string
const sealed = new Map<SealLevel, Buffer>()
const now = Date.now()
// The story of these packs takes place in the spring of 2026.
const credential = makeSelfSignedCertificate({ commonName: 'Office', from: AT - YEAR, until: AT + 10 * YEAR, serial: randomBytes(16) })

beforeAll(async () => {
  authority = hasOpenssl ? await startTimeAuthority({ key: 'ec' }) : null
  trust = `${credential.certificate}\n${authority?.root ?? ''}`
  for (const level of levels) sealed.set(level, Buffer.from((await make(level, 'changed')).bytes))
}, 60_000)
afterAll(() => authority?.close())

function make(level: SealLevel, seed: string, pages = 2) {
  const timestamps = authority && { url: authority.url, certificates: authority.root }
  return sealedPack({
    seed,
    level,
    pages,
    credential,
    at: level === 'B-B' ? AT : now,
    attachments: [terms],
    ...(timestamps ? { timestamps } : {}),
  })
}

function seeded(seed: string): () => number {
  let round = 0
  return () => createHash('sha256').update(`${seed}:${round++}`).digest().readUInt32BE(0) / 2 ** 32
}
const named = (report: Report) => report.problems.map(({ code }) => code)

test(`all of ${CHANGES} seeded changes of sealed files are found, and the report names what was done`, async () => {
  const missed: string[] = []
  const misnamed: string[] = []
  for (let at = 0; at < CHANGES; at++) {
    const random = seeded(`change ${at}`)
    const mutation = MUTATIONS[at % MUTATIONS.length]!
    const level = levels[Math.floor(at / MUTATIONS.length) % levels.length]!
    const changed = mutation.change(sealed.get(level)!, random)
    if (!changed || changed.equals(sealed.get(level)!)) continue
    const report = await verifyFile(new Uint8Array(changed), { trust })
    const codes = named(report)
    if (report.intact || codes.length === 0) missed.push(`${at} ${level} ${mutation.name}`)
    else if (mutation.kinds && !mutation.kinds.some((kind) => (codes as string[]).includes(kind)))
      misnamed.push(`${at} ${level} ${mutation.name}: ${codes}`)
  }
  expect(missed).toEqual([])
  expect(misnamed).toEqual([])
}, 600_000)

test(`${UNTOUCHED} untouched files of every level are intact and trusted`, async () => {
  const troubled: string[] = []
  for (let at = 0; at < UNTOUCHED; at++) {
    const level = levels[at % levels.length]!
    const { bytes } = await make(level, `untouched ${at}`, 2 + (at % 4))
    const report = await verifyFile(bytes, { trust })
    if (!report.intact || !report.trusted) troubled.push(`${at} ${level} ${JSON.stringify(report.problems)}`)
    expect(report.seal?.level).toBe(level)
  }
  expect(troubled).toEqual([])
}, 600_000)
