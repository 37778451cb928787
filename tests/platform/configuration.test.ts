import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigurationMistakes, readConfiguration, SETTINGS } from '#platform/configuration'

test('an empty environment is a working set-up on embedded parts', () => {
  expect(readConfiguration({ PARAPH_PORT: '', HOME: '/somewhere' })).toMatchObject({
    host: '127.0.0.1',
    port: 4680,
    dataDir: './data',
    publicUrl: 'http://localhost:4680',
    databaseUrl: null,
    masterKey: null,
    sealing: null,
    roles: ['api', 'projections', 'processes'],
    mail: { smtpUrl: null },
  })
})

test('addresses that lead elsewhere are read as pairs, and refused where they are none or lead on', () => {
  const redirects = (text: string) => readConfiguration({ PARAPH_HASH_REDIRECTS: text }).hashRedirects
  expect(redirects('promotion=custom_info, spring/offer=documents?type=template')).toEqual({
    promotion: 'custom_info',
    'spring/offer': 'documents?type=template',
  })
  for (const wrong of ['promotion', '=share', 'a=', 'a=https://example.com', 'a=b,b=a', 'a=a'])
    expect(() => redirects(wrong), wrong).toThrow(ConfigurationMistakes)
})

test('every mistake is listed at once, each naming its variable', () => {
  let thrown: unknown
  try {
    readConfiguration({
      PARAPH_PORT: '80.5',
      PARAPH_ROLES: 'api,cook',
      PARAPH_MASTER_KEY: 'short',
      DATABASE_URL: 'mysql://x',
      PARAPH_SEALING_KEY: '/key.pem',
      PARAPH_PROT: '1',
    })
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBeInstanceOf(ConfigurationMistakes)
  const { mistakes } = thrown as ConfigurationMistakes
  expect(mistakes).toHaveLength(6)
  for (const name of ['PARAPH_PORT', 'PARAPH_ROLES', 'PARAPH_MASTER_KEY', 'DATABASE_URL', 'PARAPH_SEALING_CERTIFICATE']) {
    expect(mistakes.filter((mistake) => mistake.startsWith(name))).toHaveLength(1)
  }
  expect(mistakes).toContain('PARAPH_PROT is not a setting (did you mean PARAPH_PORT?).')
})

test('a database without a host, and two listeners in one place, are refused before anything waits for them', () => {
  const mistakesOf = (settings: Record<string, string>) => {
    try {
      readConfiguration(settings)
      return []
    } catch (error) {
      return (error as ConfigurationMistakes).mistakes
    }
  }
  expect(mistakesOf({ DATABASE_URL: 'postgres://' })).toEqual(['DATABASE_URL must name a host.'])
  for (const url of ['postgres://db', 'postgres:///paraph?host=/run/postgresql']) expect(mistakesOf({ DATABASE_URL: url })).toEqual([])

  const both = { PARAPH_PORT: '4700', PARAPH_STATUS_PORT: '4700' }
  const twice = ['PARAPH_STATUS_PORT must be another than PARAPH_PORT: both would listen there.']
  expect(mistakesOf(both)).toEqual(twice)
  expect(mistakesOf({ ...both, PARAPH_HOST: '0.0.0.0' })).toEqual(twice)
  for (const apart of [{ PARAPH_HOST: '192.0.2.1' }, { PARAPH_ROLES: 'processes' }, { PARAPH_STATUS_PORT: '4701' }])
    expect(mistakesOf({ ...both, ...apart })).toEqual([])
})

test('a mistake never repeats the value, which may be a secret', () => {
  expect(() => readConfiguration({ PARAPH_MASTER_KEY: 'hunter2hunter2', DATABASE_URL: 'hunter2' })).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
  )
})

test('values are read into their own kinds', () => {
  const read = readConfiguration({
    PARAPH_PUBLIC_URL: 'https://sign.example.com/',
    PARAPH_TRUST_PROXY: 'true',
    PARAPH_ROLES: 'api, api',
    PARAPH_DEFAULT_COUNTRY: 'de',
    PARAPH_MAX_UPLOAD_MB: '7',
    PARAPH_SEALING_FOR: 'all',
    PARAPH_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  })
  expect(read).toMatchObject({ publicUrl: 'https://sign.example.com', trustedProxies: 'nearest', roles: ['api'], defaultCountry: 'DE' })
  expect(read.uploads.maxBytes).toBe(7 * 1024 * 1024)
  expect([read.seal.every, readConfiguration({}).seal.every]).toEqual([true, false])
  expect(read.masterKey).toEqual(new Uint8Array(32).fill(7))
})

test('[S-175] passwords have at least 5 characters, as the specification says, or as many more as are set', () => {
  expect(readConfiguration({}).passwordMin).toBe(5)
  expect(readConfiguration({ PARAPH_PASSWORD_MIN: '12' }).passwordMin).toBe(12)
  for (const wrong of ['4', '65', 'many'])
    expect(() => readConfiguration({ PARAPH_PASSWORD_MIN: wrong })).toThrow('PARAPH_PASSWORD_MIN must be a whole number from 5 to 64')
})

test('every setting says what it means', () => {
  expect(SETTINGS.filter((setting) => setting.meaning === '')).toEqual([])
})

test('a secret may stand in a file; one that cannot be read, or next to the value itself, is a mistake', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'paraph-settings-'))
  const path = join(folder, 'database-url')
  await writeFile(path, 'postgres://user:secret@host:5432/paraph\n')
  try {
    expect(readConfiguration({ DATABASE_URL_FILE: path }).databaseUrl).toBe('postgres://user:secret@host:5432/paraph')
    const both = () => readConfiguration({ DATABASE_URL_FILE: path, DATABASE_URL: 'postgres://other@host/paraph' })
    expect(both).toThrow('cannot both be set')
    expect(() => readConfiguration({ MONGODB_URL_FILE: join(folder, 'none') })).toThrow('MONGODB_URL_FILE names a file that cannot be read')
    // A setting of that form is itself, not the file of another.
    expect(readConfiguration({ PARAPH_ANCHOR_FILE: '/elsewhere/anchors' }).evidence.anchorFile).toBe('/elsewhere/anchors')
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('addresses may name several machines', () => {
  const several = {
    EVENTSTOREDB_URL: 'esdb+discover://admin:secret@one:2113,two:2113,three:2113?tls=true',
    MONGODB_URL: 'mongodb://user:secret@one:27017,two:27017/paraph?replicaSet=rs',
  }
  expect(readConfiguration(several)).toMatchObject({ eventStoreUrl: several.EVENTSTOREDB_URL, mongoUrl: several.MONGODB_URL })
  expect(() => readConfiguration({ EVENTSTOREDB_URL: 'http://one:2113' })).toThrow('EVENTSTOREDB_URL must be an address like esdb')
})

test('who is believed about where a request comes from is nobody, the nearest, or known addresses and networks', () => {
  const read = (text: string) => readConfiguration({ PARAPH_TRUST_PROXY: text }).trustedProxies
  expect([readConfiguration({}).trustedProxies, read('false'), read('true'), read('1')]).toEqual(['nobody', 'nobody', 'nearest', 'nearest'])
  expect(read('10.0.0.0/8, 2001:db8::/32,192.0.2.7')).toEqual(['10.0.0.0/8', '2001:db8::/32', '192.0.2.7'])
  for (const wrong of ['yes', '2', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/', '10.0.0.0/8,', 'proxy.example.com', '::/129'])
    expect(() => read(wrong), wrong).toThrow('PARAPH_TRUST_PROXY must be true, false, or addresses and networks')
})
