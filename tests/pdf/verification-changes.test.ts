import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSelfSignedCertificate, SEAL_LEVELS, type SealLevel } from '#pdf/signature'
import { type Report, verifyFile } from '#pdf/verification'
import { ATTACKS } from './support/attacks.ts'
import { historyLines, MUTATIONS, type Mutation, rewritten } from './support/mutator.ts'
import { resealed } from './support/resealed.ts'
import { valueAt, withCertificate, withTimestampOf } from './support/seal-surgery.ts'
import { sealedPack } from './support/sealed-pack.ts'
import { hasOpenssl, startTimeAuthority, type TimeAuthority } from './support/time-authority.ts'

const CHANGES = process.env.LONG_TESTS ? 1_000 : 120
/** One in so many digits of a seal's value is changed. */
const DIGITS = process.env.LONG_TESTS ? 9 : 211
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

/** Files that an attacker sealed again under a key of their own, as they were and with a history that they rewrote; and seals that were taken apart. */
async function forgeries(): Promise<readonly Mutation[]> {
  const theirs = makeSelfSignedCertificate({ commonName: 'Office', from: AT - YEAR, until: AT + 10 * YEAR, serial: randomBytes(16) })
  const by = { credential: theirs, at: AT }
  const forged = new Map<Buffer, Buffer[]>()
  for (const file of sealed.values()) {
    const lines = `${historyLines(file).join('\n')}\n`
    forged.set(file, [await resealed(file, by, lines, [terms]), await resealed(file, by, rewritten(lines), [terms])])
  }
  const others = new Map<Buffer, Buffer>()
  for (const [level, file] of sealed) others.set(file, Buffer.from((await make(level, 'another')).bytes))
  const named =
    (at: number): Mutation['change'] =>
    (file) =>
      forged.get(file)?.[at] ?? null
  return [
    { name: 'the seal replaced by one of another key', kinds: ['unknown-key'], change: named(0) },
    {
      name: 'the certificate of the seal replaced',
      kinds: ['certificate', 'signature'],
      change: (file) => withCertificate(file, theirs.certificate),
    },
    { name: 'the timestamp of the seal taken away', kinds: ['timestamp'], change: (file) => withTimestampOf(file, null) },
    {
      name: 'the timestamp of another seal in its place',
      kinds: ['timestamp'],
      change: (file) => withTimestampOf(file, others.get(file) ?? null),
    },
    { name: 'the history rewritten and sealed by another key', kinds: ['unknown-key'], change: named(1) },
  ]
}

test(`all of ${CHANGES} seeded changes of sealed files are found, and the report names each change`, async () => {
  const missed: string[] = []
  const misnamed: string[] = []
  const mutations = [...MUTATIONS, ...(await forgeries())]
  const applied = new Map<string, number>()
  let done = 0
  // Some changes are possible in some files only: those that were not made don't count.
  for (let at = 0; done < CHANGES && at < 2 * CHANGES + mutations.length * levels.length; at++) {
    const random = seeded(`change ${at}`)
    const mutation = mutations[at % mutations.length]!
    const level = levels[Math.floor(at / mutations.length) % levels.length]!
    const changed = mutation.change(sealed.get(level)!, random)
    if (!changed || changed.equals(sealed.get(level)!)) continue
    done++
    applied.set(mutation.name, (applied.get(mutation.name) ?? 0) + 1)
    const report = await verifyFile(new Uint8Array(changed), { trust })
    const codes = named(report)
    // By the first line alone a file under another key looks whole: what is wrong with it is whose it is.
    if ((report.intact && report.trusted) || codes.length === 0) missed.push(`${at} ${level} ${mutation.name}`)
    else if (mutation.kinds && !mutation.kinds.some((kind) => (codes as string[]).includes(kind)))
      misnamed.push(`${at} ${level} ${mutation.name}: ${codes}`)
  }
  expect(missed).toEqual([])
  expect(misnamed).toEqual([])
  expect(done).toBe(CHANGES)
  expect(mutations.map(({ name }) => name).filter((name) => !applied.has(name))).toEqual([])
}, 600_000)

test('no change by somebody who knows how files are checked goes unseen: documents in the shadow of what may be added, other spellings of what is sealed', async () => {
  const missed: string[] = []
  const applied = new Set<string>()
  for (const [level, file] of sealed) {
    if (!process.env.LONG_TESTS && level !== levels[0] && level !== levels.at(-1)) continue
    for (const { name, kinds, change } of ATTACKS) {
      const changed = change(file, seeded(name))
      if (!changed || changed.equals(file)) continue
      applied.add(name)
      const report = await verifyFile(new Uint8Array(changed), { trust })
      const codes: readonly string[] = named(report)
      if (report.intact || (kinds && !kinds.some((kind) => codes.includes(kind)))) missed.push(`${level} ${name}: ${codes}`)
    }
  }
  expect(missed).toEqual([])
  expect(ATTACKS.map(({ name }) => name).filter((name) => !applied.has(name))).toEqual([])
}, 600_000)

test('a seal that is taken apart and put together as it was is the same, so that only the change to it can be what is found', async () => {
  for (const [level, file] of sealed) {
    expect(withCertificate(file, credential.certificate)?.equals(file), level).toBe(true)
    if (level !== 'B-B') expect(withTimestampOf(file, file)?.equals(file), level).toBe(true)
  }
})

test('no digit of a seal’s value can be another, not in what nobody signs either: kinds, tags, names above those who signed', async () => {
  const file = sealed.get(hasOpenssl ? 'B-T' : 'B-B')!
  const { from, to } = valueAt(file)
  const digits = file.toString('latin1', from, to).replace(/(00)+$/, '')
  const random = seeded('digits')
  const hexOf = (text: string) => Buffer.from(text).toString('hex')
  const named = [
    // The kind of the content, its last digit.
    ...[...digits.matchAll(/06092a864886f70d010701/gi)].map(({ index }) => index + 21),
    // The tag of the serial number by which the seal names its certificate.
    ...[...digits.matchAll(new RegExp(`${hexOf('Office')}021`, 'gi'))].map(({ index }) => index + hexOf('Office').length),
    // A letter of the time authority's issuer, wherever it stands.
    ...[...digits.matchAll(new RegExp(hexOf('Time root'), 'gi'))].map(({ index }) => index + 3),
  ]
  expect(named.length).toBeGreaterThanOrEqual(hasOpenssl ? 6 : 2)
  const swept = Array.from({ length: Math.floor(digits.length / DIGITS) }, (_, at) => at * DIGITS + Math.floor(random() * DIGITS))
  const missed: string[] = []
  for (const at of [...named, ...swept]) {
    const other = (Number.parseInt(digits[at]!, 16) ^ (1 << Math.floor(random() * 4))).toString(16)
    const changed = Buffer.from(file)
    changed.write(/[a-f]/.test(digits) ? other : other.toUpperCase(), from + at, 'latin1')
    const report = await verifyFile(new Uint8Array(changed), { trust })
    if (report.intact && report.trusted) missed.push(`${digits[at]} at ${at} as ${other}`)
  }
  expect(missed).toEqual([])
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
