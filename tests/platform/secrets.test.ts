import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { migrate } from '#platform/postgres'
import {
  knownCertificates,
  OtherMasterKey,
  openSecrets,
  ownIdentity,
  readIdentity,
  refuseOtherMasterKey,
  requireSameMasterKey,
  secretMigrations,
} from '#platform/secrets'
import { type TestDatabase, testDatabase } from '#tests/postgres'
import { testWorld } from '#tests/world'

let dataDir: string
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.pool, secretMigrations)
})
afterAll(() => database.drop())
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'paraph-secrets-'))
  return () => rm(dataDir, { recursive: true, force: true })
})

const pem = {
  certificate: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
  key: '-----BEGIN PRIVATE KEY-----\nBBBB\n-----END PRIVATE KEY-----',
}
const options = (seed: string) => ({
  dataDir,
  random: testWorld({ seed }).random,
  masterKey: null,
})
/** One that lasts to the end of that year. */
const identity = (year: number) => ({
  certificate: `-----BEGIN CERTIFICATE-----\n${year}\n-----END CERTIFICATE-----`,
  key: `-----BEGIN PRIVATE KEY-----\nof ${year}\n-----END PRIVATE KEY-----`,
})
const yearOf = (certificate: string) => Number(/\d{4}/.exec(certificate)?.[0])
function starts(year: number, folder = dataDir, lasting = 10) {
  const { random } = testWorld({ seed: `${year} ${folder}` })
  return ownIdentity(database.pool, {
    key: new Uint8Array(32).fill(4),
    random,
    dataDir: folder,
    lasts: (certificate) => yearOf(certificate) > year,
    make: async () => identity(year + lasting),
  })
}

test('secrets are made once, kept for their owner only, and are the same after a restart', async () => {
  const first = await openSecrets(options('one'))
  const second = await openSecrets(options('another'))
  expect(second).toEqual(first)
  expect((await stat(join(dataDir, 'secrets', 'master.key'))).mode & 0o777).toBe(0o600)
  expect((await stat(join(dataDir, 'secrets'))).mode & 0o777).toBe(0o700)
})

test('each purpose has a key of its own', async () => {
  const { masterKey, crossSiteKey, tokenKey, pinKey, mailKey } = await openSecrets(options('one'))
  const all = [masterKey, crossSiteKey, tokenKey, pinKey, mailKey].map((key) => Buffer.from(key).toString('hex'))
  expect(new Set(all).size).toBe(5)
})

test('a damaged master key is an error, never quietly replaced', async () => {
  await openSecrets(options('one'))
  const path = join(dataDir, 'secrets', 'master.key')
  await writeFile(path, 'half')
  await expect(openSecrets(options('two'))).rejects.toThrow('damaged')
  expect(await readFile(path, 'utf8')).toBe('half')
})

test('a master key and a sealing certificate from the configuration are used and not written down', async () => {
  const certificate = join(dataDir, 'c.pem')
  const key = join(dataDir, 'k.pem')
  await writeFile(certificate, pem.certificate)
  await writeFile(key, pem.key)
  const secrets = await openSecrets({ ...options('one'), masterKey: new Uint8Array(32).fill(3) })
  expect(secrets.masterKey).toEqual(new Uint8Array(32).fill(3))
  expect(await readIdentity({ certificate, key })).toEqual(pem)
  await expect(stat(join(dataDir, 'secrets', 'master.key'))).rejects.toThrow('ENOENT')
  await expect(readIdentity({ certificate: key, key: certificate })).rejects.toThrow('holds no certificate')
})

test('a database made under another master key is refused', async () => {
  const secrets = await openSecrets(options('one'))
  const known = (fingerprint: string | null) => refuseOtherMasterKey(database.pool, async () => fingerprint)
  // Nothing was started there yet: no command may take it for an installation.
  expect(await known(secrets.fingerprint)).toBe(false)
  await requireSameMasterKey(database.pool, secrets.fingerprint)
  await requireSameMasterKey(database.pool, secrets.fingerprint)
  expect(await known(secrets.fingerprint)).toBe(true)
  await expect(known(null)).rejects.toThrow(OtherMasterKey)
  const other = await openSecrets({ ...options('one'), masterKey: new Uint8Array(32).fill(9) })
  await expect(requireSameMasterKey(database.pool, other.fingerprint)).rejects.toThrow(OtherMasterKey)
})

test('processes that start at once, each with a folder of its own, seal under one identity; its key stands nowhere in clear', async () => {
  const folders = await Promise.all(Array.from({ length: 4 }, () => mkdtemp(join(tmpdir(), 'paraph-secrets-'))))
  onTestFinished(async () => void (await Promise.all(folders.map((folder) => rm(folder, { recursive: true })))))
  // Distinguished by their issuer.
  const all = await Promise.all(folders.map((folder, at) => starts(2026, folder, 10 + at)))
  expect(new Set(all.map(({ certificate }) => certificate)).size).toBe(1)
  expect(await starts(2027)).toEqual(all[0])
  const { rows } = await database.pool.query('SELECT * FROM sealing_identity')
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain('PRIVATE KEY')

  const { box } = rows[0] as { box: string }
  await database.pool.query('UPDATE sealing_identity SET box = reverse(box)')
  await expect(starts(2027)).rejects.toThrow('was changed in the database')
  await database.pool.query('UPDATE sealing_identity SET box = $1', [box])

  // One that does not last any more is followed by one other, for all.
  const year = yearOf(all[0]!.certificate)
  const next = await Promise.all(folders.map((folder, at) => starts(year, folder, 20 + at)))
  expect(new Set(next.map(({ certificate }) => certificate)).size).toBe(1)
  expect(yearOf(next[0]!.certificate)).toBeGreaterThan(year)
})

test('a key that an earlier version kept next to the master key goes on sealing; where it does not last, another is made', async () => {
  const kept = async (year: number) => {
    await database.pool.query('TRUNCATE sealing_identity')
    await mkdir(join(dataDir, 'secrets'), { recursive: true })
    const { certificate, key } = identity(year)
    await writeFile(join(dataDir, 'secrets', 'sealing.pem'), `${certificate}\n${key}\n`)
  }
  await kept(2031)
  expect(await starts(2026)).toEqual(identity(2031))
  await rm(join(dataDir, 'secrets', 'sealing.pem'))
  expect(await starts(2027)).toEqual(identity(2031))
  await kept(2025)
  expect(await starts(2026)).toEqual(identity(2036))
})

test('a certificate is known once, from wherever it is announced; seals are no authorities, and nobody adds one without the key', async () => {
  const under = (fill: number) =>
    knownCertificates(database.pool, { key: new Uint8Array(32).fill(fill), random: testWorld({ seed: `${fill}` }).random })
  const known = under(4)
  const [one, two, foreign] = ['one', 'two', 'foreign'].map((fingerprint) => ({
    fingerprint,
    pem: `certificate ${fingerprint}`,
  })) as Known[]
  await Promise.all([known.add('seal', one!), known.add('seal', one!)])
  await known.add('seal', two!)
  await known.add('timestamp', two!)
  expect(await known.all('seal')).toEqual([one!.pem, two!.pem])
  expect(await known.all('timestamp')).toEqual([two!.pem])

  // As somebody with the database's password would: under a key of theirs, or by what stands there for something else.
  await under(5).add('seal', foreign!)
  await database.pool.query(
    "INSERT INTO known_certificate SELECT 'timestamp', fingerprint, box FROM known_certificate WHERE fingerprint = 'one'",
  )
  expect(await known.all('seal')).toEqual([one!.pem, two!.pem])
  expect(await known.all('timestamp')).toEqual([two!.pem])
  // Nor is one kept out by an earlier one in its place.
  await known.add('seal', foreign!)
  expect(await known.all('seal')).toEqual([one!.pem, two!.pem, foreign!.pem])
})
type Known = Parameters<ReturnType<typeof knownCertificates>['add']>[1]
