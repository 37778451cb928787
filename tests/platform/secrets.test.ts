import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { migrate } from '#platform/postgres'
import { OtherMasterKey, openSecrets, requireSameMasterKey, secretMigrations } from '#platform/secrets'
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

let made = 0
const pem = {
  certificate: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
  key: '-----BEGIN PRIVATE KEY-----\nBBBB\n-----END PRIVATE KEY-----',
}
const options = (seed: string) => ({
  dataDir,
  random: testWorld({ seed }).random,
  masterKey: null,
  sealing: null,
  makeSealing: async () => {
    made++
    return pem
  },
})

test('secrets are made once, kept for their owner only, and are the same after a restart', async () => {
  made = 0
  const first = await openSecrets(options('one'))
  const second = await openSecrets(options('another'))
  expect(second).toEqual(first)
  expect(made).toBe(1)
  expect(first.sealing).toEqual({ ...pem, selfSigned: true })
  for (const name of ['master.key', 'sealing.pem']) {
    expect((await stat(join(dataDir, 'secrets', name))).mode & 0o777).toBe(0o600)
  }
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
  const secrets = await openSecrets({ ...options('one'), masterKey: new Uint8Array(32).fill(3), sealing: { certificate, key } })
  expect(secrets.masterKey).toEqual(new Uint8Array(32).fill(3))
  expect(secrets.sealing.selfSigned).toBe(false)
  await expect(stat(join(dataDir, 'secrets', 'master.key'))).rejects.toThrow('ENOENT')
  await expect(openSecrets({ ...options('one'), sealing: { certificate: key, key: certificate } })).rejects.toThrow('holds no certificate')
})

test('a database made under another master key is refused', async () => {
  const secrets = await openSecrets(options('one'))
  await requireSameMasterKey(database.pool, secrets.fingerprint)
  await requireSameMasterKey(database.pool, secrets.fingerprint)
  const other = await openSecrets({ ...options('one'), masterKey: new Uint8Array(32).fill(9) })
  await expect(requireSameMasterKey(database.pool, other.fingerprint)).rejects.toThrow(OtherMasterKey)
})
