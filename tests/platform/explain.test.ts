import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { expect, test } from 'vitest'
import { FONT_FILES, FONT_PLACES } from '#pdf/font-files'
import { NewerDatabase, PoolerBetween } from '#platform/postgres'
import { explain } from '../../cli/explain.ts'
import { fontHealth } from '../../cli/fonts.ts'

const failure = (code: string, more: object = {}) => Object.assign(new Error(`${code}: private`), { code, ...more })

test('each thing that keeps Paraph from starting says what to do', () => {
  expect(explain(failure('EADDRINUSE', { port: 4680 }))).toBe(
    'Port 4680 is used by another program. Stop that one, or set PARAPH_PORT to another number.',
  )
  expect(explain(failure('EACCES', { port: 80, syscall: 'listen' }))).toContain('above 1023')
  expect(explain(failure('EACCES', { path: '/data' }))).toContain('/data cannot be written')
  expect(explain(failure('EROFS', { path: '/data' }))).toContain('can only be read')
  for (const code of ['ENOSPC', 'EDQUOT', '53100']) expect(explain(failure(code))).toContain('The disk is full')
  expect(explain(failure('ECONNREFUSED'))).toContain('DATABASE_URL')
  expect(explain(failure('28P01'))).toContain('the password in DATABASE_URL')
  expect(explain(new PoolerBetween())).toMatch(/^DATABASE_URL leads to a connection pooler\. .*give it the address of PostgreSQL itself/)
  expect(explain(new NewerDatabase('x/002-y'))).toMatch(
    /^The database was brought up to date by a newer Paraph \(step "x\/002-y"\)\. Start that version/,
  )
  for (const lost of [failure('57P01'), new Error('Connection terminated unexpectedly')]) {
    expect(explain(lost)).toContain('run this again: nothing that was acknowledged is lost')
  }
})

test('a missing library or package is named', () => {
  const words = 'postgres: error while loading shared libraries: libxml2.so.2: cannot open shared object file'
  expect(explain(new Error(words))).toContain('needs the library libxml2.so.2')
  expect(explain(failure('ERR_MODULE_NOT_FOUND', { message: "Cannot find package 'fastify' imported from x" }))).toContain(
    'missing (fastify)',
  )
})

test('what the database says of a full disk is understood', () => {
  const said = new Error('initdb: error: could not write: No space left on device')
  expect(explain(said)).toContain('The disk is full')
  // A program that ended gives the number it ended with.
  expect(explain(Object.assign(said, { code: 1 }))).toContain('The disk is full')
})

test('a font file that is missing is named, with what to do', async () => {
  expect(fontHealth()).toEqual({ name: 'fonts', ok: true, words: 'every font file is there' })
  const folder = await mkdtemp(join(tmpdir(), 'paraph-fonts-'))
  try {
    await writeFile(join(folder, 'slices.json'), '{"jp":["1","2","3","4"],"kr":[]}')
    const fallback = [pathToFileURL(`${folder}/`)]
    const core = { sans: FONT_FILES.sans, hand: '@expo-google-fonts/caveat/600SemiBold/Other.ttf', thai: '@no-such/package/Thai.ttf' }
    expect(fontHealth({ core, fallback: FONT_PLACES.fallback })).toMatchObject({
      ok: false,
      words: expect.stringContaining('Missing: Other.ttf, Thai.ttf of the npm packages: run "npm ci" again'),
    })
    expect(fontHealth({ core: FONT_FILES, fallback }).words).toContain('jp/0.woff2, jp/1.woff2, jp/2.woff2 and 1 more in assets/fonts')
    await rm(join(folder, 'slices.json'))
    expect(fontHealth({ core: FONT_FILES, fallback }).words).toContain('slices.json in assets/fonts')
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('an option that there is not is said in one sentence, with a way on', () => {
  const thrown = (() => {
    try {
      return parseArgs({ args: ['--rolez', 'api'], options: { roles: { type: 'string' } } })
    } catch (error) {
      return error
    }
  })()
  expect(explain(thrown)).toBe('Unknown option \'--rolez\'. "paraph help" says what there is.')
})

test('a command asked for help says what it takes, and nothing is started', () => {
  const paraph = (...words: string[]) => {
    const { stdout, status } = spawnSync(process.execPath, ['cli/paraph.ts', ...words], { encoding: 'utf8', timeout: 60_000 })
    return { stdout, status }
  }
  expect(paraph('start', '--help')).toEqual({
    stdout: 'paraph start [--roles api,projections,processes]\n  Start Paraph\n',
    status: 0,
  })
  expect(paraph('begin')).toEqual({ stdout: expect.stringMatching(/^There is no command "begin"\.\n.*? paraph start /s), status: 1 })
})
