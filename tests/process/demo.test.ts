import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { FIELD_TYPES } from '#domain/pack'
import { eventStoreDbEventLog, NO_EVENTS } from '#platform/event-log'
import { eventStoreDbDouble } from '#tests/eventstoredb-double/index'
import { liveWorld } from '#tests/live-world'
import { removeFolder } from '#tests/spawned'
import { makeEvents } from '#tests/stored-events'
import type { BulkRow } from '../../cli/demo/bulk.ts'
import { places } from '../../cli/demo/files.ts'
import type { Row } from '../../cli/demo/row.ts'
import { CORPUS } from '../pdf/support/corpus/index.ts'
import { plainBytes } from '../pdf/support/files.ts'

const LONG = process.env.LONG_TESTS === '1'

let folder: string
/** Where the demo puts what it leaves for a while: nothing may be there once it has ended. */
let rest: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paraph-demo-test-'))
  rest = join(folder, 'tmp')
  // The database may run as somebody else, who has to get here.
  await mkdir(rest, { mode: 0o777 })
  await chmod(folder, 0o755)
})
afterAll(() => removeFolder(folder))

async function put(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, name)
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, bytes)
  return path
}
function start(words: readonly string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(join('node_modules/.bin', 'node'), ['cli/paraph.ts', 'demo', ...words], {
    env: { ...process.env, TMPDIR: rest, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
/** What is left of a run: folders it made, and processes that still have one of them open or named. */
async function leftovers(): Promise<string[]> {
  const named: string[] = []
  for (const pid of (await readdir('/proc').catch(() => [])).filter((each) => /^\d+$/.test(each))) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (command.includes(rest)) named.push(command.replaceAll('\0', ' '))
  }
  return [...(await readdir(rest)), ...named]
}
async function run<T = Row>(words: readonly string[], env: Record<string, string> = {}) {
  const child = start([...words, '--json'], env)
  let [out, err] = ['', '']
  child.stdout!.on('data', (piece) => (out += piece))
  child.stderr!.on('data', (piece) => (err += piece))
  const [code] = (await once(child, 'close')) as [number | null]
  return {
    code,
    err,
    lines: out
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as T),
  }
}

test('each file named gets its line in its turn, whatever stands there, and a refused one does not keep the others', async () => {
  const protectedFile = await PDFDocument.load(await plainBytes(1))
  protectedFile.encrypt({ userPassword: 'open up' })
  const locked = await put('locked.pdf', await protectedFile.save())
  const here = await put("Ünder “quotes” & 'spaces'.pdf", await plainBytes(2))
  const arabic = await put('عقد إيجار.pdf', await plainBytes(1))
  const same = await put('elsewhere/عقد إيجار.pdf', await plainBytes(1))
  const without = await put('no extension', await plainBytes(1))
  const empty = await put('empty.pdf', new Uint8Array())
  const words = await put('words.pdf', Buffer.from('not at all'))
  const large = await put('large.pdf', Buffer.concat([await plainBytes(1), Buffer.alloc(1_200_000, ' ')]))
  const long = await put('long.pdf', await plainBytes(4))
  const link = join(folder, 'link.pdf')
  await symlink(here, link)
  const loop = join(folder, 'loop.pdf')
  await symlink(loop, loop)
  const missing = join(folder, 'missing.pdf')
  const given = [folder, missing, loop, locked, here, arabic, same, without, empty, words, large, long, link, here]
  const out = join(folder, 'new', 'signed')
  const limits = { PARAPH_MAX_UPLOAD_MB: '1', PARAPH_MAX_PAGES: '3' }
  const { code, err, lines } = await run([...given, '--out', out], limits)
  expect(err).toBe('')
  expect(code).toBe(1)
  expect(lines.map(({ file }) => file)).toEqual(given)
  expect(lines.map(({ outcome, reason }) => (reason === null ? outcome : `${outcome}: ${reason}`))).toEqual([
    'failed: not-a-file',
    'failed: not-found',
    'failed: unreadable',
    'password: password-required',
    'sealed',
    'sealed',
    'sealed',
    'sealed',
    'refused: empty',
    'refused: not-a-pdf',
    'refused: too-large',
    'refused: too-many-pages',
    'sealed',
    'sealed',
  ])
  const sealed = lines.filter(({ outcome }) => outcome === 'sealed')
  expect(sealed.map(({ out }) => out?.slice(folder.length + 1))).toEqual([
    "new/signed/Ünder “quotes” & 'spaces'.signed.pdf",
    'new/signed/عقد إيجار.signed.pdf',
    'new/signed/عقد إيجار-2.signed.pdf',
    'new/signed/no extension.signed.pdf',
    'new/signed/link.signed.pdf',
    "new/signed/Ünder “quotes” & 'spaces'-2.signed.pdf",
  ])
  for (const { out, pages, sizes } of sealed) {
    const file = await PDFDocument.load(await readFile(out!))
    expect(file.getPageCount()).toBe(pages)
    expect(sizes).toEqual(Array.from({ length: pages }, () => ({ width: 400, height: 500 })))
  }
  expect((await readdir(out)).length).toBe(sealed.length)
  expect(lines.filter(({ outcome, message }) => outcome !== 'sealed' && !message)).toEqual([])
  expect(await leftovers()).toEqual([])
}, 180_000)

test.runIf(LONG)(
  'asked to, the demo keeps its events in an EventStoreDB, and there alone',
  async () => {
    const double = await eventStoreDbDouble()
    onTestFinished(() => double.close())
    const file = await put('elsewhere/stored.pdf', await plainBytes(1))
    const on = async (...words: string[]) => run([file, ...words], { EVENTSTOREDB_URL: double.url })
    expect((await on()).lines).toMatchObject([{ outcome: 'sealed' }])
    expect(double.attempts).toEqual([])
    expect((await on('--eventstoredb')).lines).toMatchObject([{ outcome: 'sealed' }])
    expect(double.store.all.map(({ type }) => type)).toContain('DocumentSealed')
  },
  180_000,
)

test.runIf(LONG)(
  'with its password and fields of every type a file is sealed; the exit code says that all were',
  async () => {
    const document = await PDFDocument.load(await plainBytes(2))
    document.encrypt({ userPassword: ' ' })
    const file = await put('beside/locked too.pdf', await document.save())
    const fields = await put(
      'fields.json',
      Buffer.from(
        JSON.stringify([
          { type: 'text', page: 2, x: 72, y: 72, width: 200, height: 24, data: 'نص', signatory: 1 },
          { type: 'signature', page: 1, x: 72, y: 120, width: 200, height: 48, signatory: 2 },
          { type: 'text', page: 1, x: 72, y: 200, width: 200, height: 24, text_layout: 'comb', comb_cells: 8, signatory: 2 },
          ...FIELD_TYPES.map((type, at) => ({ type, page: 2, x: 280, y: 10 + at * 28, width: 100, height: 24, signatory: 1 + (at % 2) })),
        ]),
      ),
    )
    const { code, lines } = await run([file, '--password', ' ', '--fields', fields])
    expect(lines).toMatchObject([{ outcome: 'sealed', pages: 2, out: join(folder, 'beside', 'locked too.signed.pdf') }])
    expect(code).toBe(0)
  },
  180_000,
)

test('a list becomes documents but for its bad rows, which are named first; one that is empty or not there is refused', async () => {
  const rows = ['Ada,ada@example.com,Cape Town', 'Bob,not an address,Oslo', ',cara@example.com,Rome', 'Ada,ada@example.com,Bern']
  const list = await put('lists/some.csv', Buffer.from(`name,email,site\n${rows.join('\n')}\n`))
  const empty = await put('lists/empty.csv', new Uint8Array())
  const gone = join(folder, 'lists', 'gone.csv')
  const pdf = await put('lists/plan.pdf', await plainBytes(2))
  const [some, none, missing] = await Promise.all([list, empty, gone].map((file) => run<BulkRow>(['--bulk', file, pdf])))
  expect(some!.lines).toMatchObject([{ list, outcome: 'partly', reason: 'rows-left-out', rows: 4, documents: 2 }])
  expect(some!.lines[0]!.problems).toEqual([
    { row: 3, isWarning: false, messages: ['Not a valid email address in linked data'] },
    { row: 4, isWarning: false, messages: ['Name is required'] },
    { row: 5, isWarning: true, messages: ['Row 2 has the same address'] },
  ])
  expect(some!.lines[0]!.failed).toEqual([
    { row: 3, message: 'Not a valid email address in linked data' },
    { row: 4, message: 'Name is required' },
  ])
  expect(none!.lines).toMatchObject([{ list: empty, outcome: 'refused', message: expect.stringContaining('is empty'), documents: 0 }])
  expect(missing!.lines).toMatchObject([{ list: gone, outcome: 'failed', reason: 'not-found', documents: 0 }])
  expect([some!, none!, missing!].map(({ code, err }) => [code, err])).toEqual([
    [2, ''],
    [2, ''],
    [1, ''],
  ])
  expect(await leftovers()).toEqual([])
}, 180_000)

test('Ctrl-C half-way stops it in order: the lines so far are whole, no file is half there, no database stays', async () => {
  const files = await Promise.all(Array.from({ length: 40 }, (_, at) => plainBytes(1).then((bytes) => put(`many/${at}.pdf`, bytes))))
  const child = start([...files, '--json'])
  let out = ''
  let seen = () => {}
  const second = new Promise<void>((done) => (seen = done))
  child.stdout!.on('data', (piece) => {
    out += piece
    if (out.split('\n').length > 2) seen()
  })
  const closed = once(child, 'close') as Promise<[number | null]>
  await Promise.race([second, closed])
  child.kill('SIGINT')
  expect((await closed)[0]).toBe(130)
  const lines = out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row)
  expect(lines.length).toBeGreaterThanOrEqual(2)
  expect(lines.length).toBeLessThan(files.length)
  expect(new Set(lines.map(({ outcome }) => outcome))).toEqual(new Set(['sealed']))
  for (const name of (await readdir(join(folder, 'many'))).filter((each) => each.endsWith('.signed.pdf'))) {
    expect((await PDFDocument.load(await readFile(join(folder, 'many', name)))).getPageCount()).toBe(1)
  }
  expect((await readdir(join(folder, 'many'))).filter((name) => name.startsWith('.'))).toEqual([])
  expect(await leftovers()).toEqual([])
}, 180_000)

test.runIf(LONG)(
  'once nobody reads its lines it stops, and cleans up without a word',
  async () => {
    const file = await put('closed.pdf', await plainBytes(1))
    const child = start([...Array.from({ length: 200 }, () => file), '--out', join(folder, 'closed'), '--json'])
    let output = ''
    child.stderr!.on('data', (piece) => (output += piece))
    child.stdout!.destroy()
    const [ended] = (await once(child, 'close')) as [number | null]
    expect(ended).toBe(1)
    expect(output).toBe('')
    expect((await readdir(join(folder, 'closed'))).length).toBeLessThan(20)
    expect(await leftovers()).toEqual([])
  },
  180_000,
)

test.runIf(LONG)(
  'three thousand names get three thousand lines',
  async () => {
    const names = Array.from({ length: 3_000 }, (_, at) => join(folder, 'nowhere', `${at}.pdf`))
    const { code, lines } = await run(names)
    expect(code).toBe(1)
    expect(lines.map(({ file }) => file)).toEqual(names)
    expect(new Set(lines.map(({ reason }) => reason))).toEqual(new Set(['not-found']))
  },
  180_000,
)

/** An EventStoreDB that holds somebody's events. */
async function takenStore(): Promise<string> {
  const double = await eventStoreDbDouble()
  onTestFinished(() => double.close())
  const log = eventStoreDbEventLog({ url: double.url, ...liveWorld() })
  await log.append('pack-before', NO_EVENTS, makeEvents('pack-before'))
  await log.close()
  return double.url
}

test('wrong arguments are reported before anything starts', async () => {
  const file = await put('typed.pdf', await plainBytes(1))
  const wrong = await put('wrong.json', Buffer.from('[{"type": "text"}]'))
  const mistakes: [string[], RegExp][] = [
    [[file, '--feilds', wrong], /Unknown option '--feilds'/],
    [[file, '--fields', wrong], /wrong\.json cannot be read: 0\.page/],
    [[file, '--fields', join(folder, 'gone.json')], /gone\.json cannot be read/],
    [[file, '--out', join(file, 'inside')], /cannot be made: something above it is not a folder\. Name another one with --out\./],
    [[], /npm run demo --/],
    [['--bulk', file, '--out', folder], /--bulk takes one list and at most one PDF/],
  ]
  // Whose events an address leads to is never written among by a demo that was not asked to, nor by one that was.
  const stores: [string, RegExp][] = [
    ['', /--eventstoredb needs a server: set EVENTSTOREDB_URL/],
    [await takenStore(), /names holds events already, and an empty one is needed here\. Start one on an empty data folder/],
  ]
  const outcomes = await Promise.all([
    ...mistakes.map(async ([words, why]) => ({ ...(await run(words)), why })),
    ...stores.map(async ([url, why]) => ({ ...(await run([file, '--eventstoredb'], { EVENTSTOREDB_URL: url })), why })),
  ])
  for (const { code, err, lines, why } of outcomes) {
    expect([code, lines]).toEqual([1, []])
    expect(err).toMatch(why)
  }
  expect(await leftovers()).toEqual([])
}, 180_000)

test('signed files of one run never share a place, nor take that of a file still to be read', () => {
  const placeFor = places(['a/x.pdf', 'b/x.pdf', 'a/x.PDF', 'a/x-2.pdf', 'a/y.pdf', 'a/y.signed.pdf'], undefined)
  expect(['a/x.pdf', 'b/x.pdf', 'a/x.PDF', 'a/x-2.pdf', 'a/y.pdf', 'a/y.signed.pdf'].map(placeFor)).toEqual([
    'a/x.signed.pdf',
    'b/x.signed.pdf',
    'a/x-2.signed.pdf',
    'a/x-2-2.signed.pdf',
    'a/y-2.signed.pdf',
    'a/y.signed.signed.pdf',
  ])
})

test.runIf(LONG)(
  'the whole corpus through the demo ends as each of its files is expected to',
  async () => {
    const entries = Object.values(CORPUS)
      .flat()
      .filter(({ password, outcome }) => password === undefined && outcome !== 'took-too-long')
    const files: string[] = []
    for (const [at, entry] of entries.entries()) files.push(await put(`corpus/${at}.pdf`, Buffer.from(await entry.bytes())))
    const { lines } = await run([...files, '--out', join(folder, 'corpus-out')])
    // The demo writes into fields, for which this one has no room.
    const tooSmall = (name: string) => name === 'a page of one point'
    const endOf = ({ name, outcome }: (typeof entries)[number]) =>
      tooSmall(name) ? 'texts-unprintable' : outcome === 'converted' ? 'sealed' : outcome
    const expected = entries.map((entry) => `${entry.name}: ${endOf(entry)}`)
    expect(lines.map(({ outcome, reason }, at) => `${entries[at]!.name}: ${outcome === 'sealed' ? 'sealed' : reason}`)).toEqual(expected)
    expect(await leftovers()).toEqual([])
  },
  600_000,
)
